import type { MessageKey } from '../../../lib/i18n/t';

/** The texts of each action on an account: button, question, consequence, and message after success. */
export const actionTexts = {
  activate: {
    button: 'ui.users.actions.activate.button',
    ask: 'ui.users.actions.activate.ask',
    text: 'ui.users.actions.activate.text',
    done: 'ui.users.actions.activate.done',
  },
  deactivate: {
    button: 'ui.users.actions.deactivate.button',
    ask: 'ui.users.actions.deactivate.ask',
    text: 'ui.users.actions.deactivate.text',
    done: 'ui.users.actions.deactivate.done',
  },
  grant: {
    button: 'ui.users.actions.grant.button',
    ask: 'ui.users.actions.grant.ask',
    text: 'ui.users.actions.grant.text',
    done: 'ui.users.actions.grant.done',
  },
  revoke: {
    button: 'ui.users.actions.revoke.button',
    ask: 'ui.users.actions.revoke.ask',
    text: 'ui.users.actions.revoke.text',
    done: 'ui.users.actions.revoke.done',
  },
  endSessions: {
    button: 'ui.users.actions.endSessions.button',
    ask: 'ui.users.actions.endSessions.ask',
    text: 'ui.users.actions.endSessions.text',
    done: 'ui.users.actions.endSessions.done',
  },
  setPassword: {
    button: 'ui.users.actions.setPassword.button',
    ask: 'ui.users.actions.setPassword.ask',
    text: 'ui.users.actions.setPassword.text',
    done: 'ui.users.actions.setPassword.done',
  },
} as const satisfies Record<string, Record<string, MessageKey>>;

/** What can be done to an account. */
export type UserAction = keyof typeof actionTexts;
