import type { ReactNode } from 'react';

interface ConverterSectionProps {
  /** The id of the section, which also makes that of its heading. */
  id: string;
  title: string;
  about?: string;
  children: ReactNode;
}

/** A section of the converter, with its heading and a description. */
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
