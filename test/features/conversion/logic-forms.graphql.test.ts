import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.js';

interface Errors {
  readonly errors: readonly { extensions: { code: string; fields?: Record<string, string[]> } }[];
}

async function startForms() {
  const app = await createTestApp();
  const script = await app.scriptAs();
  const answer = (query: string) => script.graphql(query, {}, { 'accept-language': 'en' });
  return {
    answer,
    ask: async <T>(query: string) => (await answer(query)).json<{ data: T }>().data,
  };
}

describe('GraphQL notations (contract 15)', () => {
  test('a table is read and written in its notation, and without one as it always was', async () => {
    const { ask } = await startForms();
    expect(
      await ask(`{
        today: truthTable(expression: "p ^ ~q") { expression }
        mathematics: truthTable(expression: "p ^ ~q -> r", notation: MATHEMATICS) { expression columns { expression } }
        engineering: truthTable(expression: "AB' + C", notation: ENGINEERING) { expression }
        programming: truthTable(expression: "a && !b ^ c", notation: PROGRAMMING) { expression }
        words: truthTable(expression: "a implica b", notation: WORDS) { expression nodes { operation } rows { result } }
      }`),
    ).toEqual({
      today: { expression: 'P XOR NOT Q' },
      mathematics: {
        expression: 'p ∧ ¬q → r',
        columns: [{ expression: '¬q' }, { expression: 'p ∧ ¬q' }, { expression: 'p ∧ ¬q → r' }],
      },
      engineering: { expression: "A·B' + C" },
      programming: { expression: 'a && !b ^ c' },
      words: {
        expression: 'a IMPLIES b',
        nodes: [{ operation: null }, { operation: null }, { operation: 'IMPLIES' }],
        rows: [{ result: 1 }, { result: 1 }, { result: 0 }, { result: 1 }],
      },
    });
  });

  test('a part that has two likely readings is named, with the other one', async () => {
    const { ask } = await startForms();
    const reading = '{ code found otherExpression otherNotation }';
    expect(
      await ask(`{
        truthTable(expression: "V ∧ F", notation: MATHEMATICS) { expression reading ${reading} }
        minimise(expression: "F(C, B, A) = AB", form: SUM_OF_PRODUCTS, notation: WORDS) { variables reading { code } }
        equivalent(a: "a.b", b: "p ^ q") { readingOfA { code } readingOfB { code } }
      }`),
    ).toEqual({
      truthTable: {
        expression: '1 ∧ 0',
        reading: [
          {
            ...{ code: 'TRUTH_LETTERS_AS_CONSTANTS', found: 'V' },
            ...{ otherExpression: 'v ∧ f', otherNotation: 'MATHEMATICS' },
          },
        ],
      },
      minimise: { variables: ['C', 'B', 'A'], reading: [{ code: 'LETTERS_AS_PRODUCT' }] },
      equivalent: { readingOfA: [], readingOfB: [{ code: 'CARET_AS_XOR' }] },
    });
  });
});

describe('GraphQL minimise, expressionOf and equivalent (contract 15)', () => {
  test('a form has its terms, its prime implicants, its canonical form and its map', async () => {
    const { ask } = await startForms();
    const { minimise } = await ask<{ minimise: { karnaughMap: { groups: unknown[] } } }>(`{
      minimise(expression: "ABC + ABC' + A'B'C", form: SUM_OF_PRODUCTS, notation: ENGINEERING) {
        form variables outputs expression terms literals
        primeImplicants { pattern rows expression literals isEssential isChosen }
        canonical { expression shorthand rows dontCares }
        karnaughMap {
          mapVariables rowVariables columnVariables rowLabels columnLabels
          maps { label cells { index row column output } }
          groups { pattern cells pieces { map row column rows columns pastTop pastBottom pastLeft pastRight } }
        }
      }
    }`);
    expect(minimise).toMatchObject({
      form: 'SUM_OF_PRODUCTS',
      variables: ['A', 'B', 'C'],
      outputs: '01000011',
      expression: "A·B + A'·B'·C",
      terms: 2,
      literals: 5,
      primeImplicants: [
        { pattern: '11-', rows: [6, 7], expression: 'A·B', literals: 2, isEssential: true, isChosen: true },
        { pattern: '001', rows: [1], expression: "A'·B'·C", literals: 3, isEssential: true, isChosen: true },
      ],
      canonical: {
        expression: "A'·B'·C + A·B·C' + A·B·C",
        shorthand: 'Σm(1, 6, 7)',
        rows: [1, 6, 7],
        dontCares: [],
      },
      karnaughMap: {
        mapVariables: [],
        rowVariables: ['A'],
        columnVariables: ['B', 'C'],
        rowLabels: ['0', '1'],
        columnLabels: ['00', '01', '11', '10'],
      },
    });
    expect(minimise.karnaughMap.groups[0]).toEqual({
      pattern: '11-',
      cells: [6, 7],
      pieces: [
        {
          map: 0,
          row: 1,
          column: 2,
          rows: 1,
          columns: 2,
          pastTop: false,
          pastBottom: false,
          pastLeft: false,
          pastRight: false,
        },
      ],
    });
  });

  test('a column gives its expression, and a circuit of one kind of gate', async () => {
    const { ask } = await startForms();
    expect(
      await ask(`{
        expressionOf(outputs: "0 1 1 X", form: PRODUCT_OF_SUMS, notation: WORDS) {
          expression canonical { shorthand } circuit(gate: NAND) { gates expression nodes { name inputs } }
        }
      }`),
    ).toEqual({
      expressionOf: {
        expression: 'A OR B',
        canonical: { shorthand: 'ΠM(0) · Πd(3)' },
        circuit: {
          gates: 3,
          expression: '(A NAND A) NAND (B NAND B)',
          nodes: [
            { name: 'A', inputs: [] },
            { name: '', inputs: [0, 0] },
            { name: 'B', inputs: [] },
            { name: '', inputs: [2, 2] },
            { name: '', inputs: [1, 3] },
          ],
        },
      },
    });
    expect(
      await ask('{ minimise(expression: "1", form: PRODUCT_OF_SUMS) { expression karnaughMap { maps { label } } } }'),
    ).toEqual({
      minimise: { expression: '1', karnaughMap: null },
    });
  });

  test('two expressions are equivalent, or differ first for some values of the variables of both', async () => {
    const { ask } = await startForms();
    expect(
      await ask(`{
        same: equivalent(a: "not (a and b)", b: "not a or not b") { areEquivalent variables counterexample { resultA } }
        other: equivalent(a: "p -> q", b: "q -> p", notation: MATHEMATICS) {
          areEquivalent variables counterexample { inputs resultA resultB }
        }
      }`),
    ).toEqual({
      same: { areEquivalent: true, variables: ['A', 'B'], counterexample: null },
      other: {
        areEquivalent: false,
        variables: ['p', 'q'],
        counterexample: { inputs: [0, 1], resultA: 1, resultB: 0 },
      },
    });
  });

  test.each([
    [
      'minimise(expression: "A AND", form: SUM_OF_PRODUCTS) { terms }',
      { expression: [expect.stringContaining('after “AND”')] },
    ],
    ['equivalent(a: "A", b: "A ? B") { areEquivalent }', { b: [expect.stringContaining('“?” at position 3')] }],
    ['expressionOf(outputs: "012") { terms }', { outputs: [expect.stringContaining('“2” at position 3')] }],
    ['expressionOf(outputs: "010") { terms }', { outputs: [expect.stringContaining('There are 3 outputs')] }],
    [`expressionOf(outputs: "${'0'.repeat(201)}") { terms }`, { outputs: ['Write at most 200 characters.'] }],
  ])('%s is BAD_USER_INPUT', async (field, fields) => {
    const { answer } = await startForms();
    const { status, json } = await answer(`{ ${field} }`);
    expect(status).toBe(400);
    expect(json<Errors>().errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });

  test('a function that was searched for to take a second is answered without the proof', async () => {
    const { ask } = await startForms();
    const hard = '1111110111010100111111111111110110111111111111010-10101110111111';
    expect(await ask(`{ expressionOf(outputs: "${hard}") { isProven terms } }`)).toEqual({
      expressionOf: { isProven: false, terms: expect.any(Number) },
    });
    expect(await ask('{ expressionOf(outputs: "0110") { isProven } }')).toEqual({ expressionOf: { isProven: true } });
  });

  test('an operation has room for one form, and not for two', async () => {
    const { answer } = await startForms();
    const form =
      'expressionOf(outputs: "0110") { expression primeImplicants { pattern } karnaughMap { maps { label } } }';
    expect((await answer(`{ a: ${form} }`)).status).toBe(200);
    expect((await answer(`{ a: ${form} b: ${form} }`)).status).toBe(400);
  });
});
