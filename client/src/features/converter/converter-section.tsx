import type { ReactNode } from 'react';

interface ConverterSectionProps {
  /** For the heading and the address `#id`. */
  id: string;
  title: string;
  about?: string;
  children: ReactNode;
}

/** One part of the converter: its heading, a line on what can be done, and the part itself. */
export function ConverterSection({ id, title, about, children }: ConverterSectionProps) {
  return (
    <section className="converter-section" id={id} aria-labelledby={`${id}-title`}>
      <div className="converter-about">
        <h2 id={`${id}-title`}>{title}</h2>
        {about && <p className="hint">{about}</p>}
      </div>
      {children}
    </section>
  );
}
