import { actMessages } from './users.messages';

/** What is said of each thing that can be done to an account. */
export const actionTexts = {
  activate: actMessages.activate,
  deactivate: actMessages.deactivate,
  grant: actMessages.grant,
  revoke: actMessages.revoke,
  endSessions: actMessages.endSessions,
  setPassword: actMessages.setPassword,
};

/** What can be done to an account. */
export type UserAction = keyof typeof actionTexts;
