import { loadMessages } from '../lib/i18n/load-messages';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.room', import: 'default' }),
);
export { RoomPage as default } from '../features/classroom/participant/room-page';
