import './tab-bar.css';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { t } from '../../lib/i18n/t';
import { useIsVisitor } from '../../lib/session/viewer';
import { paths } from '../../paths';
import { type ConverterTab, type ConverterTabs, tabPath } from './converter-tab';

interface TabBarProps {
  tabs: ConverterTabs;
  shown: ConverterTab;
  /** Query string of the state, carried over to the next tab. */
  query: string;
}

/**
 * Links to the tabs. Since each tab has an address, they are navigation rather than a `tablist` for assistive
 * technology: they appear in the list of links, open in a new window, and Back returns to the previous tab. The last
 * link leads to the rooms, where teachers open one and visitors join one.
 */
export function TabBar({ tabs, shown, query }: TabBarProps) {
  const isVisitor = useIsVisitor();
  const bar = useRef<HTMLElement>(null);
  const index = tabs.indexOf(shown);
  // Keeps the current tab visible if not all fit, even after the fonts load or the phone is rotated.
  useEffect(() => {
    const { current } = bar;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      const link = current.querySelectorAll('a')[index];
      if (link) current.scrollTo({ left: link.offsetLeft + (link.offsetWidth - innerWidth) / 2 });
    });
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [index]);
  return (
    <nav className="tab-bar" ref={bar} aria-label={t('ui.converter.tabs')}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.word}>
            <Link href={tabPath(tab) + query} aria-current={tab === shown ? 'page' : undefined}>
              {t(tab.name)}
            </Link>
          </li>
        ))}
        <li className="tab-bar-rooms">
          <Link href={isVisitor ? paths.room : paths.classroom}>
            {t(isVisitor ? 'ui.converter.joinRoom' : 'ui.converter.classroom')}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
