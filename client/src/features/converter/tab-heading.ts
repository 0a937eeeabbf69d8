import { createContext, type RefObject, use, useEffect, useRef } from 'react';

/** Whether the tab was opened from another one rather than with the page. */
export const TabLeft = createContext(false);

/** Returns the ref of a tab's heading, which takes the focus like a page's when the tab replaces another. */
export function useTabHeading(): RefObject<HTMLHeadingElement | null> {
  const left = use(TabLeft);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (left) heading.current?.focus();
  }, [left]);
  return heading;
}
