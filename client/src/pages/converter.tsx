import { ConverterPage } from '../features/converter/converter-page';
import { tabAt } from '../features/converter/converter-tab';
import { loadMessages } from '../lib/i18n/load-messages';
import { converterTabs, fetchTabs } from './converter-tabs';

/** The page waits for them before it shows this section. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.converter,rules.signs,rules.number',
    import: 'default',
  }),
);

// The number is shown without waiting for the tabs. The visible tab reports its own failure.
fetchTabs(tabAt(converterTabs, location.pathname, location.search)).catch(() => {});

/** The page `/sistema/conversor/` and its tabs. */
export default function Converter() {
  return <ConverterPage tabs={converterTabs} />;
}
