import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { pageOf, paths } from '../../paths';

/** The page whose heading was last shown; undefined before the first page. */
let shownPath: string | undefined;

/**
 * Returns a ref for a page's heading, which is focused after navigation inside the application so that screen readers
 * start there, as after a full page load. The first page's heading is not focused.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const [location] = useLocation();
  // Each host has its own heading, unlike other subpages.
  const path = location.startsWith(paths.monitoring) ? location : pageOf(location);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shownPath !== undefined && shownPath !== path) heading.current?.focus();
    shownPath = path;
  }, [path]);
  return heading;
}
