export { AdministrationPage as default } from '../features/administration/administration-page';

import { loadMessages } from '../lib/i18n/load-messages';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.administration,ui.lists', import: 'default' }),
);
