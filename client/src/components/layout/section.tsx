import './section.css';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** One or two sentences on what it is for. */
  about?: string;
  /** Actions on the section as a whole; those on a row are in the row. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a section of the administration. */
export function Section({ title, about, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className="page-section" aria-labelledby={id}>
      <header className="page-section-header">
        <div>
          <h2 id={id}>{title}</h2>
          {about && <p className="hint">{about}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
