export { termsMessages as messages } from '../features/terms/messages';
/** Beside the page, since every other page has it too. */
export { TermsNotice } from '../features/terms/terms-notice';
/** `/termos/` */
export { TermsPage as default } from '../features/terms/terms-page';
