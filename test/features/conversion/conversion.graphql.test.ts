import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyLogic,
  type Bit,
  logicOperationNames,
} from '../../../src/features/conversion/rules/logic/logic-operations.js';
import { createTestApp } from '../../support/test-app.js';

interface Errors {
  readonly errors: readonly { message: string; extensions: { code: string; fields?: Record<string, string[]> } }[];
}

/** Returns a function that queries as a signed-in script and returns `data` on success. */
async function startConversion() {
  const app = await createTestApp();
  const script = await app.scriptAs();
  const answer = (query: string, variables: object = {}, language = 'en') =>
    script.graphql(query, variables, { 'accept-language': language });
  return {
    answer,
    ask: async <T>(query: string, variables: object = {}) => (await answer(query, variables)).json<{ data: T }>().data,
    fault: async (query: string, language = 'en') => {
      const { status, json } = await answer(query, {}, language);
      const [error] = json<Errors>().errors;
      return { status, ...error };
    },
  };
}

const CONVERT = 'query ($value: String!) { convert(type: HEX2DEC, value: $value) { result } }';
const STEP = `kind equation placeValue { position radix digit digitValue placeValue product sum }
  division { dividend divisor quotient remainder digit } group { position digit digitValue bits }`;
const CONVERT_BASE = `query ($value: String!, $from: Int!, $to: Int!) {
  convertBase(value: $value, from: $from, to: $to) { result normalised stepCount stepsCut steps { ${STEP} } }
}`;
const TABLE = `query ($expression: String!) {
  truthTable(expression: $expression) {
    expression variables columns { expression node } rows { inputs values result }
    nodes { id kind expression operation inputs }
  }
}`;

describe('GraphQL convert (contract 1, 5)', () => {
  test('gives every digit as text', async () => {
    const { ask } = await startConversion();
    const { convert } = await ask<{ convert: { result: string } }>(CONVERT, { value: 'F'.repeat(4096) });
    expect(convert.result).toBe(String(16n ** 4096n - 1n));
  });

  test('tells the steps by hand', async () => {
    const { ask } = await startConversion();
    const query = '{ convert(type: BIN2DEC, value: "-101") { result stepCount stepsCut steps { kind equation } } }';
    expect(await ask(query)).toEqual({
      convert: {
        result: '-5',
        stepCount: 3,
        stepsCut: false,
        steps: [
          { kind: 'PLACE_VALUE', equation: '1 × 2^0 = 1' },
          { kind: 'PLACE_VALUE', equation: '0 × 2^1 = 0' },
          { kind: 'PLACE_VALUE', equation: '1 × 2^2 = 4' },
        ],
      },
    });
  });

  test.each([
    ['en', 'The “2” at position 2 does not exist in base 2. Use only 0 and 1.'],
    ['pt', 'O “2” na posição 2 não existe na base 2. Use só 0 e 1.'],
  ])('names the wrong digit and its position (%s)', async (language, text) => {
    const { fault } = await startConversion();
    expect(await fault('{ convert(type: BIN2DEC, value: "12") { result } }', language)).toMatchObject({
      status: 400,
      message: text,
      extensions: { code: 'BAD_USER_INPUT', fields: { value: [text] } },
    });
  });

  test('a sign that nobody can see is named by its number', async () => {
    const { fault } = await startConversion();
    const { message } = await fault('{ convert(type: BIN2DEC, value: "1\\u200b") { result } }');
    expect(message).toContain('The character U+200B at position 2');
  });
});

describe('GraphQL convertBase (contract 5)', () => {
  test('converts between any two bases, with the number as it was read and typed steps', async () => {
    const { ask } = await startConversion();
    expect(await ask(CONVERT_BASE, { value: ' +0x02f ', from: 16, to: 2 })).toEqual({
      convertBase: {
        result: '101111',
        normalised: '2F',
        stepCount: 2,
        stepsCut: false,
        steps: [
          {
            kind: 'DIGIT_TO_BITS',
            equation: 'F = 1111',
            placeValue: null,
            division: null,
            group: { position: 0, digit: 'F', digitValue: 15, bits: '1111' },
          },
          {
            kind: 'DIGIT_TO_BITS',
            equation: '2 = 0010',
            placeValue: null,
            division: null,
            group: { position: 1, digit: '2', digitValue: 2, bits: '0010' },
          },
        ],
      },
    });
    expect(await ask(CONVERT_BASE, { value: 'z', from: 36, to: 7 })).toMatchObject({
      convertBase: {
        result: '50',
        steps: [
          {
            placeValue: {
              position: 0,
              radix: 36,
              digit: 'Z',
              digitValue: 35,
              placeValue: '1',
              product: '35',
              sum: '35',
            },
          },
          { division: { dividend: '35', divisor: 7, quotient: '5', remainder: 0, digit: '0' } },
          { division: { dividend: '5', divisor: 7, quotient: '0', remainder: 5, digit: '5' } },
        ],
      },
    });
  });

  test('says when steps are cut', async () => {
    const { ask } = await startConversion();
    type Answer = { convertBase: { stepCount: number; stepsCut: boolean; steps: unknown[] } };
    for (const [digits, shown] of [
      [64, 64],
      [65, 64],
    ] as const) {
      const { convertBase } = await ask<Answer>(CONVERT_BASE, { value: '1'.repeat(digits), from: 2, to: 10 });
      expect(convertBase).toMatchObject({ stepCount: digits, stepsCut: digits > shown });
      expect(convertBase.steps).toHaveLength(shown);
    }
  });

  test.each([
    [1, 10, ['from']],
    [2, 37, ['to']],
    [0, -1, ['from', 'to']],
  ])('bases %i and %i are refused, naming %s', async (from, to, fields) => {
    const { fault } = await startConversion();
    const { status, extensions } = await fault(`{ convertBase(value: "1", from: ${from}, to: ${to}) { result } }`);
    expect(status).toBe(400);
    expect(extensions?.code).toBe('BAD_USER_INPUT');
    expect(Object.entries(extensions?.fields ?? {})).toEqual(fields.map((name) => [name, ['Bases go from 2 to 36.']]));
  });

  test('the longest number takes an answer of a bounded length, and so does every step of it', async () => {
    const { answer } = await startConversion();
    const { status, text } = await answer(CONVERT_BASE, { value: '9'.repeat(4096), from: 10, to: 2 });
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(65_536);
  });
});

describe('GraphQL representations (contract 5)', () => {
  const ALL = 'kind bits hex decimal minimum maximum overflow { direction text }';

  test('gives all three, and says in words what an overflow does', async () => {
    const { ask } = await startConversion();
    const query = `{ representations(value: "-0xC8", bits: 8) {
      value unsigned { ${ALL} } twosComplement { ${ALL} } signAndMagnitude { ${ALL} }
    } }`;
    expect(await ask(query)).toEqual({
      representations: {
        value: '-200',
        unsigned: {
          kind: 'UNSIGNED',
          bits: '00111000',
          hex: '38',
          decimal: '56',
          minimum: '0',
          maximum: '255',
          overflow: {
            direction: 'BELOW',
            text: 'It does not fit into 8 bits, which go from 0 to 255: the high bits are lost, and what is left means 56.',
          },
        },
        twosComplement: expect.objectContaining({
          decimal: '56',
          overflow: expect.objectContaining({ direction: 'BELOW' }),
        }),
        signAndMagnitude: expect.objectContaining({ bits: '11001000', decimal: '-72' }),
      },
    });
  });

  test('has no overflow where the number fits', async () => {
    const { ask } = await startConversion();
    const query = (value: string, bits: number) =>
      `{ representations(value: "${value}", bits: ${bits}) { twosComplement { bits overflow { text } } } }`;
    expect(await ask(query('-1', 64))).toEqual({
      representations: { twosComplement: { bits: '1'.repeat(64), overflow: null } },
    });
  });

  test('takes 8, 16, 32 and 64 bits, as a literal and as a variable, and no other number', async () => {
    const { answer } = await startConversion();
    for (const bits of [8, 16, 32, 64, 7, 0, -8, 128, 8.5, '8', null]) {
      const valid = bits === 8 || bits === 16 || bits === 32 || bits === 64;
      const literal = `{ representations(value: "1", bits: ${JSON.stringify(bits)}) { value } }`;
      const variable = 'query ($bits: BitWidth!) { representations(value: "1", bits: $bits) { value } }';
      expect([bits, (await answer(literal)).status]).toEqual([bits, valid ? 200 : 400]);
      expect([bits, (await answer(variable, { bits })).status]).toEqual([bits, valid ? 200 : 400]);
    }
  });
});

describe('GraphQL logic and bitwise (contract 5)', () => {
  test('every operation on every pair of bits', async () => {
    const { ask } = await startConversion();
    for (const operation of logicOperationNames) {
      const pairs = [0, 1, 2, 3].map((pair) => [pair >> 1, pair & 1] as [Bit, Bit]);
      const fields = pairs.map(([a, b]) => `r${a}${b}: logic(operation: ${operation}, value1: ${a}, value2: ${b})`);
      const expected = pairs.map(([a, b]) => [`r${a}${b}`, applyLogic(operation, a, b)]);
      expect(await ask(`{ ${fields.join(' ')} }`)).toEqual(Object.fromEntries(expected));
    }
    expect(await ask('{ a: logic(operation: NOT, value1: 0) b: logic(operation: NOT, value1: 1) }')).toEqual({
      a: 1,
      b: 0,
    });
  });

  test.each([
    ['logic(operation: AND, value1: 2, value2: 1)', { value1: ['Both values must be 0 or 1.'] }],
    ['logic(operation: XOR, value1: 1, value2: -1)', { value2: ['Both values must be 0 or 1.'] }],
    ['logic(operation: NOT, value1: 5)', { value1: ['Both values must be 0 or 1.'] }],
    ['logic(operation: NOR, value1: 1)', { value2: [expect.stringContaining('two values')] }],
    [
      'bitwise(operation: OR, value1: "1", bits: 8) { result { hex } }',
      { value2: [expect.stringContaining('two values')] },
    ],
    [
      'bitwise(operation: OR, value1: "1", value2: "256", bits: 8) { result { hex } }',
      { value2: ['The number does not fit into 8 bits: they go from −2^7 to 2^8 − 1.'] },
    ],
    [
      'bitwise(operation: NOT, value1: "0b12", bits: 8) { result { hex } }',
      { value1: ['The “2” at position 4 does not exist in base 2. Use only 0 and 1.'] },
    ],
  ])('%s is BAD_USER_INPUT', async (field, fields) => {
    const { fault } = await startConversion();
    expect(await fault(`{ ${field} }`)).toMatchObject({ status: 400, extensions: { code: 'BAD_USER_INPUT', fields } });
  });

  test('whole numbers are combined column by column', async () => {
    const { ask } = await startConversion();
    const query = `{ bitwise(operation: XOR, value1: "0xF0", value2: "-1", bits: 8) {
      operand1 { bits hex unsigned signed } operand2 { bits } result { bits unsigned signed }
      columns { position bit1 bit2 result }
    } }`;
    const { bitwise } = await ask<{ bitwise: { columns: unknown[] } }>(query);
    expect(bitwise).toMatchObject({
      operand1: { bits: '11110000', hex: 'F0', unsigned: '240', signed: '-16' },
      operand2: { bits: '11111111' },
      result: { bits: '00001111', unsigned: '15', signed: '15' },
    });
    expect(bitwise.columns).toHaveLength(8);
    expect(bitwise.columns[0]).toEqual({ position: 7, bit1: 1, bit2: 1, result: 0 });
    expect(
      await ask('{ bitwise(operation: NOT, value1: "5", bits: 16) { operand2 { bits } result { signed } } }'),
    ).toEqual({
      bitwise: { operand2: null, result: { signed: '-6' } },
    });
  });
});

describe('GraphQL truthTable (contract 5)', () => {
  test('gives the table with its parts, and the gates', async () => {
    const { ask } = await startConversion();
    expect(await ask(TABLE, { expression: 'a e não b' })).toEqual({
      truthTable: {
        expression: 'A AND NOT B',
        variables: ['A', 'B'],
        columns: [
          { expression: 'NOT B', node: 2 },
          { expression: 'A AND NOT B', node: 3 },
        ],
        rows: [
          { inputs: [0, 0], values: [1, 0], result: 0 },
          { inputs: [0, 1], values: [0, 0], result: 0 },
          { inputs: [1, 0], values: [1, 1], result: 1 },
          { inputs: [1, 1], values: [0, 0], result: 0 },
        ],
        nodes: [
          { id: 0, kind: 'VARIABLE', expression: 'A', operation: null, inputs: [] },
          { id: 1, kind: 'VARIABLE', expression: 'B', operation: null, inputs: [] },
          { id: 2, kind: 'OPERATION', expression: 'NOT B', operation: 'NOT', inputs: [1] },
          { id: 3, kind: 'OPERATION', expression: 'A AND NOT B', operation: 'AND', inputs: [0, 2] },
        ],
      },
    });
  });

  test.each([
    ['A AND', 'Something is missing after “AND”: a variable, 0, 1, NOT or a bracket.'],
    ['AND A', 'Something is missing before “AND”: a variable, 0, 1 or a bracket.'],
    ['A AND ) B', 'Something is missing after “AND”: a variable, 0, 1, NOT or a bracket.'],
    ['A B', 'An operation, such as AND, is missing before the “B” at position 3.'],
    ['(A', 'The “(” at position 1 is not closed: a “)” is missing.'],
    ['A)', 'The “)” at position 2 closes a bracket that was never opened.'],
    ['A ? B', 'The “?” at position 3 is not used in logic expressions.'],
    ['a+b+c+d+e+f+g', 'Too many variables: with “g”, at position 13, there are more than 6.'],
    ['~'.repeat(33), 'At position 33, more than 32 brackets and NOTs are nested.'],
    ['', 'Write an expression, such as A AND B.'],
    ['A'.repeat(201), 'Write at most 200 characters.'],
  ])('%j is refused at its place', async (expression, text) => {
    const { fault } = await startConversion();
    expect(await fault(`{ truthTable(expression: ${JSON.stringify(expression)}) { expression } }`)).toMatchObject({
      status: 400,
      message: text,
      extensions: { code: 'BAD_USER_INPUT', fields: { expression: [text] } },
    });
  });

  test('the largest table is answered whole, and no larger than a page', async () => {
    const { answer } = await startConversion();
    const expression = Array.from({ length: 100 }, (_, index) => 'abcdef'.charAt(index % 6)).join('|');
    const { status, text } = await answer(TABLE, { expression });
    expect(status).toBe(200);
    expect(JSON.parse(text).data.truthTable.rows).toHaveLength(64);
    expect(text.length).toBeLessThan(262_144);
  });
});

describe('who may ask, and for what', () => {
  const FIELDS = [
    'convert(type: BIN2DEC, value: "1") { result }',
    'convertBase(value: "1", from: 2, to: 3) { result }',
    'representations(value: "1", bits: 8) { value }',
    'logic(operation: NOT, value1: 1)',
    'bitwise(operation: NOT, value1: "1", bits: 8) { result { hex } }',
    'truthTable(expression: "A") { expression }',
  ];

  test.each(FIELDS)('%s is for callers', async (field) => {
    const app = await createTestApp();
    expect((await app.browser().graphql(`{ ${field} }`)).status).toBe(401);
    expect((await (await app.loginAs()).graphql(`{ ${field} }`)).status).toBe(200);
  });

  test('any text is answered, or rejected with the field at fault, and never fails', async () => {
    const { answer } = await startConversion();
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', '\u0000', '\ud800', '0b', '1e9', 'A E', '-', '9'.repeat(5000)),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.integer(), fc.integer({ min: 2, max: 36 }), async (value, from, to) => {
        for (const [query, variables] of [
          [CONVERT_BASE, { value, from, to }],
          [CONVERT_BASE, { value, from: to, to: 10 }],
          ['query ($value: String!) { representations(value: $value, bits: 8) { value } }', { value }],
          [
            'query ($value: String) { bitwise(operation: OR, value1: "1", value2: $value, bits: 8) { result { hex } } }',
            { value },
          ],
          [TABLE, { expression: value }],
        ] as const) {
          const { status, json } = await answer(query, variables);
          if (status === 200) continue;
          expect(status).toBe(400);
          const [error] = json<Errors>().errors;
          expect(error?.extensions.code).toBe('BAD_USER_INPUT');
          expect(Object.keys(error?.extensions.fields ?? {})).not.toEqual([]);
        }
      }),
    );
  });
});
