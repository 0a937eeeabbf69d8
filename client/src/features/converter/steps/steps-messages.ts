import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the steps tab are loaded. */
export const stepsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.steps,ui.stepTables,ui.converterTab',
    import: 'default',
  }),
);
