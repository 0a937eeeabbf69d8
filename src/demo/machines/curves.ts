const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Returns smooth noise from 0 to 1 that takes about `periodMs` from one extreme to another; the same for each call. */
export function noise(atMs: number, periodMs: number, seed: number): number {
  const at = atMs / periodMs;
  const from = Math.floor(at);
  const share = at - from;
  const eased = share * share * (3 - 2 * share);
  return scatter(from, seed) * (1 - eased) + scatter(from + 1, seed) * eased;
}

/** Returns noise from 0 to 1 that differs from one second to the next. */
export function flicker(atMs: number, seed: number): number {
  return scatter(Math.floor(atMs / SECOND_MS), seed);
}

/** Rises from 0 to 1 after `from`, and falls back to 0 before `to`, each within `ramp`. */
export function plateau(at: number, from: number, to: number, ramp: number): number {
  return eased((at - from) / ramp) * eased((to - at) / ramp);
}

export function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, value));
}

function eased(share: number): number {
  const within = clamp(share, 0, 1);
  return within * within * (3 - 2 * within);
}

/** Scatters whole numbers evenly over 0 to 1 (the last steps of MurmurHash3). */
function scatter(number: number, seed: number): number {
  let hash = Math.imul(number ^ Math.imul(seed, 0x9e37_79b1), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
