/**
 * Query parameters for a single host's charts; without a host id, they refer to the default host. The wall alone is that
 * of all hosts.
 */
const OF_CHARTS = ['periodo', 'de', 'ate'];

/** Whether a URL that would list several hosts is meant for the default host's charts instead. */
export function asksForCharts(search: string, hash: string): boolean {
  const words = new URLSearchParams(search);
  return hash.startsWith('#chart') || OF_CHARTS.some((word) => words.has(word));
}
