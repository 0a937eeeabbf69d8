export { AccountPage as default } from '../features/account/account-page';

import { loadMessages } from '../lib/i18n/load-messages';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
    query: '?keys=ui.account,ui.install,ui.password,ui.units',
);
