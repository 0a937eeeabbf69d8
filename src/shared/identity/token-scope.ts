/** Scopes of personal access tokens (contract 14). */
export const tokenScopes = ['READ', 'CONVERT', 'STAFF_READ'] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** Default lifetime of a personal access token, in days (contract 14). */
export const TOKEN_DAYS_DEFAULT = 90;
