export { ClassroomPage as default } from '../features/classroom/classroom-page';

import { loadMessages } from '../lib/i18n/load-messages';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.classroom,ui.practice.kind,ui.practice.notation,ui.logic.notation,ui.logic.usualNotation',
    import: 'default',
  }),
);
