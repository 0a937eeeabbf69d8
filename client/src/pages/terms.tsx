export { termsMessages as messages } from '../features/terms/messages';
/** The page `/termos/`. */
export { TermsPage as default } from '../features/terms/terms-page';
