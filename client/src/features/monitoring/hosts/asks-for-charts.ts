/** Query parameters about the charts of a single host; without a host id they mean the default host. */
const OF_CHARTS = ['parede', 'periodo', 'de', 'ate'];

/** Whether an address that would list several hosts is about the default host's charts instead. */
export function asksForCharts(search: string, hash: string): boolean {
  const words = new URLSearchParams(search);
  return hash.startsWith('#chart') || OF_CHARTS.some((word) => words.has(word));
}
