import { ConverterPage } from '../features/converter/converter-page';
import { tabAt } from '../features/converter/converter-tab';
import { converterTabs, fetchTabs } from './converter-tabs';

export { converterMessages as messages } from '../features/converter/messages';

// The number is shown without waiting for the tabs. The visible tab reports its own failure.
fetchTabs(tabAt(converterTabs, location.pathname, location.search)).catch(() => {});

/** The page `/sistema/conversor/` and its tabs. */
export default function Converter() {
  return <ConverterPage tabs={converterTabs} />;
}
