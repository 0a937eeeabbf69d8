import type { ReadQuantity } from './evaluate.js';

/** A time during which no rule was evaluated because the service was down or could not reach its database. */
export interface Outage {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns how much of a time range fell into outages, which must not overlap. */
export function lostMs(outages: readonly Outage[], fromMs: number, toMs: number): number {
  return outages.reduce((sum, outage) => {
    const overlapMs = Math.min(outage.toMs, toMs) - Math.max(outage.fromMs, fromMs);
    return sum + Math.max(0, overlapMs);
  }, 0);
}

/** Subtracts outages from `away`, because nothing could have been heard from the host during them. */
export function withoutOutages(read: ReadQuantity, atMs: number, outages: readonly Outage[]): ReadQuantity {
  if (outages.length === 0) return read;
  return (quantity) => {
    const value = read(quantity);
    if (quantity.name !== 'away' || value === null) return value;
    return Math.max(0, value - lostMs(outages, atMs - value * 1000, atMs) / 1000);
  };
}
