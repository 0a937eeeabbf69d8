import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expression } from '../../../../../src/features/conversion/rules/logic/expression.js';
import { evaluateNodes, truthTable } from '../../../../../src/features/conversion/rules/logic/truth-table.js';
import { type FormName, formNames } from '../../../../../src/features/conversion/rules/logic-forms/form-expression.js';
import {
  buildFunction,
  type LogicFunction,
  type Output,
} from '../../../../../src/features/conversion/rules/logic-forms/logic-function.js';
import { minimise } from '../../../../../src/features/conversion/rules/logic-forms/minimise.js';
import { cheapestByTrial } from './cheapest-by-trial.js';
import { cheapestForms } from './cheapest-forms.js';

const NAMES = [...'ABCDEF'];
const PRICE = { term: 1000, literal: 1 };
const form = fc.constantFrom(...formNames);

function functionFrom(outputs: string): LogicFunction {
  return { variables: NAMES.slice(0, Math.log2(outputs.length)), outputs: [...outputs] as Output[] };
}

function arbitraryFunction(variables: number, outputs: readonly Output[]): fc.Arbitrary<LogicFunction> {
  const length = 2 ** variables;
  return fc
    .array(fc.constantFrom(...outputs), { minLength: length, maxLength: length, size: 'max' })
    .map((column) => functionFrom(column.join('')));
}

/** Computes the expression's output for each row with the gates of its truth table. */
function computeColumn(expression: Expression, variables: readonly string[]): string {
  const { nodes } = truthTable(expression);
  return Array.from({ length: 2 ** variables.length }, (_, row) => {
    const bits = variables.map((name, index) => [name, (row >> (variables.length - 1 - index)) & 1 ? 1 : 0] as const);
    return evaluateNodes(nodes, new Map(bits)).at(-1);
  }).join('');
}

function computePrice(given: LogicFunction, as: FormName): number {
  const { terms, literals } = minimise(given, as);
  return terms * PRICE.term + literals * PRICE.literal;
}

describe('minimal forms (contract 15)', () => {
  test('of every function of up to four variables have the fewest terms, then the fewest literals', () => {
    for (const variables of [1, 2, 3, 4]) {
      const rows = 2 ** variables;
      const cheapest = cheapestForms(variables, PRICE);
      // Of four variables, half of the functions in both forms are all problems: the others are their complements.
      const count = variables < 4 ? 2 ** rows : 2 ** (rows - 1);
      for (let outputs = 0; outputs < count; outputs += 1) {
        const column = outputs.toString(2).padStart(rows, '0');
        for (const as of formNames) {
          // The sums of a function are the products of its complement.
          const bits = as === 'SUM_OF_PRODUCTS' ? outputs : 2 ** rows - 1 - outputs;
          if (computePrice(functionFrom(column), as) !== cheapest[bits])
            expect.fail(`${as} of ${column} is not minimal`);
        }
      }
    }
  });

  test('of every function of three variables, with outputs that do not matter, are the cheapest of all choices', () => {
    const cheapest = cheapestForms(3, PRICE);
    for (let code = 0; code < 3 ** 8; code += 1) {
      const column = code.toString(3).padStart(8, '0').replaceAll('2', '-');
      for (const as of formNames) {
        const one = as === 'SUM_OF_PRODUCTS' ? '1' : '0';
        const least = Math.min(...listChoices(column, one).map((bits) => cheapest[bits] ?? 0));
        if (computePrice(functionFrom(column), as) !== least) expect.fail(`${as} of ${column} is not minimal`);
      }
    }
  });

  test.each([
    [5, ['0', '1', '-'], 60],
    [6, ['0', '0', '0', '1', '-'], 12],
  ] as const)('of functions of %i variables are as cheap as trying all covers finds', (variables, outputs, numRuns) => {
    fc.assert(
      fc.property(arbitraryFunction(variables, outputs), form, (given, as) => {
        expect(computePrice(given, as)).toBe(cheapestByTrial(given.outputs.join(''), as, PRICE));
      }),
      { numRuns },
    );
  });

  test('give the outputs of the function wherever they matter, with terms that are prime', () => {
    const any = fc.integer({ min: 1, max: 6 }).chain((variables) => arbitraryFunction(variables, ['0', '1', '-']));
    fc.assert(
      fc.property(any, form, (given, as) => {
        const { expression, primes, cover, terms } = minimise(given, as);
        const column = computeColumn(expression, given.variables);
        given.outputs.forEach((output, row) => {
          if (output !== '-') expect(column[row]).toBe(output);
        });
        expect(cover).toHaveLength(terms);
        const value = as === 'SUM_OF_PRODUCTS' ? '1' : '0';
        for (const prime of primes) {
          // The expression is 1 in a sum, and 0 in a product, in exactly the pattern's rows.
          const alone = computeColumn(prime.expression, given.variables);
          expect([...alone].flatMap((bit, row) => (bit === value ? [row] : []))).toEqual(prime.rows);
          expect(prime.rows.every((row) => given.outputs[row] === value || given.outputs[row] === '-')).toBe(true);
          const needed = prime.rows.filter((row) => given.outputs[row] === value);
          const isAlone = needed.some((row) => primes.filter(({ rows }) => rows.includes(row)).length === 1);
          expect(prime.isEssential).toBe(isAlone);
          if (prime.isEssential) expect(prime.isChosen).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['1-11010--1001--1011-10-111-1011--1101--1-000-1101--1-00--1101-11', 14, 56],
    ['111-011-01111001100-111011100111-00-1110111001110---100-10001110', 18, 89],
    ['1001011101111111011111111111111001111111111111101111111011101000', 16, 66],
  ])('of functions that are hard to prove are found with a limited effort: %s', (column, terms, literals) => {
    expect(minimise(functionFrom(column), 'SUM_OF_PRODUCTS', 8000)).toMatchObject({ isProven: true, terms, literals });
  });

  test('stop at the limit of the effort with a form of the function', () => {
    const given = functionFrom('0--1-111-111111--111111-111-1--0-111111-111-1--0111-1--01--0-000');
    const { isProven, expression } = minimise(given, 'SUM_OF_PRODUCTS', 500);
    const column = computeColumn(expression, NAMES);
    expect(isProven).toBe(false);
    expect(given.outputs.every((output, row) => output === '-' || output === column[row])).toBe(true);
  });

  test('of constants are constants, and a term may be nothing but one', () => {
    const constant = (value: 0 | 1): Expression => ({ kind: 'CONSTANT', value });
    for (const as of formNames) {
      expect(minimise(functionFrom('00000000'), as).expression).toEqual(constant(0));
      expect(minimise(functionFrom('11111111'), as).expression).toEqual(constant(1));
      expect(minimise(buildFunction(constant(1)), as).expression).toEqual(constant(1));
      expect(minimise(buildFunction(constant(0)), as).expression).toEqual(constant(0));
      expect(minimise(functionFrom('----'), as).terms).toBe(0);
    }
  });

  test('a cyclic function has six prime implicants, none essential, and three of them are enough', () => {
    const { primes, cover } = minimise(functionFrom('01111110'), 'SUM_OF_PRODUCTS');
    expect(primes.map(({ pattern }) => pattern).sort()).toEqual(['-01', '-10', '0-1', '01-', '1-0', '10-']);
    expect(primes.some(({ isEssential }) => isEssential)).toBe(false);
    expect(cover).toHaveLength(3);
  });
});

/** Returns all functions that a column allows, as numbers whose highest bit is the first row. */
function listChoices(column: string, one: string): number[] {
  const last = column.length - 1;
  return [...column].reduce(
    (choices, output, row) => {
      const bit = 1 << (last - row);
      if (output === '-') return choices.flatMap((bits) => [bits, bits | bit]);
      return output === one ? choices.map((bits) => bits | bit) : choices;
    },
    [0],
  );
}
