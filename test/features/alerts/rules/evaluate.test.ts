import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../../src/features/alerts/rules/evaluate.js';
import type { Quantity } from '../../../../src/features/alerts/rules/expression/atoms.js';
import { textOfQuantity } from '../../../../src/features/alerts/rules/expression/read-comparison.js';
import { computeLocalTime, isTimeZone } from '../../../../src/features/alerts/rules/time-zone.js';
import { truthTable } from '../../../../src/features/conversion/rules/logic/truth-table.js';
import { arbitraryExpression } from './arbitrary-expression.js';
import { read } from './read.js';

const MONDAY_NOON = Date.parse('2026-11-23T12:00:00Z');

function resultOf(text: string, figures: Readonly<Record<string, number>>, at = MONDAY_NOON, zone = 'UTC') {
  return evaluate(read(text), (quantity) => figures[textOfQuantity(quantity)] ?? null, at, zone).result;
}

describe('evaluating a condition (contract 12)', () => {
  test('gives the row of its truth table that the comparisons choose', () => {
    const values = fc.dictionary(
      fc.constantFrom('cpu', 'ram', 'swap', 'disk', 'load1'),
      fc.integer({ min: 0, max: 100 }),
    );
    fc.assert(
      fc.property(arbitraryExpression, values, fc.integer({ min: 0, max: 100 }), (expression, known, other) => {
        const figureAt = (quantity: Quantity) => (quantity.name === 'away' ? null : (known[quantity.name] ?? other));
        const { result, atoms } = evaluate(expression, figureAt, MONDAY_NOON, 'America/Sao_Paulo');
        const comparisons = expression.atoms.filter((atom) => atom.kind === 'comparison');
        const isUnknown = comparisons.length > 0 && comparisons.every((atom) => figureAt(atom.quantity) === null);
        const { rows } = truthTable(expression.expression);
        const row = rows.find(({ inputs }) => inputs.every((bit, index) => bit === atoms[index]?.bit));
        expect(result).toBe(isUnknown ? 'unknown' : row?.result === 1 ? 'true' : 'false');
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['cpu > 90', 90, 'false'],
    ['cpu > 90', 90.1, 'true'],
    ['cpu >= 90', 90, 'true'],
    ['cpu < 90', 90, 'false'],
    ['cpu < 90', 89.9, 'true'],
    ['cpu <= 90', 90, 'true'],
    ['cpu <= 90', 90.1, 'false'],
  ])('%s of %d is %s', (text, cpu, result) => {
    expect(resultOf(text, { cpu })).toBe(result);
  });

  test('a missing measure makes its comparison false, and only all of them missing make it unknown', () => {
    expect(resultOf('cpu > 90 or ram > 80', { ram: 81 })).toBe('true');
    expect(resultOf('cpu > 90 or ram > 80', { ram: 80 })).toBe('false');
    expect(resultOf('not cpu > 90 and ram > 80', { ram: 81 })).toBe('true');
    expect(resultOf('cpu > 90 or ram > 80', {})).toBe('unknown');
    expect(resultOf('not cpu > 90', {})).toBe('unknown');
    // A time condition is not a measure, so it cannot make an unknown result known.
    expect(resultOf('cpu > 90 or time(00:00-24:00)', {})).toBe('unknown');
    expect(resultOf('time(00:00-24:00)', {})).toBe('true');
    expect(resultOf('1', {})).toBe('true');
  });

  test.each([
    ['time(08:00-18:00)', '2026-11-23T07:59:59Z', 'false'],
    ['time(08:00-18:00)', '2026-11-23T08:00:00Z', 'true'],
    ['time(08:00-18:00)', '2026-11-23T17:59:59Z', 'true'],
    ['time(08:00-18:00)', '2026-11-23T18:00:00Z', 'false'],
    ['time(22:00-06:00)', '2026-11-23T23:59:59Z', 'true'],
    ['time(22:00-06:00)', '2026-11-23T00:00:00Z', 'true'],
    ['time(22:00-06:00)', '2026-11-23T06:00:00Z', 'false'],
    ['time(22:00-24:00)', '2026-11-23T23:59:59Z', 'true'],
    ['time(22:00-24:00)', '2026-11-24T00:00:00Z', 'false'],
    ['time(08:00-18:00, mon-fri)', '2026-11-22T12:00:00Z', 'false'],
    ['time(08:00-18:00, mon-fri)', '2026-11-23T12:00:00Z', 'true'],
    // Friday night ends on Saturday morning, whereas Monday morning is part of Sunday night.
    ['time(22:00-06:00, mon-fri)', '2026-11-28T05:00:00Z', 'true'],
    ['time(22:00-06:00, mon-fri)', '2026-11-28T22:30:00Z', 'false'],
    ['time(22:00-06:00, mon-fri)', '2026-11-23T05:00:00Z', 'false'],
    ['time(22:00-06:00, sun)', '2026-11-23T05:00:00Z', 'true'],
  ])('%s at %s is %s', (text, at, result) => {
    expect(resultOf(text, {}, Date.parse(at))).toBe(result);
  });

  test('times are those of the clocks in the rule’s zone, also when these are changed', () => {
    const at = (time: string, text: string, zone: string) => resultOf(text, {}, Date.parse(time), zone);
    expect(at('2026-11-23T01:30:00Z', 'time(22:00-23:00, sun)', 'America/Sao_Paulo')).toBe('true');
    expect(at('2026-11-23T01:30:00Z', 'time(07:00-08:00, mon)', 'Asia/Kathmandu')).toBe('true');
    // In Madrid, the hour from 02:00 to 03:00 is skipped in spring and occurs twice in autumn.
    for (const minute of ['00:59', '01:00', '01:30', '02:00']) {
      expect(at(`2026-03-29T${minute}:00Z`, 'time(02:00-03:00)', 'Europe/Madrid')).toBe('false');
    }
    for (const minute of ['00:00', '00:59', '01:00', '01:59']) {
      expect(at(`2026-10-25T${minute}:00Z`, 'time(02:00-03:00)', 'Europe/Madrid')).toBe('true');
    }
    expect(at('2026-10-25T02:00:00Z', 'time(02:00-03:00)', 'Europe/Madrid')).toBe('false');
  });

  test('the clock of a zone is that which Intl writes, asked for in any order', () => {
    const zone = fc.constantFrom('UTC', 'America/Sao_Paulo', 'Europe/Madrid', 'Asia/Kathmandu', 'Australia/Lord_Howe');
    const moment = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2040-01-01') });
    fc.assert(
      fc.property(zone, moment, (timeZone, at) => {
        const options = { timeZone, weekday: 'short', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
        const [weekday = '', hour, minute] = new Date(at).toLocaleString('en-GB', options).split(/[ ,:]+/);
        const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday) + 1;
        expect(computeLocalTime(at, timeZone)).toEqual({ minute: Number(hour) * 60 + Number(minute), day });
      }),
      { numRuns: 500 },
    );
  });

  test('zones are known by their IANA names alone', () => {
    for (const name of ['UTC', 'America/Sao_Paulo', 'Europe/Madrid', 'Etc/GMT+3']) expect(isTimeZone(name)).toBe(true);
    for (const name of ['', 'Mars/Olympus', '+03:00', 'UTC\u0000', `A${'/A'.repeat(40)}`]) {
      expect(isTimeZone(name)).toBe(false);
    }
    expect(() => computeLocalTime(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});
