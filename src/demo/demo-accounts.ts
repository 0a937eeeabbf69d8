/** The accounts to look around with, which the log and the login page name. */
export const demoAccounts = { staff: 'ana', member: 'bia', password: 'demonstration' } as const;
