import { wordsOfExpression } from '../features/alerts/incidents/comparison-words';
import { loadMessages } from '../lib/i18n/load-messages';
import { ruleName } from '../lib/i18n/rule-name';
import type { PushedIncident } from '../lib/incidents/incidents.operations';

export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.incidents.figures,ui.incidents.operators,ui.incidents.windows',
    import: 'default',
  }),
);

/** Describes an incident by its condition, or by the name of its rule if that has several. */
export default function describeIncident({ expression, comparisons, ruleName: name }: PushedIncident): string {
  return wordsOfExpression(expression, comparisons[0]?.fileSystem) ?? ruleName(name);
}
