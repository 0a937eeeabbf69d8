import { loadMessages } from './load-messages';

/** Resolves when the messages of every page are loaded: its frame, the components, passwords and failures. */
export const coreMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.core', import: 'default' }),
);
