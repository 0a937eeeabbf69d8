/**
 * Returns the share of a file system in use, in percent, as `df` does: of what users other than root may use, and
 * rounded up. 0 if there is nothing to use.
 */
export function usedPercentOf({ usedBytes, availableBytes }: { usedBytes: number; availableBytes: number }): number {
  const usable = usedBytes + availableBytes;
  // With the one decimal place that is shown; multiplied first, as a quotient's rounding error would be rounded up.
  return usable > 0 ? Math.ceil((usedBytes * 1000) / usable) / 10 : 0;
}
