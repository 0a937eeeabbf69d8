const GOLDEN_RATIO = 0.618_033_988_75;

/** Returns how far into its interval a host is read first: evenly spread, and far from those with numbers next to it. */
export function delayWithin({ number, intervalMs }: { readonly number: number; readonly intervalMs: number }): number {
  return Math.floor(((number * GOLDEN_RATIO) % 1) * intervalMs);
}
