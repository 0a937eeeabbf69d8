import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of exercises, hints and mistakes are loaded. */
export const practiceMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.practice,rules.exercise,rules.mistake,rules.expression',
    import: 'default',
  }),
);
