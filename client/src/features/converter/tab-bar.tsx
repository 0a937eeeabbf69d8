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
  /** The query string of the state, which goes along to the next tab. */
  query: string;
}

/**
 * Links to the tabs. As each has an address, they are navigation to assistive technology, too, rather than a `tablist`:
 * they are in the list of links, open in a new window, and the way back leads to the tab before. The last link leads to
 * the rooms: where teachers open one, or visitors join one.
 */
export function TabBar({ tabs, shown, query }: TabBarProps) {
  const isVisitor = useIsVisitor();
  const bar = useRef<HTMLElement>(null);
  const index = tabs.indexOf(shown);
  // Where there is no room for all of them, the shown one is in sight: also when the fonts arrive or the phone is turned.
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
