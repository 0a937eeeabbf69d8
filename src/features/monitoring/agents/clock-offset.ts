import type { AgentClock } from './agent-table.js';

const MINUTE_MS = 60_000;

/** Clocks that are no further apart count as the same: a minute of an agent is in its place but for less than that. */
const APART_MS = 45_000;

/** A sample of another time than that at which it was sent shows nothing of the present, and no clock. */
const LIVE_MS = MINUTE_MS;

/** Whether a sample was taken when it was sent, both by the agent's clock. */
export function isLive(takenMs: number, sentMs: number): boolean {
  return Math.abs(takenMs - sentMs) <= LIVE_MS;
}

/**
 * By how many minutes an agent's times are moved, so that its minutes are in their place and still whole. It stays what it
 * was as long as that holds, as the key of a minute that is sent again must be the same.
 *
 * @param skewMs by how much the agent's clock is ahead of the service's.
 * @param beforeMinutes by how many minutes its times have been moved so far.
 */
export function clockOffsetMinutes(skewMs: number, beforeMinutes: number): number {
  if (Math.abs(skewMs + beforeMinutes * MINUTE_MS) <= APART_MS) return beforeMinutes;
  return Math.abs(skewMs) <= APART_MS ? 0 : Math.round(-skewMs / MINUTE_MS);
}

/** A change of an agent's clock by less is not worth writing. */
const SKEW_STEP_MS = 1000;

/** The clock of an agent as its newest message shows it. It differs by the way of the message, which is left out. */
export function nextClock(before: AgentClock, skewMs: number): AgentClock {
  if (Math.abs(skewMs - before.skewMs) < SKEW_STEP_MS) return before;
  return { skewMs, offsetMinutes: clockOffsetMinutes(skewMs, before.offsetMinutes) };
}
