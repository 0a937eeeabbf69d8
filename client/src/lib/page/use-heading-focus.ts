import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { pageOf, paths } from '../../paths';

/** The page whose heading was shown last; undefined before the first page. */
let shownPath: string | undefined;

/**
 * For a page's heading: it gets the focus when the page is shown by a navigation inside the application, as a browser
 * starts anew after a full one, so that a screen reader does too. Not at the first page.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const [location] = useLocation();
  // Each host has a heading of its own, unlike other parts of pages.
  const path = location.startsWith(paths.monitoring) ? location : pageOf(location);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shownPath !== undefined && shownPath !== path) heading.current?.focus();
    shownPath = path;
  }, [path]);
  return heading;
}
