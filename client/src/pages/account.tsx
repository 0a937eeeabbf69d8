export { AccountPage as default } from '../features/account/account-page';
export { accountMessages as messages } from '../features/account/messages';
