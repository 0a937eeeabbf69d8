import { expect, test } from 'vitest';
import {
  insertSuggestion,
  partAtFault,
} from '../../../client/src/features/alerts/rules/editor/expression/insert-suggestion.js';
import { parseAlertExpression } from '../../../src/features/alerts/rules/expression/alert-expression.js';
import type {
  AlertExpressionProblem,
  Suggestion,
} from '../../../src/features/alerts/rules/expression/alert-expression-problem.js';

/** Inserts a suggestion at `|`, or replaces the text between two of them; `|` marks the cursor in the result. */
function inserted(written: string, kind: Suggestion['kind'], suggestion: string): string {
  const [before = '', replaced = '', after] = written.split('|');
  const rest = after ?? replaced;
  const to = before.length + (after === undefined ? 0 : replaced.length);
  const all = after === undefined ? before + rest : before + replaced + rest;
  const { text, cursor } = insertSuggestion(all, { from: before.length, to }, { kind, text: suggestion });
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

test.each([
  ['|', 'figure', 'cpu', 'cpu |'],
  ['|cp|', 'figure', 'cpu', 'cpu |'],
  ['avg(|', 'figure', 'cpu', 'avg(cpu, |'],
  ['|', 'function', 'avg', 'avg(|'],
  ['|av|(cpu, 10m)', 'function', 'avg', 'avg(|cpu, 10m)'],
  ['cpu|', 'comparison', '>', 'cpu > |'],
  ['cpu |', 'comparison', '>', 'cpu > |'],
  ['cpu >|', 'example', '90 %', 'cpu > 90 %|'],
  ['cpu > 90|', 'unit', '%', 'cpu > 90 %|'],
  ['netin > 5|', 'unit', 'MiB/s', 'netin > 5 MiB/s|'],
  ['cpu > 90 %|', 'operation', 'AND', 'cpu > 90 % AND |'],
  ['cpu > 90 % | swap > 5', 'operation', 'AND', 'cpu > 90 % AND |swap > 5'],
  ['(cpu > 90 |', 'sign', ')', '(cpu > 90 )|'],
  ['avg(cpu|', 'sign', ',', 'avg(cpu, |'],
  ['avg|', 'sign', '(', 'avg(|'],
  ['avg(cpu,|', 'example', '10m', 'avg(cpu, 10m|'],
  ['avg(cpu, 10|x|) > 5', 'unit', 'm', 'avg(cpu, 10m|) > 5'],
  ['time(22:00-|', 'example', '06:00', 'time(22:00-06:00|'],
  ['time(22:00-06:00, mon-|', 'day', 'fri', 'time(22:00-06:00, mon-fri|'],
  ['|cpuu| > 90', 'figure', 'cpu', 'cpu |> 90'],
] as const)('in %j the %s %j makes %j', (written, kind, suggestion, expected) => {
  expect(inserted(written, kind, suggestion)).toBe(expected);
});

test.each([
  'cpuu > 90',
  'cpu 90',
  'cpu = 90',
  'cpu >',
  'cpu > 90 ram > 5',
  '(cpu > 90',
  'avg(cpu 10m) > 5',
  'avg cpu, 10m) > 5',
  'avg(away, 10m) > 5',
  'avg(cpu, ) > 5',
  'avg(cpu, 3d) > 5',
  'disk(var) > 5',
  'cpu > 90 MB',
  'netin > 1.500',
  'time(25:00-06:00)',
  'time(08:00-08:00)',
  'time(08:00-18:00, xyz)',
  'cpu > 90 AND',
  'AND cpu > 90',
])('a suggestion about %j takes the fault away, or further on', (text) => {
  const problem = findProblem(text);
  expect(problem.suggestions.length).toBeGreaterThan(0);
  for (const suggestion of problem.suggestions) {
    const mended = insertSuggestion(text, partAtFault(text, problem), suggestion).text;
    const parsed = parseAlertExpression(mended);
    const position = 'problem' in parsed ? parsed.problem.position : Number.POSITIVE_INFINITY;
    expect(position, mended).toBeGreaterThan(problem.position);
  }
});

function findProblem(text: string): AlertExpressionProblem {
  const parsed = parseAlertExpression(text);
  if (!('problem' in parsed)) throw new Error(`${text} has no fault`);
  return parsed.problem;
}
