import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionsAt } from '../../../../../src/features/alerts/rules/expression/completions.js';
import { writtenExpression } from '../arbitrary-expression.js';

/** Returns the completions offered at the `|`. */
function offered(text: string): string[] {
  const cursor = text.indexOf('|');
  return completionsAt(text.replace('|', ''), cursor).candidates.map((candidate) => candidate.text);
}

describe('completions of a condition (contract 12)', () => {
  test.each([
    ['c|', ['cpu']],
    ['|', expect.arrayContaining(['cpu', 'ram', 'avg', 'time', 'NOT', '('])],
    ['ne|', ['netin', 'netout']],
    ['CP|', ['cpu']],
    ['cpu |', ['>', '>=', '<', '<=']],
    ['cpu > |', ['90 %']],
    ['cpu > 90 |', ['%', 'AND', 'OR', 'XOR', 'NAND', 'NOR', 'XNOR', 'IMPLIES', 'IFF']],
    ['cpu > 90|', expect.arrayContaining(['%', 'AND'])],
    ['netin > 10 M|', ['MiB/s']],
    ['netin > 10 MB |', ['AND', 'OR', 'XOR', 'NAND', 'NOR', 'XNOR', 'IMPLIES', 'IFF']],
    ['(cpu > 90 a|', ['AND']],
    ['(cpu > 90 % |', expect.arrayContaining([')'])],
    ['cpu > 90 and l|', ['load1', 'load5', 'load15']],
    ['avg(|', expect.not.arrayContaining(['uptime', 'away', 'avg'])],
    ['avg(cpu, |', ['10m', '1h', '24h']],
    ['avg(cpu, 10|', ['m', 'h', 's']],
    ['avg(cpu, 10m|', ['m']],
    ['disk(|', ['"/"', '"/var"']],
    ['time(|', ['08:00', '22:00']],
    ['time(22:00|', ['-']],
    ['time(22:00-06:00|', [',', ')']],
    ['time(22:00-06:00, |', ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']],
    ['time(22:00-06:00, m|', ['mon']],
    ['time(22:00-06:00, mon|-', ['mon']],
    ['time(22:00-06:00, mon|)', ['mon']],
    ['cup > 90 and |', []],
    ['cpu > > |', []],
    ['x|', []],
  ])('%s: %j', (text, texts) => {
    expect(offered(text)).toEqual(texts);
  });

  test('replace the word around the cursor', () => {
    expect(completionsAt('ne > 5', 1)).toMatchObject({ from: 0, to: 2 });
    expect(completionsAt('cpu > 90 an', 11)).toMatchObject({ from: 9, to: 11 });
    expect(completionsAt('cpu > 90 ', 9)).toMatchObject({ from: 9, to: 9 });
  });

  test('are offered at any place of any text, and each continues what was begun', () => {
    const text = fc.oneof(writtenExpression, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, fc.nat(), (typed, at) => {
        const cursor = at % (typed.length + 1);
        const { from, to, candidates } = completionsAt(typed, cursor);
        expect(from).toBeLessThanOrEqual(cursor);
        expect(to).toBeGreaterThanOrEqual(cursor);
        const begun = typed.slice(from, cursor).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
        for (const candidate of candidates) expect(candidate.text.toLowerCase().startsWith(begun)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
