export { termsMessages as messages } from '../features/terms/messages';
/** Exported separately from the page, as it is shown on every other page. */
export { TermsNotice } from '../features/terms/terms-notice';
/** The page `/termos/`. */
export { TermsPage as default } from '../features/terms/terms-page';
