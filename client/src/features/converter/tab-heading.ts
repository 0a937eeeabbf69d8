import { createContext, type RefObject, use, useEffect, useRef } from 'react';

/** Whether the tab is shown because another one was left, rather than with the page. */
export const TabLeft = createContext(false);

/** For a tab's heading: like a page's, it gets the focus when the tab is shown in place of another. */
export function useTabHeading(): RefObject<HTMLHeadingElement | null> {
  const left = use(TabLeft);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (left) heading.current?.focus();
  }, [left]);
  return heading;
}
