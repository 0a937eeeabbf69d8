export { AdministrationPage as default } from '../features/administration/administration-page';
