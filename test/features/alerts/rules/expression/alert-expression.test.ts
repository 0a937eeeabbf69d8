import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALERT_EXPRESSION_MAX_LENGTH,
  parseAlertExpression,
  textOfAlertExpression,
} from '../../../../../src/features/alerts/rules/expression/alert-expression.js';
import type { Atom } from '../../../../../src/features/alerts/rules/expression/atoms.js';
import { textOf } from '../../../../../src/features/conversion/rules/logic/expression.js';
import { truthTable } from '../../../../../src/features/conversion/rules/logic/truth-table.js';
import { arbitraryExpression } from '../arbitrary-expression.js';
import { findProblem, read } from '../read.js';

const only = (text: string): Atom | undefined => read(text).atoms[0];

describe('conditions of rules (contract 12)', () => {
  test.each([
    ['cpu > 90 IMPLIES ram > 80', 'cpu > 90 % IMPLIES ram > 80 %'],
    ['cpu > 90 → ram > 80', 'cpu > 90 % IMPLIES ram > 80 %'],
    ['cpu > 90 ⇒ ram > 80', 'cpu > 90 % IMPLIES ram > 80 %'],
    ['cpu > 90 => ram > 80', 'cpu > 90 % IMPLIES ram > 80 %'],
    ['cpu > 90 -> ram > 80 -> swap > 1', 'cpu > 90 % IMPLIES (ram > 80 % IMPLIES swap > 1 %)'],
    ['cpu > 90 IFF ram > 80', 'cpu > 90 % IFF ram > 80 %'],
    ['cpu > 90 <-> ram > 80', 'cpu > 90 % IFF ram > 80 %'],
    ['cpu > 90 <=> ram > 80', 'cpu > 90 % IFF ram > 80 %'],
    ['cpu > 90 se e somente se ram > 80', 'cpu > 90 % IFF ram > 80 %'],
    ['cpu > 90 ↔ ram > 80', 'cpu > 90 % XNOR ram > 80 %'],
    ['cpu > 90 ∧ ¬(ram > 80 ∨ ~ swap > 1)', 'cpu > 90 % AND NOT (ram > 80 % OR NOT swap > 1 %)'],
    ['cpu > 90 v ram > 80', 'cpu > 90 % OR ram > 80 %'],
    ['cpu > 90 e ram > 80', 'cpu > 90 % AND ram > 80 %'],
    ['cpu > 90 ⊕ ram > 80 ^ swap > 1', 'cpu > 90 % XOR ram > 80 % XOR swap > 1 %'],
    ["(cpu > 90)' · ram > 80' + swap > 1‾", '(NOT cpu > 90 % AND NOT ram > 80 %) OR NOT swap > 1 %'],
    ["(disk('/var') > 90)' OR (ram > 80)'", 'NOT disk("/var") > 90 % OR NOT ram > 80 %'],
    ['cpu > 90 && !(ram > 80) || swap > 1', '(cpu > 90 % AND NOT ram > 80 %) OR swap > 1 %'],
    ['rise(disk, 24h) <-1', 'rise(disk, 24h) < -1 %'],
  ])('in the notations of truth tables: %s', (text, canonical) => {
    expect(textOfAlertExpression(read(text))).toBe(canonical);
  });

  test('in canonical form are read as themselves', () => {
    fc.assert(
      fc.property(arbitraryExpression, (expression) => {
        const text = textOfAlertExpression(expression);
        fc.pre(text.length <= ALERT_EXPRESSION_MAX_LENGTH);
        const again = read(text);
        expect(again).toEqual(expression);
        expect(textOfAlertExpression(again)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['cpu>90', 'cpu > 90 %'],
    ['CPU > 90%', 'cpu > 90 %'],
    ['ram ≥ 85 percent', 'ram >= 85 %'],
    ['swap<=1,5%', 'swap <= 1.5 %'],
    ['disk("/var")>90', 'disk("/var") > 90 %'],
    ["disk('/mnt/my data') > 90", 'disk("/mnt/my data") > 90 %'],
    ['disk(“/”)>90', 'disk("/") > 90 %'],
    ['load1 > 2', 'load1 > 2'],
    ['netin > 1.5 GB', 'netin > 1.5 GiB/s'],
    ['netin > 1,5 gb/s', 'netin > 1.5 GiB/s'],
    ['netin > 1536 MiB', 'netin > 1.5 GiB/s'],
    ['diskwrite > 1000', 'diskwrite > 1000 B/s'],
    ['netout > 1.2500 B', 'netout > 1 B/s'],
    ['uptime > 3 d', 'uptime > 3 d'],
    ['uptime > 3 dias', 'uptime > 3 d'],
    ['away > 2 min', 'away > 2 min'],
    ['away > 120', 'away > 2 min'],
    ['away > 100 s', 'away > 100 s'],
    ['avg(cpu,10m)>90', 'avg(cpu, 10m) > 90 %'],
    ['MIN ( cpu , 600 s ) > 90', 'min(cpu, 10m) > 90 %'],
    ['max(load1,1.5h) > 4', 'max(load1, 90m) > 4'],
    ['rise(disk, 1 d) > 5', 'rise(disk, 24h) > 5 %'],
    ['rise(disk("/var"), 24h) > 5', 'rise(disk("/var"), 24h) > 5 %'],
    ['rise(disk, 24h) < -5', 'rise(disk, 24h) < -5 %'],
    ['rise(disk, 24h) < −0', 'rise(disk, 24h) < 0 %'],
    ['time(22:00-06:00)', 'time(22:00-06:00)'],
    ['TIME(8:00–18:00, mon-fri)', 'time(08:00-18:00, mon-fri)'],
    ['time(08:00-18:00, seg-sex)', 'time(08:00-18:00, mon-fri)'],
    ['time(08:00-18:00, Lunes-viernes)', 'time(08:00-18:00, mon-fri)'],
    ['time(08:00-18:00, sáb, dom, qua)', 'time(08:00-18:00, wed, sat-sun)'],
    ['time(08:00-18:00, fri-mon)', 'time(08:00-18:00, mon, fri-sun)'],
    ['time(08:00-24:00, mon-sun)', 'time(08:00-24:00)'],
    ['cpu > 90 e não ram > 80', 'cpu > 90 % AND NOT ram > 80 %'],
    ['cpu > 90 or ram > 80 and swap > 1', 'cpu > 90 % OR (ram > 80 % AND swap > 1 %)'],
    ['!(cpu>90||ram>80)&1', 'NOT (cpu > 90 % OR ram > 80 %) AND 1'],
    ['load1 > 1.1250', 'load1 > 1.1250'],
    ['0', '0'],
  ])('%s is read as %s', (typed, canonical) => {
    expect(textOfAlertExpression(read(typed))).toBe(canonical);
    expect(textOfAlertExpression(read(canonical))).toBe(canonical);
  });

  test('have their numbers in the unit of the figure', () => {
    expect(only('netin > 1,5 GB')).toMatchObject({ limit: 1.5 * 1024 ** 3, unit: 'bytesPerSecond', operator: '>' });
    expect(only('uptime >= 3 d')).toMatchObject({ limit: 259_200, unit: 'seconds' });
    expect(only('rise(disk("/var"), 24h) > 5')).toMatchObject({
      quantity: { kind: 'window', function: 'rise', name: 'disk', path: '/var', windowMs: 86_400_000 },
    });
    expect(only('time(22:00-06:00, fri)')).toMatchObject({ fromMinute: 1320, toMinute: 360, days: [5] });
  });

  test('have a variable for each different comparison, however often and in which units it is written', () => {
    const { expression, atoms } = read('cpu > 90 and ram > 80 or CPU>90% and away > 2 min or away > 120 s');
    expect(atoms.map(({ text }) => text)).toEqual(['cpu > 90 %', 'ram > 80 %', 'away > 2 min']);
    expect(textOf(expression)).toBe('(A AND B) OR (A AND C) OR C');
    expect(truthTable(expression).variables).toEqual(['A', 'B', 'C']);
  });

  test('have six different comparisons and not seven, 500 characters and not 501', () => {
    const names = ['cpu', 'ram', 'swap', 'disk', 'load1', 'load5', 'load15'];
    const joined = (count: number) =>
      names
        .slice(0, count)
        .map((name) => `${name} > 1`)
        .join(' or ');
    expect(read(`${joined(6)} or cpu > 1`).atoms).toHaveLength(6);
    expect(truthTable(read(joined(6)).expression).rows).toHaveLength(64);
    expect(findProblem(joined(7))).toMatchObject({
      kind: 'tooManyAtoms',
      found: 'load15',
      position: joined(6).length + 5,
    });
    expect(read('cpu > 1'.padEnd(500)).atoms).toHaveLength(1);
    expect(findProblem('cpu > 1'.padEnd(501))).toMatchObject({ kind: 'tooLong', position: 501 });
  });

  test('any text is read or has a problem at a place within it', () => {
    const piece = fc.constantFrom(
      ...[
        'cpu',
        'avg',
        '(',
        ')',
        ',',
        ' 10m',
        ' > ',
        '>=',
        '90',
        '1.500',
        '%',
        'MB',
        '/s',
        ' and ',
        ' e ',
        'not ',
        '-',
      ],
      ...['time', '22:00', '-', 'mon', 'disk', '"/var"', '"', '“', '0', '😀', '\u0000', '_', 'load1', '~', '99:99'],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 25, size: 'max' }).map((all) => all.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const parsed = parseAlertExpression(typed);
        if (!('problem' in parsed)) return;
        const { position, found } = parsed.problem;
        expect(typed.slice(position - 1, position - 1 + found.length)).toBe(found);
        expect(position).toBeLessThanOrEqual(typed.length + 1);
      }),
      { numRuns: 5000 },
    );
  });
});
