import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../../../src/features/alerts/rules/evaluate.js';
import { parseAlertExpression } from '../../../../../src/features/alerts/rules/expression/alert-expression.js';
import { isUnreadable } from '../../../../../src/features/conversion/rules/unreadable.js';
import { read } from '../read.js';

/** Measures and some of their possible values: both ends and some in between. */
const FIGURES = {
  cpu: [0, 0.1, 50, 99.9, 100],
  'avg(ram, 10m)': [0, 50, 100],
  'rise(disk, 24h)': [-100, -1, 0, 1, 100],
  load1: [0, 1, 1e9],
  away: [0, 1, 1e9],
};

const findProblem = (text: string) => {
  const parsed = parseAlertExpression(text, { refusesConstants: true });
  return isUnreadable<{ kind: string }>(parsed) ? parsed.problem.kind : undefined;
};

describe('a comparison that is always true, or never', () => {
  test('is one that no value of its figure decides', () => {
    const figure = fc.constantFrom(...(Object.keys(FIGURES) as (keyof typeof FIGURES)[]));
    const limit = fc.constantFrom(-101, -100, -1, 0, 0.05, 50, 99.95, 100, 101);
    fc.assert(
      fc.property(figure, fc.constantFrom('>', '>=', '<', '<='), limit, (name, operator, number) => {
        const text = `${name} ${operator} ${number}`;
        const results = FIGURES[name].map((value) => evaluate(read(text), () => value, 0, 'UTC').result);
        const kind = new Set(results).size > 1 ? undefined : results[0] === 'true' ? 'alwaysTrue' : 'neverTrue';
        expect([text, findProblem(text)]).toEqual([text, kind]);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['cpu > -1', 'alwaysTrue'],
    ['ram > 50 AND disk >= 101 %', 'neverTrue'],
    ['netin >= 0', 'alwaysTrue'],
    ['away < 0 s', 'neverTrue'],
    ['load1 > 100', undefined],
  ])('%s: %s', (text, kind) => {
    expect(findProblem(text)).toBe(kind);
    // Rules stored by earlier versions are still evaluated.
    expect(isUnreadable(parseAlertExpression(text))).toBe(false);
  });
});
