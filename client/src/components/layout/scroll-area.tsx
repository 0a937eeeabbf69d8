import './scroll-area.css';
import type { ReactNode } from 'react';

interface ScrollAreaProps {
  label: string;
  children: ReactNode;
}

/**
 * A scrollable area for content wider or taller than its container. Focusable so that it can be scrolled with the
 * keyboard.
 */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard could not scroll it
    <figure className="scroll-area" tabIndex={0} aria-label={label}>
      {children}
    </figure>
  );
}
