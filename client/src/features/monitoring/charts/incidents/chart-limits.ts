import { type MeasureName, measures } from '../../../../../../src/features/monitoring/measures';
import { ruleName as nameOf } from '../../../../lib/i18n/rule-name';
import type { ChartLimit, ChartLimits } from '../history/chart-limit';

/** A limit of one rule, as the server lists it. */
export interface RuleLimit {
  readonly ruleName: string;
  readonly severity: 'WARNING' | 'BAD';
  readonly measure: string;
  readonly limit: number;
}

/** Returns the limits of each chart, highest first. Rules that share a limit share its line. */
export function buildLimits(limits: readonly RuleLimit[]): ChartLimits {
  const lines = new Map<string, ChartLimit>();
  for (const { ruleName, severity, measure, limit } of limits) {
    if (!isMeasure(measure)) continue;
    const before = lines.get(`${measure} ${limit}`);
    lines.set(`${measure} ${limit}`, {
      measure,
      figure: limit,
      severity: before?.severity === 'BAD' ? 'BAD' : severity,
      names: [...(before?.names ?? []), nameOf(ruleName)],
    });
  }
  const sorted = [...lines.values()].sort((a, b) => b.figure - a.figure);
  return Map.groupBy(sorted, ({ measure }) => measures[measure].chart);
}

/** False for a measure that a newer server knows. */
function isMeasure(name: string): name is MeasureName {
  return name in measures;
}
