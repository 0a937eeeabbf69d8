import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expression } from '../../../../../src/features/conversion/rules/logic/expression.js';
import { evaluateNodes, truthTable } from '../../../../../src/features/conversion/rules/logic/truth-table.js';
import { canonicalForm } from '../../../../../src/features/conversion/rules/logic-forms/canonical-form.js';
import { areEquivalent } from '../../../../../src/features/conversion/rules/logic-forms/equivalence.js';
import { formNames } from '../../../../../src/features/conversion/rules/logic-forms/form-expression.js';
import {
  circuitExpression,
  circuitText,
  gateCircuit,
  universalGates,
} from '../../../../../src/features/conversion/rules/logic-forms/gate-circuit.js';
import { karnaughMap } from '../../../../../src/features/conversion/rules/logic-forms/karnaugh-map.js';
import {
  buildFunction,
  type LogicFunction,
} from '../../../../../src/features/conversion/rules/logic-forms/logic-function.js';
import { minimise } from '../../../../../src/features/conversion/rules/logic-forms/minimise.js';
import { parseOutputs } from '../../../../../src/features/conversion/rules/logic-forms/parse-outputs.js';
import { arbitraryExpression } from '../arbitrary-logic.js';

const form = fc.constantFrom(...formNames);
const given = fc.integer({ min: 1, max: 6 }).chain((variables) => {
  const length = 2 ** variables;
  return fc
    .array(fc.constantFrom('0', '1', '-'), { minLength: length, maxLength: length, size: 'max' })
    .map((outputs) => parseOutputs(outputs.join('')) as LogicFunction);
});

/** Evaluates an expression with the gates of its truth table. */
function resultOf(expression: Expression, assignment: ReadonlyMap<string, 0 | 1>): number | undefined {
  return evaluateNodes(truthTable(expression).nodes, assignment).at(-1);
}

function assignments(variables: readonly string[]): ReadonlyMap<string, 0 | 1>[] {
  return Array.from(
    { length: 2 ** variables.length },
    (_, row) => new Map(variables.map((name, at) => [name, ((row >> (variables.length - 1 - at)) & 1) as 0 | 1])),
  );
}

describe('forms of functions (contract 15)', () => {
  test('the function of an expression is the result of its truth table', () => {
    fc.assert(
      fc.property(arbitraryExpression(['A', 'B', 'C', 'D', 'E', 'F']), (expression) => {
        const { variables, rows } = truthTable(expression);
        const made = buildFunction(expression);
        expect(made.variables).toEqual(variables);
        expect(made.outputs.join('')).toBe(rows.map(({ result }) => result).join(''));
      }),
    );
  });

  test('canonical forms have the outputs of their function, and every variable in each term', () => {
    fc.assert(
      fc.property(given, form, (made, as) => {
        const { expression, rows, dontCares } = canonicalForm(made, as);
        const unlisted = as === 'SUM_OF_PRODUCTS' ? '0' : '1';
        assignments(made.variables).forEach((assignment, row) => {
          const output = made.outputs[row] === '-' ? unlisted : made.outputs[row];
          expect(String(resultOf(expression, assignment))).toBe(output);
        });
        expect(rows.length + dontCares.length + made.outputs.filter((output) => output === unlisted).length).toBe(
          made.outputs.length,
        );
      }),
      { numRuns: 20 },
    );
    const parity = buildFunction(parseOutputsExpression());
    expect(canonicalForm(parity, 'SUM_OF_PRODUCTS').shorthand).toBe('Σm(1, 2)');
    expect(canonicalForm(parity, 'PRODUCT_OF_SUMS').shorthand).toBe('ΠM(0, 3)');
  });

  test('two expressions are equivalent exactly where no row tells them apart, and else the first that does is given', () => {
    const any = arbitraryExpression(['A', 'B', 'C']);
    const others = arbitraryExpression(['B', 'C', 'D', 'E', 'F', 'G', 'H']);
    fc.assert(
      fc.property(any, fc.oneof(any, others), (a, b) => {
        const { areEquivalent: same, variables, counterexample } = areEquivalent(a, b);
        const first = assignments(variables).find((values) => resultOf(a, values) !== resultOf(b, values));
        expect(same).toBe(first === undefined);
        expect(counterexample?.inputs).toEqual(first && [...first.values()]);
        if (first) {
          expect([counterexample?.resultA, counterexample?.resultB]).toEqual([resultOf(a, first), resultOf(b, first)]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('circuits of NAND or NOR alone have the value of the form, from gates of two inputs', () => {
    fc.assert(
      fc.property(given, form, fc.constantFrom(...universalGates), (made, as, gate) => {
        const { expression } = minimise(made, as);
        const circuit = gateCircuit(expression, gate);
        for (const { id, kind, inputs } of circuit.nodes) {
          expect(inputs).toHaveLength(kind === 'GATE' ? 2 : 0);
          expect(inputs.every((input) => input < id)).toBe(true);
        }
        const nodes = circuit.nodes.map(({ id, kind, name, inputs }) =>
          kind === 'GATE'
            ? { id, kind: 'OPERATION' as const, expression: '', operation: gate, inputs }
            : { id, kind, expression: name, operation: null, inputs },
        );
        for (const assignment of assignments(made.variables)) {
          expect(evaluateNodes(nodes, assignment).at(-1)).toBe(resultOf(expression, assignment));
        }
        if (circuitText(circuit))
          expect(areEquivalent(circuitExpression(circuit), expression).areEquivalent).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('the text of a circuit that would be too long is not made', () => {
    const parity = parseOutputs([...Array(64).keys()].map((row) => bits(row) % 2).join('')) as LogicFunction;
    expect(circuitText(gateCircuit(minimise(parity, 'SUM_OF_PRODUCTS').expression, 'NOR'))).toBeUndefined();
  });

  test('a map has each cell once, neighbours that differ in one variable, and groups of exactly their cells', () => {
    fc.assert(
      fc.property(given, form, (made, as) => {
        const minimal = minimise(made, as);
        const { maps, groups, rowLabels, columnLabels } = karnaughMap(minimal);
        const cells = maps.flatMap((map) => map.cells);
        expect(cells.map(({ index }) => index).sort((a, b) => a - b)).toEqual(made.outputs.map((_, row) => row));
        for (const { cells: part } of maps) {
          for (const cell of part) {
            expect(cell.output).toBe(made.outputs[cell.index]);
            const right = part.find(
              ({ row, column }) => row === cell.row && column === (cell.column + 1) % columnLabels.length,
            );
            const below = part.find(
              ({ row, column }) => column === cell.column && row === (cell.row + 1) % rowLabels.length,
            );
            for (const next of [right, below]) {
              if (next && next !== cell) expect(bits(next.index ^ cell.index)).toBe(1);
            }
          }
        }
        expect(groups.map(({ pattern }) => pattern)).toEqual(minimal.cover.map(({ pattern }) => pattern));
        for (const { cells: covered, pieces } of groups) {
          const within = pieces.flatMap(({ map, row, column, rows, columns }) =>
            (maps[map]?.cells ?? []).filter(
              (cell) =>
                cell.row >= row && cell.row < row + rows && cell.column >= column && cell.column < column + columns,
            ),
          );
          expect(within.map(({ index }) => index).sort((a, b) => a - b)).toEqual(covered);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the four corners are one group, which goes past every edge', () => {
    const corners = parseOutputs('1010000010100000') as LogicFunction;
    const { groups } = karnaughMap(minimise(corners, 'SUM_OF_PRODUCTS'));
    expect(groups).toHaveLength(1);
    expect(groups[0]?.pieces).toEqual([
      {
        map: 0,
        row: 0,
        column: 0,
        rows: 1,
        columns: 1,
        pastTop: true,
        pastBottom: false,
        pastLeft: true,
        pastRight: false,
      },
      {
        map: 0,
        row: 0,
        column: 3,
        rows: 1,
        columns: 1,
        pastTop: true,
        pastBottom: false,
        pastLeft: false,
        pastRight: true,
      },
      {
        map: 0,
        row: 3,
        column: 0,
        rows: 1,
        columns: 1,
        pastTop: false,
        pastBottom: true,
        pastLeft: true,
        pastRight: false,
      },
      {
        map: 0,
        row: 3,
        column: 3,
        rows: 1,
        columns: 1,
        pastTop: false,
        pastBottom: true,
        pastLeft: false,
        pastRight: true,
      },
    ]);
  });

  test.each([
    ['01', { variables: ['A'], outputs: ['0', '1'] }],
    [' v F\nx - ', { variables: ['A', 'B'], outputs: ['1', '0', '-', '-'] }],
    ['tftf', { variables: ['A', 'B'], outputs: ['1', '0', '1', '0'] }],
    ['', { problem: { kind: 'wrongCount', count: 0 } }],
    ['1', { problem: { kind: 'wrongCount', count: 1 } }],
    ['010', { problem: { kind: 'wrongCount', count: 3 } }],
    ['0'.repeat(128), { problem: { kind: 'wrongCount', count: 128 } }],
    ['0 2', { problem: { kind: 'unknownSign', found: '2', position: 3 } }],
    ['0'.repeat(201), { problem: { kind: 'tooLong' } }],
  ])('the column %j is read as %j', (text, read) => {
    expect(parseOutputs(text)).toEqual(read);
    expect(parseOutputs('0'.repeat(64).padEnd(200))).toMatchObject({ variables: [...'ABCDEF'] });
  });
});

/** Returns the expression A XOR B. */
function parseOutputsExpression(): Expression {
  const variable = (name: string): Expression => ({ kind: 'VARIABLE', name });
  return { kind: 'OPERATION', operation: 'XOR', inputs: [variable('A'), variable('B')] };
}

function bits(number: number): number {
  return [...number.toString(2)].filter((bit) => bit === '1').length;
}
