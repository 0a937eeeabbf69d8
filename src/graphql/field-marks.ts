/** Marks a field that checks or sets a credential: `@Extensions(CREDENTIAL_FIELD)`. One operation holds at most one. */
export const CREDENTIAL_FIELD = { credential: true } as const;

/** Marks a mutation that ignores who is calling, so that no other site can misuse a signed-in browser through it. */
export const OPEN_FIELD = { open: true } as const;
