/** Words of the address that are about the charts of one host: then that is meant which is so when none is named. */
const OF_CHARTS = ['parede', 'periodo', 'de', 'ate'];

/** Whether an address below which several hosts are listed is about the charts of the one that is meant instead. */
export function asksForCharts(search: string, hash: string): boolean {
  const words = new URLSearchParams(search);
  return hash.startsWith('#chart') || OF_CHARTS.some((word) => words.has(word));
}
