/** Marks a field that checks or sets a credential: `@Extensions(CREDENTIAL_FIELD)`. One operation holds at most one. */
export const CREDENTIAL_FIELD = { credential: true } as const;

/** Marks a mutation that ignores who is calling, so that no other site can misuse a signed-in browser through it. */
export const OPEN_FIELD = { open: true } as const;

/**
 * Marks a subscription whose events depend on the viewer's rights and on nothing else of the viewer, so that one execution
 * serves all who ask for the same. Its resolvers cannot learn who they are: see `sharedContext`.
 */
export const SHARED_FIELD = { shared: true } as const;

/**
 * Marks a field, of whatever type, that is as much work as many others: `@Extensions(costs(600))`. An operation may cost
 * 1,000 (promise 19), which is to be at most 50 ms of a processor: 20 for a millisecond. `npm run bench -- operations`
 * shows it.
 */
export function costs(cost: number): { readonly cost: number } {
  return { cost };
}

/** Marks a field that costs more than half of what an operation may: no operation asks for two of them. */
export const ONE_PER_OPERATION = costs(600);
