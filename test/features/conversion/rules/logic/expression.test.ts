import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EXPRESSION_MAX_LENGTH,
  type Expression,
  type ExpressionProblem,
  NESTING_MAX,
  textOf,
} from '../../../../../src/features/conversion/rules/logic/expression.js';
import type { BinaryOperation, Bit } from '../../../../../src/features/conversion/rules/logic/logic-operations.js';
import { parseExpression } from '../../../../../src/features/conversion/rules/logic/parse-expression.js';
import { truthTable } from '../../../../../src/features/conversion/rules/logic/truth-table.js';
import type { Unreadable } from '../../../../../src/features/conversion/rules/unreadable.js';

const WRITTEN: Readonly<Record<BinaryOperation | 'NOT', readonly string[]>> = {
  NOT: [' NOT ', ' not ', ' Não ', ' NÃO ', ' nao ', '¬', '~', '!'],
  AND: [' AND ', ' and ', ' E ', ' e ', '∧', '&', '&&', '·', '*'],
  OR: [' OR ', ' or ', ' OU ', ' ou ', '∨', '|', '||', '+'],
  XOR: [' XOR ', ' xor ', '⊕', '^'],
  NAND: [' NAND ', ' Nand ', '↑', '⊼'],
  NOR: [' NOR ', ' nor ', '↓', '⊽'],
  XNOR: [' XNOR ', ' xnor ', '⊙', '≡', '↔'],
  IMPLIES: [' IMPLIES ', ' implica ', '→', '⇒', '->', '=>'],
  IFF: [
    ' IFF ',
    ' sse ',
    ' se e somente se ',
    ' se  e só se ',
    ' si y solo si ',
    ' If And Only If ',
    '⇔',
    '<->',
    '<=>',
  ],
};
const binary = fc.constantFrom(...(Object.keys(WRITTEN).filter((name) => name !== 'NOT') as BinaryOperation[]));

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('A', 'B', 'C', 'D', 'E', 'X_1').map((name): Expression => ({ kind: 'VARIABLE', name })),
    fc.constantFrom<Bit>(0, 1).map((value): Expression => ({ kind: 'CONSTANT', value })),
    tie('expression').map((input): Expression => ({ kind: 'OPERATION', operation: 'NOT', inputs: [input] })),
    fc
      .tuple(binary, tie('expression'), tie('expression'))
      .map(([operation, ...inputs]): Expression => ({ kind: 'OPERATION', operation, inputs })),
  ),
}));

/** Writes an expression as a user may: each operation in one of its spellings, with brackets around everything. */
function written(of: Expression, choose: (ways: readonly string[]) => string): string {
  if (of.kind === 'VARIABLE') return choose([of.name, of.name.toLowerCase()]);
  if (of.kind === 'CONSTANT') return String(of.value);
  const [first = '', second = ''] = of.inputs.map((input) => written(input, choose));
  const operation = choose(WRITTEN[of.operation]);
  return of.operation === 'NOT' ? `${operation}${first}` : `(${first}${operation}${second})`;
}

/** Evaluates an expression directly from its tree. */
function evaluate(of: Expression, assignment: Readonly<Record<string, boolean>>): boolean {
  if (of.kind === 'VARIABLE') return assignment[of.name] === true;
  if (of.kind === 'CONSTANT') return of.value === 1;
  const [a = false, b = false] = of.inputs.map((input) => evaluate(input, assignment));
  switch (of.operation) {
    case 'NOT':
      return !a;
    case 'AND':
      return a && b;
    case 'OR':
      return a || b;
    case 'XOR':
      return a !== b;
    case 'NAND':
      return !(a && b);
    case 'NOR':
      return !(a || b);
    case 'XNOR':
    case 'IFF':
      return a === b;
    case 'IMPLIES':
      return !a || b;
  }
}

function read(text: string): Expression {
  const parsed = parseExpression(text);
  if ('problem' in parsed) throw new Error(`${text}: ${JSON.stringify(parsed.problem)}`);
  return parsed;
}

function findProblem(text: string): ExpressionProblem {
  return (parseExpression(text) as Unreadable<ExpressionProblem>).problem;
}

describe('logic expressions (contract 5)', () => {
  test('are read in every way of writing them', () => {
    fc.assert(
      fc.property(expression, fc.infiniteStream(fc.nat(100)), (tree, stream) => {
        const text = written(tree, (ways) => ways[(stream.next().value as number) % ways.length] ?? '');
        fc.pre(text.length <= EXPRESSION_MAX_LENGTH);
        expect(read(text)).toEqual(tree);
      }),
      { numRuns: 2000 },
    );
  });

  test('are the same tree again when they are written out, with no more brackets than show how they were read', () => {
    fc.assert(
      fc.property(expression, (tree) => {
        const text = textOf(tree);
        fc.pre(text.length <= EXPRESSION_MAX_LENGTH);
        expect(read(text)).toEqual(tree);
      }),
      { numRuns: 2000 },
    );
  });

  test('have the table that the tree itself gives, with every part in a column', () => {
    fc.assert(
      fc.property(expression, (tree) => {
        const { variables, rows, columns, nodes } = truthTable(tree);
        expect(variables).toEqual([...variables].sort());
        expect(rows).toHaveLength(2 ** variables.length);
        rows.forEach(({ inputs, values, result }, count) => {
          expect(Number.parseInt(`0${inputs.join('')}`, 2)).toBe(count);
          const assignment = Object.fromEntries(variables.map((name, index) => [name, inputs[index] === 1]));
          expect(result).toBe(Number(evaluate(tree, assignment)));
          columns.forEach((column, index) => {
            fc.pre(column.expression.length <= EXPRESSION_MAX_LENGTH);
            expect(values[index]).toBe(Number(evaluate(read(column.expression), assignment)));
          });
        });
        expect(nodes.map(({ id }) => id)).toEqual(nodes.map((_, index) => index));
        expect(nodes.every(({ id, inputs }) => inputs.every((input) => input < id))).toBe(true);
        expect(nodes.at(-1)?.expression).toBe(textOf(tree));
        expect(new Set(columns.map((column) => column.expression)).size).toBe(columns.length);
      }),
    );
  });

  test.each([
    ['A AND (B XOR NOT C)', 'A AND (B XOR NOT C)'],
    ['a or b and c xor d', 'A OR ((B AND C) XOR D)'],
    ['a & b & c', 'A AND B AND C'],
    ['a & (b & c)', 'A AND (B AND C)'],
    ['a nand b and c nand d', '((A NAND B) AND C) NAND D'],
    ['a xnor b xor c', '(A XNOR B) XOR C'],
    ['a nor b or c', '(A NOR B) OR C'],
    ['not a and b', 'NOT A AND B'],
    ['not (a and b)', 'NOT (A AND B)'],
    ['~~a', 'NOT NOT A'],
    ['E e E', 'E AND E'],
    ['A E NÃO B OU C', '(A AND NOT B) OR C'],
    ['E', 'E'],
    ['na\u0303o x', 'NOT X'],
    ['1 and x_2', '1 AND X_2'],
  ])('%s is read as %s', (text, normalised) => {
    expect(textOf(read(text))).toBe(normalised);
  });

  test.each([
    ['', { kind: 'empty' }],
    ['  ', { kind: 'empty' }],
    ['A AND', { kind: 'operandExpected', found: '', position: 6, after: 'AND' }],
    ['A AND )', { kind: 'operandExpected', found: ')', position: 7, after: 'AND' }],
    ['AND A', { kind: 'operandExpected', found: 'AND', position: 1, after: '' }],
    ['A NOT B', { kind: 'operatorExpected', found: 'NOT', position: 3 }],
    ['A B', { kind: 'operatorExpected', found: 'B', position: 3 }],
    ['A E', { kind: 'operandExpected', found: '', position: 4, after: 'E' }],
    ['10', { kind: 'operatorExpected', found: '0', position: 2 }],
    ['(A OR B', { kind: 'bracketUnclosed', found: '(', position: 1 }],
    ['(A B)', { kind: 'operatorExpected', found: 'B', position: 4 }],
    ['A)', { kind: 'bracketUnopened', found: ')', position: 2 }],
    ['()', { kind: 'operandExpected', found: ')', position: 2, after: '(' }],
    ['A ? B', { kind: 'unknownSign', found: '?', position: 3 }],
    ['😀', { kind: 'unknownSign', found: '😀', position: 1 }],
    ['A and 😀', { kind: 'unknownSign', found: '😀', position: 7 }],
    ['𝐀 and !', { kind: 'unknownSign', found: '𝐀', position: 1 }],
    ['maçã', { kind: 'unknownSign', found: 'maçã', position: 1 }],
    ['A and 2', { kind: 'unknownSign', found: '2', position: 7 }],
    ['a+b+c+d+e+f+g', { kind: 'tooManyVariables', found: 'g', position: 13 }],
  ] as const)('%j: %j', (text, problem) => {
    expect(findProblem(text)).toEqual(problem);
  });

  test('200 characters are read and 201 are not; six variables are, seven are not; so deep and no deeper', () => {
    expect(read('A'.padEnd(EXPRESSION_MAX_LENGTH))).toMatchObject({ name: 'A' });
    expect(findProblem('A'.padEnd(EXPRESSION_MAX_LENGTH + 1))).toEqual({ kind: 'tooLong' });
    expect(truthTable(read('a+b+c+d+e+f')).rows).toHaveLength(64);
    const nested = (depth: number) => `${'('.repeat(depth - 1)}~A${')'.repeat(depth - 1)}`;
    expect(textOf(read(nested(NESTING_MAX)))).toBe('NOT A');
    expect(findProblem(nested(NESTING_MAX + 1))).toEqual({ kind: 'tooDeep', found: '~', position: NESTING_MAX + 1 });
    // Adjacent brackets do not count as nested.
    expect(read(Array.from({ length: 40 }, () => '(A)').join('^'))).toMatchObject({ operation: 'XOR' });
  });

  test('any text is read or has a problem at a place within it', () => {
    const piece = fc.constantFrom('A', 'b', 'E', '(', ')', ' and ', '|', '~', '1', ' ', 'ou', '😀', '\u0000', '_');
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30, size: 'max' }).map((all) => all.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const parsed = parseExpression(typed);
        if (!('problem' in parsed)) {
          const text = textOf(parsed);
          if (text.length <= EXPRESSION_MAX_LENGTH) expect(read(text)).toEqual(parsed);
          return;
        }
        if (!('position' in parsed.problem)) {
          expect(parsed.problem.kind).toBe(typed.trim() === '' ? 'empty' : 'tooLong');
          return;
        }
        const { position, found } = parsed.problem;
        const characters = [...typed];
        expect(characters.slice(position - 1, position - 1 + [...found].length).join('')).toBe(found);
        expect(position).toBeLessThanOrEqual(characters.length + 1);
      }),
      { numRuns: 5000 },
    );
  });
});
