/** Bounds of an agent's measuring interval. */
export const INTERVAL_MIN_MS = 1000;
export const INTERVAL_MAX_MS = 60_000;

/** Returns the default measuring interval for agents: the interval of their hub, clamped to the bounds. */
export function agentIntervalMs(hubIntervalMs: number): number {
  return Math.min(INTERVAL_MAX_MS, Math.max(INTERVAL_MIN_MS, hubIntervalMs));
}
