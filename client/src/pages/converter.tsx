import { useEffect } from 'react';
import { ConverterPage } from '../features/converter/converter-page';
import { tabAt } from '../features/converter/converter-tab';
import { loadMessages } from '../lib/i18n/load-messages';
import { converterTabs, fetchTab, fetchTabs } from './converter-tabs';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.converter,rules.signs,rules.number',
    import: 'default',
  }),
);

// The number is shown without waiting for its tab; a tab that fails to load reports that itself.
fetchTab(tabAt(converterTabs, location.pathname, location.search)).catch(() => {});

/** The page `/sistema/conversor/` and its tabs. */
export default function Converter() {
  // Only once the page is shown: other pages prefetch this one, and eight tabs would be fifty requests more.
  useEffect(() => {
    fetchTabs().catch(() => {});
  }, []);
  return <ConverterPage tabs={converterTabs} />;
}
