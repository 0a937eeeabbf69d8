import { loadMessages } from './load-messages';

/** Resolves once the messages common to all pages are loaded: frame, components and failures. */
export const coreMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.core', import: 'default' }),
);
