import { loadMessages } from '../lib/i18n/load-messages';

/** The page waits for them before it shows this section. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.terms', import: 'default' }),
);
/** The page `/termos/`. */
export { TermsPage as default } from '../features/terms/terms-page';
