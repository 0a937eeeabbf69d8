export { AdministrationPage as default } from '../features/administration/administration-page';
export { administrationMessages as messages } from '../features/administration/messages';
