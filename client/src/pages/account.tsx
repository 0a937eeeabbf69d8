export { AccountPage as default } from '../features/account/account-page';

import { loadMessages } from '../lib/i18n/load-messages';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.account,ui.password,ui.units',
    import: 'default',
  }),
);
