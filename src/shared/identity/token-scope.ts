/** What a personal access token may be used for (contract 14). */
export const tokenScopes = ['READ', 'CONVERT', 'STAFF_READ'] as const;

/** One of {@link tokenScopes}. */
export type TokenScope = (typeof tokenScopes)[number];

/** How long a personal access token counts when nothing is said, in days (contract 14). */
export const TOKEN_DAYS_DEFAULT = 90;
