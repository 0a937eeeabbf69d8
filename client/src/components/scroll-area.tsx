import './scroll-area.css';
import type { ReactNode } from 'react';

interface ScrollAreaProps {
  label: string;
  children: ReactNode;
}

/** Something wider or higher than the page has room for: it scrolls by itself, by keyboard too. */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, the keyboard could not scroll it
    <figure className="scroll-area" tabIndex={0} aria-label={label}>
      {children}
    </figure>
  );
}
