import type { TokenScope } from '../../shared/identity/token-scope.js';

/**
 * Marks a field that checks or sets a credential: `@Extensions(CREDENTIAL_FIELD)`. An operation may contain at most
 * one.
 */
export const CREDENTIAL_FIELD = { credential: true } as const;

/** Marks a mutation that ignores the caller's identity, so other sites cannot misuse a signed-in browser through it. */
export const OPEN_FIELD = { open: true } as const;

/**
 * Marks a field needed to set up a second factor, which is available to an account that must have one but has none yet.
 */
export const FACTOR_SETUP_FIELD = { factorSetup: true } as const;

/**
 * Marks a field that classroom guests may use, in addition to `@Authorized(PARTICIPANT)`. A guest's connection only
 * executes operations that consist of such fields (promise 52).
 */
export const PARTICIPANT_FIELD = { participant: true } as const;

/**
 * Marks a subscription whose events depend on the viewer's rights but on nothing else about the viewer, so one
 * execution serves all identical requests. Its resolvers cannot find out who the subscribers are: see `sharedContext`.
 */
export const SHARED_FIELD = { shared: true } as const;

/**
 * Marks a field of any type that costs as much as many others: `@Extensions(costs(600))`. An operation may cost 1,000
 * (promise 19), which is meant to take at most 50 ms of processor time, i.e. 1 ms per 20 units.
 */
export function costs(cost: number): { readonly cost: number } {
  return { cost };
}

/** Marks a field that costs more than half of an operation's budget, so no operation can contain two of them. */
export const ONE_PER_OPERATION = costs(600);

/**
 * Marks a root field with the scope that a personal access token needs for it: `@Extensions(scope('READ'))`. The viewer
 * guard rejects tokens without that scope, and all tokens for an unmarked field.
 *
 * A query with `scope('CONVERT')` is also available to visitors where the converter is public (`VisitorAccess`), so its
 * result must depend only on its arguments.
 */
export function scope(needed: TokenScope): { readonly scope: TokenScope } {
  return { scope: needed };
}

/** Marks a field that any personal access token may use, whatever its scopes. */
export const ANY_PERSONAL_TOKEN = { scope: 'ANY' } as const;

/**
 * Marks a field that no personal access token may use: one that changes something, belongs to a person rather than to
 * their programs, or costs money. Tokens are refused without the mark too, but a test requires it.
 */
export const NO_PERSONAL_TOKEN = { scope: 'NONE' } as const;

/**
 * Marks a field with the arguments that may be longer than the general limit (`limitTexts`), each with its maximum
 * length in characters.
 */
export function longTexts(lengths: Readonly<Record<string, number>>): { readonly longTexts: typeof lengths } {
  return { longTexts: lengths };
}

type Arguments = Readonly<Record<string, unknown>>;

/** Condition under which a mutation requires a password or passkey confirmed within the last 15 minutes. */
export interface AsksAgain {
  /** The condition in words, or the reason for never asking. Only tests and readers use it. */
  readonly because?: string;
  /** Whether the viewer guard asks; omitted if it never does. */
  readonly applies?: (args: Arguments, now: Date) => boolean;
}

/**
 * Marks a mutation that requires a password or passkey confirmed within the last 15 minutes (contract 14), because its
 * effect outlives a session, grants access, exports data, locks others out or silences notifications. The viewer guard
 * checks this before the resolver runs. Every mutation has this mark or one of the next three (decision 060).
 */
export const ASKS_AGAIN: { readonly asksAgain: AsksAgain } = { asksAgain: { applies: () => true } };

/** Marks a mutation for which the viewer guard asks again depending on its arguments. */
export function asksAgainWhen(
  condition: string,
  applies: NonNullable<AsksAgain['applies']>,
): { readonly asksAgain: AsksAgain } {
  return { asksAgain: { because: condition, applies } };
}

/** Marks a mutation whose rule asks again depending on stored data. */
export function asksAgainInRule(condition: string): { readonly asksAgain: AsksAgain } {
  return { asksAgain: { because: condition } };
}

/** Marks a mutation that never asks again, with the reason why a stolen session can do no lasting harm with it. */
export function asksNothing(reason: string): { readonly asksAgain: AsksAgain } {
  return { asksAgain: { because: reason } };
}

/** Marks a mutation with the audit events it writes. */
export function audited(...events: readonly [string, ...string[]]): { readonly audited: readonly string[] } {
  return { audited: events };
}

/** Marks a mutation that writes no audit event, with the reason. */
export function notAudited(reason: string): { readonly notAudited: string } {
  return { notAudited: reason };
}

/** Limit in a rule, by the name under which it is counted. */
export type RuleLimit = 'joins' | 'lockout' | 'own changes' | 'registrations' | 'room answers' | 'token refresh';

/** Marks a mutation without `@rateLimit` whose rule has its own limit, e.g. for callers who are not signed in. */
export function boundedBy(limit: RuleLimit): { readonly boundedBy: RuleLimit } {
  return { boundedBy: limit };
}

/** Marks a mutation that has no limit because a refusal would do harm, with the reason. */
export function neverRefused(reason: string): { readonly neverRefused: string } {
  return { neverRefused: reason };
}
