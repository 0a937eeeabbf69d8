import { lazyPart } from '../../../lib/i18n/lazy-part';
import { loadMessages } from '../../../lib/i18n/load-messages';
import type { AlertsSectionProps } from '../alerts-section';
import { RuleList } from './list/rule-list';
import type { PastChart } from './past-chart';
import { NEW_RULE } from './rule-address';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.alertRules', import: 'default' }),
);

const fetchEditor = () => import('./editor/rule-editor');
const RuleEditor = lazyPart(fetchEditor);

interface RulesSectionProps extends AlertsSectionProps {
  Chart: PastChart;
}

/** Shows the list of alert rules, or the editor of one rule. */
export function RulesSection({ id, Chart }: RulesSectionProps) {
  return id === undefined ? <RuleList /> : <RuleEditor id={id === NEW_RULE ? undefined : id} Chart={Chart} />;
}
