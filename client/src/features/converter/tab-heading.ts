import { createContext, type RefObject, use, useEffect, useRef } from 'react';

/** Whether the tab was opened from another one rather than with the page. */
export const TabLeft = createContext(false);

/** Returns a ref for a tab's heading, which takes focus, as a page's heading does, when one tab replaces another. */
export function useTabHeading(): RefObject<HTMLHeadingElement | null> {
  const left = use(TabLeft);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (left) heading.current?.focus();
  }, [left]);
  return heading;
}
