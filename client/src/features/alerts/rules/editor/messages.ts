import { loadMessages } from '../../../../lib/i18n/load-messages';

/** Resolves when the messages of the editor are loaded, including those about faults of a condition. */
export const alertRuleMessages = loadMessages(
  import.meta.glob('../../../../../../src/locales/*.json', {
    query: '?keys=ui.alertRule,ui.alertWords,rules.alert,rules.expression,rules.signs',
    import: 'default',
  }),
);
