import { loadMessages } from '../lib/i18n/load-messages';

/** The page waits for them before it shows this section. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.room', import: 'default' }),
);
export { RoomPage as default } from '../features/classroom/room/room-page';
