import type { TokenScope } from '../../shared/identity/token-scope.js';

/** Marks a field that checks or sets a credential: `@Extensions(CREDENTIAL_FIELD)`. One operation holds at most one. */
export const CREDENTIAL_FIELD = { credential: true } as const;

/** Marks a mutation that ignores who is calling, so that no other site can misuse a signed-in browser through it. */
export const OPEN_FIELD = { open: true } as const;

/**
 * Marks a field that an account may ask for that must have a second factor and has none yet: what is needed to set one up.
 */
export const FACTOR_SETUP_FIELD = { factorSetup: true } as const;

/**
 * Marks a field that guests of a classroom may use, beside `@Authorized(PARTICIPANT)`: a connection of a guest carries
 * out operations that ask for such fields alone (promise 52).
 */
export const PARTICIPANT_FIELD = { participant: true } as const;

/**
 * Marks a subscription whose events depend on the viewer's rights and on nothing else of the viewer, so that one execution
 * serves all who ask for the same. Its resolvers cannot learn who they are: see `sharedContext`.
 */
export const SHARED_FIELD = { shared: true } as const;

/**
 * Marks a field, of whatever type, that is as much work as many others: `@Extensions(costs(600))`. An operation may cost
 * 1,000 (promise 19), which is to be at most 50 ms of a processor: 20 for a millisecond.
 */
export function costs(cost: number): { readonly cost: number } {
  return { cost };
}

/** Marks a field that costs more than half of what an operation may: no operation asks for two of them. */
export const ONE_PER_OPERATION = costs(600);

/**
 * Marks a field of the roots with the scope that a personal access token needs for it: `@Extensions(scope('READ'))`. The
 * viewer guard refuses a token without it, and for a field that says nothing every token.
 *
 * A query with `scope('CONVERT')` answers visitors, too, where the converter is public (`VisitorAccess`): what it says
 * must depend on its arguments alone.
 */
export function scope(needed: TokenScope): { readonly scope: TokenScope } {
  return { scope: needed };
}

/** Marks a field that every personal access token may use, whatever its scopes are. */
export const ANY_PERSONAL_TOKEN = { scope: 'ANY' } as const;

/**
 * Marks a field that no personal access token may use: what changes something, what belongs to a person rather than to
 * their programs, and what costs money. Tokens are refused without the mark too, but a test wants it said.
 */
export const NO_PERSONAL_TOKEN = { scope: 'NONE' } as const;

/** Marks a field with the arguments that may hold longer texts than others (`limitTexts`), and how long, in characters. */
export function longTexts(lengths: Readonly<Record<string, number>>): { readonly longTexts: typeof lengths } {
  return { longTexts: lengths };
}

/** The arguments of a field, as GraphQL has read them. */
type Arguments = Readonly<Record<string, unknown>>;

/** When a mutation asks its caller for a password or a passkey of the last 15 minutes. */
export interface AsksAgain {
  /** What it depends on, or why it never asks. */
  readonly because?: string;
  /** Whether the viewer guard asks; left out where it never does. */
  readonly applies?: (args: Arguments, now: Date) => boolean;
}

/**
 * Marks a mutation that takes a password or a passkey of the last 15 minutes (contract 14): its effect outlives a session,
 * lets somebody in or data out, or keeps others out or from being told. The viewer guard asks, before the resolver looks at
 * anything. Every mutation has this mark or one of the next three (decision 085).
 */
export const ASKS_AGAIN: { readonly asksAgain: AsksAgain } = { asksAgain: { applies: () => true } };

/** Marks a mutation for which the viewer guard asks again where its arguments call for it. */
export function asksAgainWhen(
  condition: string,
  applies: NonNullable<AsksAgain['applies']>,
): { readonly asksAgain: AsksAgain } {
  return { asksAgain: { because: condition, applies } };
}

/** Marks a mutation whose rule asks again, where that depends on what is stored. */
export function asksAgainInRule(condition: string): { readonly asksAgain: AsksAgain } {
  return { asksAgain: { because: condition } };
}

/** Marks a mutation that never asks again, with the reason why a stolen session can do no lasting harm by it. */
export function asksNothing(reason: string): { readonly asksAgain: AsksAgain } {
  return { asksAgain: { because: reason } };
}

/** Marks a mutation with the events that it writes into the audit trail. */
export function audited(...events: readonly [string, ...string[]]): { readonly audited: readonly string[] } {
  return { audited: events };
}

/** Marks a mutation that writes nothing into the audit trail, with the reason. */
export function notAudited(reason: string): { readonly notAudited: string } {
  return { notAudited: reason };
}

/** A limit of a rule, by the name under which it is counted. */
export type RuleLimit = 'joins' | 'lockout' | 'own changes' | 'registrations' | 'room answers' | 'token refresh';

/** Marks a mutation without `@rateLimit` whose rule has a limit of its own, as for callers who are not signed in. */
export function boundedBy(limit: RuleLimit): { readonly boundedBy: RuleLimit } {
  return { boundedBy: limit };
}

/** Marks a mutation that has no limit because a refusal would do harm, with the reason. */
export function neverRefused(reason: string): { readonly neverRefused: string } {
  return { neverRefused: reason };
}
