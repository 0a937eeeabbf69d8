import { loadMessages } from './load-messages';

/** Settled when what every page says is there: its frame, the components, passwords and failures. */
export const coreMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.core', import: 'default' }),
);
