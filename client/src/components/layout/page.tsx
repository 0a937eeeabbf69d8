import { type ReactNode, useEffect } from 'react';
import { showPageInTab } from '../../lib/page/tab';
import { useHeadingFocus } from '../../lib/page/use-heading-focus';

interface PageProps {
  title: string;
  /** Heading of the page; defaults to the title. */
  heading?: string;
  /** One sentence under the heading. */
  lead?: string;
  actions?: ReactNode;
  children?: ReactNode;
}

/** Renders a page's heading and content, and sets its title in the browser. */
export function Page({ title, heading = title, lead, actions, children }: PageProps) {
  const header = useHeadingFocus();
  useEffect(() => {
    showPageInTab(title);
  }, [title]);
  return (
    <>
      <header className="page-header">
        <h1 ref={header} tabIndex={-1}>
          {heading}
        </h1>
        {lead && <p className="lead">{lead}</p>}
        {actions}
      </header>
      {children}
    </>
  );
}
