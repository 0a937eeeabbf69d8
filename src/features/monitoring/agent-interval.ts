/** Bounds of the measuring interval of an agent. */
export const INTERVAL_MIN_MS = 1000;
export const INTERVAL_MAX_MS = 60_000;

/** Returns the interval at which an agent of a hub measures unless staff choose another: the hub's, within the bounds. */
export function agentIntervalMs(hubIntervalMs: number): number {
  return Math.min(INTERVAL_MAX_MS, Math.max(INTERVAL_MIN_MS, hubIntervalMs));
}
