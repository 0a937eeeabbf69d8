import { expect, test } from 'vitest';
import type { Expression } from '../../../../../src/features/conversion/rules/logic/expression.js';
import { parseExpression } from '../../../../../src/features/conversion/rules/logic/parse-expression.js';
import { tableAsCsv, tableAsMarkdown } from '../../../../../src/features/conversion/rules/logic/table-text.js';
import { truthTable } from '../../../../../src/features/conversion/rules/logic/truth-table.js';

const or = truthTable(parseExpression('a || !b', 'PROGRAMMING') as Expression, 'PROGRAMMING');

test('a table is written as CSV, a line for each row', () => {
  expect(tableAsCsv(or)).toBe('A,B,!B,A || !B\r\n0,0,1,1\r\n0,1,0,0\r\n1,0,1,1\r\n1,1,0,1\r\n');
  expect(tableAsCsv(truthTable({ kind: 'VARIABLE', name: 'A' }), ['F', 'V'])).toBe('A,A\r\nF,F\r\nV,V\r\n');
});

test('a table is written as Markdown, in which the bars of an expression do not part cells', () => {
  expect(tableAsMarkdown(or, ['F', 'V'])).toBe(
    [
      '| A | B | !B | A \\|\\| !B |',
      '| :-: | :-: | :-: | :-: |',
      '| F | F | V | V |',
      '| F | V | F | F |',
      '| V | F | V | V |',
      '| V | V | F | V |',
      '',
    ].join('\n'),
  );
});
