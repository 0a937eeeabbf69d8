import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * Moves the focus to the page's heading after a navigation inside the application, as a browser
 * does after a full one, so that a screen reader starts at the new page. Not at the first page.
 */
export function useHeadingFocus(): void {
  const [path] = useLocation();
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [path]);
}
