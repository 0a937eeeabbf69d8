import { beforeAll, expect, test, vi } from 'vitest';
import { buildLimits, type RuleLimit } from '../../../client/src/features/monitoring/charts/incidents/chart-limits';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } });
});

const rule = (
  ruleName: string,
  measure: string,
  limit: number,
  severity: 'WARNING' | 'BAD' = 'WARNING',
): RuleLimit => ({
  ruleName,
  severity,
  measure,
  limit,
});

test('limits are on the chart of their measure, highest first, and equal ones share a line with the names of all', () => {
  const limits = buildLimits([
    rule('Swap', 'swapPercent', 50),
    rule('Cheia', 'ramPercent', 95),
    rule('Quase cheia', 'ramPercent', 85),
    rule('Crítica', 'ramPercent', 95, 'BAD'),
    rule('De amanhã', 'gpuPercent', 95),
  ]);
  expect([...limits.keys()]).toEqual(['memory']);
  expect(limits.get('memory')).toEqual([
    { measure: 'ramPercent', figure: 95, severity: 'BAD', names: ['Cheia', 'Crítica'] },
    { measure: 'ramPercent', figure: 85, severity: 'WARNING', names: ['Quase cheia'] },
    { measure: 'swapPercent', figure: 50, severity: 'WARNING', names: ['Swap'] },
  ]);
});
