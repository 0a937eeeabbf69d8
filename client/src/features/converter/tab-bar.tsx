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
  /** The state's query string, carried over to the next tab. */
  query: string;
}

/**
 * Links to the tabs. Each tab has its own URL, so assistive technology gets navigation rather than a `tablist`: the
 * tabs appear in the list of links and open in a new window, and Back returns to the previous one. The last link leads
 * to the rooms, which teachers open and visitors join.
 */
export function TabBar({ tabs, shown, query }: TabBarProps) {
  const isVisitor = useIsVisitor();
  const bar = useRef<HTMLElement>(null);
  const index = tabs.indexOf(shown);
  // Keeps the current tab visible if not all of them fit, even after fonts load or the phone is rotated.
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
