import type { Evaluation } from './evaluate.js';

/** The state of one rule on one host. It is stored as JSON, so it contains only numbers, words and flags. */
export interface RuleState {
  /** The state shown to users. If it is `UNKNOWN`, an incident may be open, which then neither ends nor fires again. */
  readonly state: 'OK' | 'PENDING' | 'FIRING' | 'UNKNOWN';
  /** Whether the rule has fired and has not been released yet. */
  readonly isOpen: boolean;
  /** When `state` last changed. */
  readonly sinceMs: number;
  /** When the condition became true; null while it is false, absent from states of older versions. */
  readonly trueSinceMs?: number | null;
  /** Before firing: how long the condition has been true without ever being false. */
  readonly heldMs: number;
  /** While an incident is open: how long the condition has been false without ever being true. */
  readonly releasedMs: number;
  /** Time of the last evaluation. */
  readonly lastAtMs: number;
  readonly lastResult: Evaluation['result'];
}

export interface RuleDurations {
  /** How long the condition must be true before the rule fires. */
  readonly forSeconds: number;
  /** How long it must be false before the incident is over. */
  readonly releaseSeconds: number;
}

export interface EvaluationTime {
  readonly atMs: number;
  /** If the last evaluation was longer ago than this, the service was down, and the time in between does not count. */
  readonly gapMs: number;
}

export interface NextState {
  readonly state: RuleState;
  /** The change that users are notified of: an incident has begun or is over. */
  readonly transition: 'fired' | 'released' | null;
}

/**
 * Returns the state after an evaluation; `before` is undefined for the first one.
 *
 * ```
 *        true                 true for forSeconds
 *   OK ────────→ PENDING ──────────────────────────→ FIRING
 *    ↑  false        │                                  │
 *    ├───────────────┘      false for releaseSeconds    │
 *    └──────────────────────────────────────────────────┘
 * ```
 *
 * `UNKNOWN` can occur between any two states and changes nothing: what has been counted is kept, and counting continues
 * afterwards. Time only counts between two evaluations that have the same result and are no further apart than `gapMs`.
 */
export function nextState(
  before: RuleState | undefined,
  result: Evaluation['result'],
  time: EvaluationTime,
  durations: RuleDurations,
): NextState {
  const last = before ?? firstState(result, time.atMs);
  const countedMs = last.lastResult === result ? timeSince(last, time) : 0;
  const { state, isOpen, heldMs, releasedMs } = countsAfter(last, result, countedMs, durations);
  const hasChanged = before === undefined || state !== last.state;
  // If the clock was set back, a state must not begin in the future.
  const sinceMs = hasChanged ? time.atMs : Math.min(last.sinceMs, time.atMs);
  const transition = isOpen === last.isOpen ? null : isOpen ? 'fired' : 'released';
  const trueSinceMs = trueSinceAfter(last, result, time.atMs);
  return {
    state: { state, isOpen, sinceMs, trueSinceMs, heldMs, releasedMs, lastAtMs: time.atMs, lastResult: result },
    transition,
  };
}

/** Returns when the condition became true. As for the counts, times without a value change nothing. */
function trueSinceAfter(last: RuleState, result: Evaluation['result'], atMs: number): number | null {
  if (result === 'false') return null;
  if (result === 'unknown') return last.trueSinceMs ?? null;
  return Math.min(last.trueSinceMs ?? atMs - last.heldMs, atMs);
}

function firstState(result: Evaluation['result'], atMs: number): RuleState {
  return { state: 'OK', isOpen: false, sinceMs: atMs, heldMs: 0, releasedMs: 0, lastAtMs: atMs, lastResult: result };
}

/** Returns how much of the time since the last evaluation counts: 0 for gaps, and if the clock was set back. */
function timeSince({ lastAtMs }: RuleState, { atMs, gapMs }: EvaluationTime): number {
  const elapsedMs = atMs - lastAtMs;
  return elapsedMs < 0 || elapsedMs > gapMs ? 0 : elapsedMs;
}

/** The parts of the state that each evaluation determines. */
type Counts = Pick<RuleState, 'state' | 'isOpen' | 'heldMs' | 'releasedMs'>;

function countsAfter(
  { isOpen, heldMs, releasedMs }: RuleState,
  result: Evaluation['result'],
  countedMs: number,
  { forSeconds, releaseSeconds }: RuleDurations,
): Counts {
  if (result === 'unknown') return { state: 'UNKNOWN', isOpen, heldMs, releasedMs };
  if (isOpen) {
    if (result === 'true') return { state: 'FIRING', isOpen, heldMs, releasedMs: 0 };
    const falseMs = releasedMs + countedMs;
    if (falseMs < releaseSeconds * 1000) return { state: 'FIRING', isOpen, heldMs, releasedMs: falseMs };
    return { state: 'OK', isOpen: false, heldMs: 0, releasedMs: 0 };
  }
  if (result === 'false') return { state: 'OK', isOpen, heldMs: 0, releasedMs };
  const trueMs = heldMs + countedMs;
  if (trueMs < forSeconds * 1000) return { state: 'PENDING', isOpen, heldMs: trueMs, releasedMs };
  return { state: 'FIRING', isOpen: true, heldMs: 0, releasedMs: 0 };
}
