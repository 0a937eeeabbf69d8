import { loadMessages } from './load-messages';

/** Resolves when the messages of every page are loaded: its frame, components, passwords, failures, figures of now. */
export const coreMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.core,ui.monitoring', import: 'default' }),
);
