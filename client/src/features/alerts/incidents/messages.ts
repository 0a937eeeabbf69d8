import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the incidents are loaded. */
export const incidentsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.incidents,ui.silencing',
    import: 'default',
  }),
);
