import './tab-bar.css';
import { Link } from 'wouter';
import { t } from '../../lib/i18n/t';
import { type ConverterTab, type ConverterTabs, tabPath } from './converter-tab';

interface TabBarProps {
  tabs: ConverterTabs;
  shown: ConverterTab;
  /** The query string of the state, which goes along to the next tab. */
  query: string;
}

/**
 * Links to the tabs. As each has an address, they are navigation to assistive technology, too, rather than a `tablist`:
 * they are in the list of links, open in a new window, and the way back leads to the tab before.
 */
export function TabBar({ tabs, shown, query }: TabBarProps) {
  return (
    <nav className="tab-bar" aria-label={t('ui.converter.tabs')}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.word}>
            <Link href={tabPath(tab) + query} aria-current={tab === shown ? 'page' : undefined}>
              {t(tab.name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
