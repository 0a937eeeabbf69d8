import { measures } from '../../../../../src/features/monitoring/measures';
import type { ChartState, ChartStates } from '../charts/chart-state';
import type { Finding } from './use-findings';

/** Returns the state of each chart with findings: its most severe finding, which comes first in the list. */
export function computeChartStates(findings: readonly Finding[]): ChartStates {
  const states = new Map<string, ChartState>();
  for (const { severity, measure, text, cause } of findings) {
    const chart = measure !== null && measure in measures && measures[measure as keyof typeof measures].chart;
    if (severity !== 'INFORMATION' && chart && !states.has(chart)) states.set(chart, { severity, text, cause });
  }
  return states;
}
