import type { MessageKey } from '../../../lib/i18n/t';

interface ActionTexts {
  readonly button: MessageKey;
  readonly ask: MessageKey;
  readonly text: MessageKey;
  readonly own?: { readonly ask: MessageKey; readonly text: MessageKey };
  readonly done: MessageKey;
}

/**
 * Wording for each action on an account: button, question, consequence and success message. The question and the
 * consequence differ if users would lock themselves out.
 */
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
    own: { ask: 'ui.users.actions.deactivate.askOwn', text: 'ui.users.actions.deactivate.textOwn' },
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
    own: { ask: 'ui.users.actions.revoke.askOwn', text: 'ui.users.actions.revoke.textOwn' },
    done: 'ui.users.actions.revoke.done',
  },
  endSessions: {
    button: 'ui.users.actions.endSessions.button',
    ask: 'ui.users.actions.endSessions.ask',
    text: 'ui.users.actions.endSessions.text',
    own: { ask: 'ui.users.actions.endSessions.askOwn', text: 'ui.users.actions.endSessions.textOwn' },
    done: 'ui.users.actions.endSessions.done',
  },
  resetFactors: {
    button: 'ui.users.actions.resetFactors.button',
    ask: 'ui.users.actions.resetFactors.ask',
    text: 'ui.users.actions.resetFactors.text',
    done: 'ui.users.actions.resetFactors.done',
  },
  setPassword: {
    button: 'ui.users.actions.setPassword.button',
    ask: 'ui.users.actions.setPassword.ask',
    text: 'ui.users.actions.setPassword.text',
    done: 'ui.users.actions.setPassword.done',
  },
  access: {
    button: 'ui.users.access.button',
    ask: 'ui.users.access.ask',
    text: 'ui.users.access.text',
    done: 'ui.users.access.done',
  },
} as const satisfies Record<string, ActionTexts>;

export type UserAction = keyof typeof actionTexts;
