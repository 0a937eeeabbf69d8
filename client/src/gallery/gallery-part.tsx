import type { ReactNode } from 'react';

/** A section of the gallery. */
export function GalleryPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="gallery-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
