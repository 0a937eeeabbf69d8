import { describe, expect, test } from 'vitest';
import { alertExpressionProblemText } from '../../../../../src/features/alerts/rules/expression/alert-expression-problem-text.js';
import { translate } from '../../../../../src/i18n/translate.js';
import { findProblem } from '../read.js';

/** Each entry: typed text, kind of fault, offending part, position and first suggestion. */
const FAULTS: readonly (readonly [typed: string, kind: string, found: string, position: number, fits: string])[] = [
  ['  ', 'empty', '', 1, 'cpu ram swap'],
  ['cup > 90', 'nameUnknown', 'cup', 1, 'cpu'],
  ['cpu > 90 and rma > 80', 'nameUnknown', 'rma', 14, 'ram'],
  ['memória > 90', 'nameUnknown', 'memória', 1, 'ram'],
  ['load > 2', 'nameUnknown', 'load', 1, 'load1'],
  ['agv(cpu, 10m) > 90', 'nameUnknown', 'agv', 1, 'avg'],
  ['avg(cup, 10m) > 90', 'nameUnknown', 'cup', 5, 'cpu'],
  ['avg(', 'nameUnknown', '', 5, 'cpu ram'],
  ['constructor > 1', 'nameUnknown', 'constructor', 1, ''],
  ['cpu', 'comparisonExpected', '', 4, '> >= < <='],
  ['cpu 90', 'comparisonExpected', '90', 5, '> >= < <='],
  ['cpu = 90', 'comparisonExpected', '=', 5, '> >= < <='],
  ['cpu == 90', 'comparisonExpected', '==', 5, '> >= < <='],
  ['cpu => 90', 'comparisonExpected', '=>', 5, '> >= < <='],
  ['cpu and ram > 80', 'comparisonExpected', 'and', 5, '> >= < <='],
  ['cpu("/") > 90', 'comparisonExpected', '(', 4, '>'],
  ['cpu >', 'numberExpected', '', 6, '90 %'],
  ['netin > x', 'numberExpected', 'x', 9, '10 MiB/s'],
  ['away > - x', 'numberExpected', 'x', 10, '2 min'],
  ['netin > 1.500 MB', 'numberAmbiguous', '1.500', 9, '1500 1.5000'],
  ['netin > 1.000.000', 'numberAmbiguous', '1.000.000', 9, '1000000'],
  ['netin > 999999999999999 TB', 'numberTooLarge', '999999999999999', 9, ''],
  ['cpu > 1.1234567', 'numberTooLarge', '1.1234567', 7, ''],
  ['cpu > 90 MB', 'unitWrong', 'MB', 10, '%'],
  ['netin > 90 %', 'unitWrong', '%', 12, 'B/s KiB/s MiB/s GiB/s TiB/s'],
  ['netin > 10mbs', 'unitWrong', 'mbs', 11, 'MiB/s'],
  ['load1 > 200 %', 'unitWrong', '%', 13, ''],
  ['netin > 10 MB/x', 'signExpected', 'x', 15, 's'],
  ['cpu > 90 nad ram > 80', 'operatorExpected', 'nad', 10, 'AND'],
  ['cpu > 90 ram > 80', 'operatorExpected', 'ram', 10, ''],
  ['away > 2 mim', 'operatorExpected', 'mim', 10, 'min'],
  ['(cpu > 90 % ram', 'operatorExpected', 'ram', 13, ''],
  ['time(22:00-06:00) > 5', 'operatorExpected', '>', 19, 'AND OR'],
  ['cpu > 90 and', 'operandExpected', '', 13, 'cpu ram'],
  ['and cpu > 90', 'operandExpected', 'and', 1, 'cpu ram'],
  ['90 < cpu', 'operandExpected', '90', 1, 'cpu ram'],
  ['(cpu > 90', 'bracketUnclosed', '(', 1, ')'],
  ['cpu > 90)', 'bracketUnopened', ')', 9, ''],
  [`${'('.repeat(33)}cpu > 1`, 'tooDeep', '(', 33, ''],
  ['avg cpu', 'signExpected', 'cpu', 5, '('],
  ['avg(cpu) > 90', 'signExpected', ')', 8, ','],
  ['avg(cpu, 10m > 90', 'signExpected', '>', 14, ')'],
  ['avg(uptime, 10m) > 5', 'windowless', 'uptime', 5, 'cpu ram'],
  ['avg(cpu, ) > 90', 'durationExpected', ')', 10, '10m 1h 24h'],
  ['avg(cpu, 10) > 90', 'durationExpected', ')', 12, 'm h s'],
  ['avg(cpu, 10 MB) > 90', 'durationExpected', 'MB', 13, 'm'],
  ['avg(cpu, 59 s) > 90', 'durationOutOfRange', '59', 10, '10m'],
  ['avg(cpu, 25h) > 90', 'durationOutOfRange', '25', 10, '10m'],
  ['disk(/var) > 90', 'pathExpected', '/', 6, '"/"'],
  ['disk("") > 90', 'pathExpected', '""', 6, '"/"'],
  ['disk("/var > 90', 'quoteUnclosed', '"', 6, '"'],
  ['disk("/var" > 90', 'signExpected', '>', 13, ')'],
  ['time(22-06)', 'clockExpected', '22', 6, '08:00'],
  ['time(24:00-06:00)', 'clockExpected', '24:00', 6, '08:00'],
  ['time(22:00-24:01)', 'clockExpected', '24:01', 12, '08:00'],
  ['time(22:60-23:00)', 'clockExpected', '22:60', 6, '08:00'],
  ['time(22:00 06:00)', 'signExpected', '06:00', 12, '-'],
  ['time(08:00-08:00)', 'spanEmpty', '08:00', 12, '00:00-24:00'],
  ['time(08:00-18:00', 'signExpected', '', 17, ', )'],
  ['time(08:00-18:00, mno)', 'dayUnknown', 'mno', 19, 'mon'],
  ['time(08:00-18:00, mon-', 'dayUnknown', '', 23, 'mon tue'],
];

describe('faults of conditions (contract 12)', () => {
  test.each(FAULTS)('%j: %s', (typed, kind, found, position, fits) => {
    const problem = findProblem(typed);
    expect(problem).toMatchObject({ kind, found, position });
    const first = problem.suggestions.slice(0, fits.split(' ').length).map(({ text }) => text);
    if (fits !== '') expect(first.join(' ')).toBe(fits);
  });

  test('are said in every language, with the place and what would fit', () => {
    const said = (typed: string, language: 'pt' | 'en' | 'es') =>
      translate(alertExpressionProblemText(findProblem(typed)), language);
    for (const [typed] of FAULTS) {
      for (const language of ['pt', 'en', 'es'] as const) expect(said(typed, language)).toMatch(/\.$/);
    }
    expect(said('cup > 90', 'en')).toMatch(
      /^“cup”, at position 1, is nothing that can be compared\. What would fit: cpu, /,
    );
    expect(said('cpu', 'pt')).toContain('Compare cpu com alguma coisa: na posição 4');
    expect(said('netin > 1.500 MB', 'es')).toContain('Escriba 1500');
  });
});
