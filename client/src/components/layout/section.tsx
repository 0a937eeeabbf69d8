import './section.css';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** The section's purpose, in one or two sentences. */
  about?: string;
  /** Actions on the whole section; row actions belong in the row. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of an administration section. */
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
