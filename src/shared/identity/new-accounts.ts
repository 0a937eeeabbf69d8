/** Choices of the machines that new accounts see. */
export const newAccountsChoices = ['ALL', 'NONE'] as const;

export type NewAccounts = (typeof newAccountsChoices)[number];
