import './section-nav.css';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';

export interface SectionLink {
  readonly href: string;
  readonly text: string;
}

interface SectionNavProps {
  /** The accessible name. */
  label: string;
  links: readonly SectionLink[];
  /** The section currently shown, if any. */
  shown: SectionLink | undefined;
}

/** Menu of a page's sections. Scrolls the current section into view if the menu is wider than the page. */
export function SectionNav({ label, links, shown }: SectionNavProps) {
  const nav = useRef<HTMLElement>(null);
  const href = shown?.href;
  useEffect(() => {
    const { current } = nav;
    const link = [...(current?.querySelectorAll<HTMLElement>('a') ?? [])].find((a) => a.getAttribute('href') === href);
    if (current) current.scrollLeft = link ? link.offsetLeft - (current.clientWidth - link.offsetWidth) / 2 : 0;
  }, [href]);
  return (
    <nav className="section-nav" ref={nav} aria-label={label}>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <Link href={link.href} aria-current={link.href === href ? 'page' : undefined}>
              {link.text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
