import type { ReactNode } from 'react';
import { useTabHeading } from './tab-heading';

interface ConverterSectionProps {
  /** Id of the section; its heading's id is derived from it. */
  id: string;
  title: string;
  about?: string;
  children: ReactNode;
}

/** The content of a tab, with a heading and a description. */
export function ConverterSection({ id, title, about, children }: ConverterSectionProps) {
  const heading = useTabHeading();
  return (
    <section className="converter-section" id={id} aria-labelledby={`${id}-title`}>
      <div className="converter-about">
        <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {about && <p className="hint">{about}</p>}
      </div>
      {children}
    </section>
  );
}
