import type { AgentClock } from './agent-table.js';

const MINUTE_MS = 60_000;

/** Clocks that differ by no more than this count as equal, so minutes may be misplaced by up to this much. */
const APART_MS = 45_000;

/** A sample sent more than this long after it was taken says nothing about the present or the agent's clock. */
const LIVE_MS = MINUTE_MS;

/** Whether, by the agent's clock, a sample was sent right after it was taken. */
export function isLive(takenMs: number, sentMs: number): boolean {
  return Math.abs(takenMs - sentMs) <= LIVE_MS;
}

/**
 * Returns the number of minutes to add to an agent's times. It is whole so that the agent's minutes stay whole. Keeps
 * the previous offset as long as it fits, because a minute that is sent again must have the same key.
 *
 * @param skewMs how far the agent's clock is ahead of the service's.
 * @param beforeMinutes the offset so far.
 */
export function clockOffsetMinutes(skewMs: number, beforeMinutes: number): number {
  if (Math.abs(skewMs + beforeMinutes * MINUTE_MS) <= APART_MS) return beforeMinutes;
  return Math.abs(skewMs) <= APART_MS ? 0 : Math.round(-skewMs / MINUTE_MS);
}

/** A change of an agent's clock smaller than this is not worth writing. */
const SKEW_STEP_MS = 1000;

/**
 * Returns the agent's clock as of its newest message. The skew includes the message's transit time, which is not
 * corrected.
 */
export function nextClock(before: AgentClock, skewMs: number): AgentClock {
  if (Math.abs(skewMs - before.skewMs) < SKEW_STEP_MS) return before;
  return { skewMs, offsetMinutes: clockOffsetMinutes(skewMs, before.offsetMinutes) };
}
