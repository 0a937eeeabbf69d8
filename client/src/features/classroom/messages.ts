import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages of the teacher's pages are loaded. */
export const classroomMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.classroom,ui.lists,ui.practice.kind',
    import: 'default',
  }),
);
