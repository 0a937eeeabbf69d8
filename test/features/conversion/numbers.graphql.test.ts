import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.js';

interface Failed {
  readonly errors: readonly { message: string; extensions: { code: string; fields: Record<string, string[]> } }[];
}

/** Returns a function that queries as a signed-in script and returns `data` on success. */
async function startNumbers() {
  const app = await createTestApp();
  const script = await app.scriptAs();
  return {
    statusOf: async (query: string) => (await script.graphql(query)).status,
    ask: async (query: string) => (await script.graphql(query)).json<{ data: object }>().data,
    fault: async (query: string, language = 'en') => {
      const answer = await script.graphql(query, {}, { 'accept-language': language });
      const [error] = answer.json<Failed>().errors;
      return { status: answer.status, code: error?.extensions.code, fields: error?.extensions.fields };
    },
  };
}

const refused = (fields: Record<string, string>) => ({
  status: 400,
  code: 'BAD_USER_INPUT',
  fields: Object.fromEntries(Object.entries(fields).map(([argument, text]) => [argument, [text]])),
});

describe('GraphQL convertFraction (contract 15)', () => {
  test('gives the period, what it is exactly, and the steps', async () => {
    const { ask } = await startNumbers();
    const query = `{ convertFraction(value: " -0,3", from: 10, to: 2) {
      result normalised whole digits isExact terminates periodStart periodLength numerator denominator stepCount stepsCut
      steps { kind equation negativePower { position } period { digits }
        multiplication { index fraction radix product digitValue digit rest repeats } } } }`;
    const { steps, ...rest } = ((await ask(query)) as { convertFraction: { steps: object[] } }).convertFraction;
    expect(rest).toEqual({
      result: '-0.0(1001)',
      normalised: '-0.3',
      whole: '0',
      digits: '01001',
      isExact: true,
      terminates: false,
      periodStart: 1,
      periodLength: 4,
      numerator: '-3',
      denominator: '10',
      stepCount: 5,
      stepsCut: false,
    });
    expect(steps).toHaveLength(5);
    expect(steps[4]).toEqual({
      kind: 'MULTIPLICATION',
      equation: '0.8 × 2 = 1.6 → 1',
      negativePower: null,
      period: null,
      multiplication: {
        index: 4,
        fraction: '0.8',
        radix: 2,
        product: '1.6',
        digitValue: 1,
        digit: '1',
        rest: '0.6',
        repeats: true,
      },
    });
  });

  test('tells the way back by negative powers and the fraction of a period', async () => {
    const { ask } = await startNumbers();
    const query = `{ convertFraction(value: "0.1(01)", from: 2, to: 10) { result steps { equation
      negativePower { position radix digit digitValue placeValue product sum }
      period { radix digits start numerator denominator value sum } } } }`;
    expect(await ask(query)).toMatchObject({
      convertFraction: {
        result: '0.(6)',
        steps: [
          {
            equation: '1 × 2^-1 = 0.5',
            negativePower: {
              position: -1,
              radix: 2,
              digit: '1',
              digitValue: 1,
              placeValue: '0.5',
              product: '0.5',
              sum: '0.5',
            },
          },
          {
            equation: '1 / 6 = 1/6',
            period: { radix: 2, digits: '01', start: 1, numerator: '1', denominator: '6', value: '1/6', sum: '2/3' },
          },
          { equation: '2/3 × 10 = 20/3 → 6' },
        ],
      },
    });
  });

  test('computes as many digits as were asked for, and says what is missing', async () => {
    const { ask } = await startNumbers();
    const query = (digits: number) =>
      `{ convertFraction(value: "0.1", from: 10, to: 3, digits: ${digits}) { result isExact periodStart periodLength } }`;
    expect(await ask(query(3))).toEqual({
      convertFraction: { result: '0.002…', isExact: false, periodStart: 0, periodLength: null },
    });
    expect(await ask(query(4))).toEqual({
      convertFraction: { result: '0.(0022)', isExact: true, periodStart: 0, periodLength: 4 },
    });
  });

  test.each([
    ['value: "0.1(", from: 10, to: 2', { value: 'The bracket at position 4 is not closed.' }],
    ['value: "0.2", from: 2, to: 10', { value: 'The “2” at position 3 does not exist in base 2. Use only 0 and 1.' }],
    ['value: "1", from: 1, to: 37', { from: 'Bases go from 2 to 36.', to: 'Bases go from 2 to 36.' }],
    [
      'value: "1", from: 10, to: 2, digits: 1001',
      { digits: 'The number of digits after the point goes from 0 to 1000.' },
    ],
    [
      'value: "1", from: 10, to: 2, digits: -1',
      { digits: 'The number of digits after the point goes from 0 to 1000.' },
    ],
  ])('refuses %s', async (args, fields) => {
    const { fault } = await startNumbers();
    expect(await fault(`{ convertFraction(${args}) { result } }`)).toEqual(refused(fields));
  });
});

describe('GraphQL floatingPoint (contract 15)', () => {
  test('an operation has room for nine, of which the worst takes five milliseconds', async () => {
    const { statusOf: status } = await startNumbers();
    const statusOf = async (count: number) => {
      const fields = Array.from(
        { length: count },
        (_, at) => `a${at}: floatingPoint(value: "1", format: BINARY64) { class }`,
      );
      return status(`{ ${fields.join(' ')} }`);
    };
    expect([await statusOf(9), await statusOf(10)]).toEqual([200, 400]);
  });

  test('gives a number in all its parts', async () => {
    const { ask } = await startNumbers();
    const query = `{ floatingPoint(value: "0.1", format: BINARY16) {
      class sign exponentBits significandBits bits hex storedExponent bias exponent typed value shortest error
      below { bits hex value shortest } above { hex }
      encodeSteps { kind equation significand rounded rounding exponent bias storedExponent bits value }
      decodeSteps { kind equation value } } }`;
    const { floatingPoint } = (await ask(query)) as { floatingPoint: { encodeSteps: object[] } };
    expect(floatingPoint).toMatchObject({
      class: 'NORMAL',
      sign: 0,
      exponentBits: '01011',
      significandBits: '1001100110',
      bits: '0010111001100110',
      hex: '2E66',
      storedExponent: 11,
      bias: 15,
      exponent: -4,
      typed: '0.1',
      value: '0.0999755859375',
      shortest: '0.1',
      error: '-0.0000244140625',
      below: { bits: '0010111001100101', hex: '2E65', value: '0.09991455078125', shortest: '0.0999' },
      above: { hex: '2E67' },
    });
    expect(floatingPoint.encodeSteps).toMatchObject([
      { kind: 'SIGN', equation: '0', bits: null },
      { kind: 'BINARY', equation: '0.000110011001100…', significand: '0.000110011001100' },
      { kind: 'NORMALISE', equation: '1.10011001100… × 2^-4', exponent: -4 },
      { kind: 'ROUND', equation: '1.1001100110|0… → 1.1001100110', rounding: 'DOWN', rounded: '1.1001100110' },
      { kind: 'BIAS', equation: '-4 + 15 = 11 = 01011', bias: 15, storedExponent: 11, bits: '01011' },
      { kind: 'FRACTION', equation: '1001100110', bits: '1001100110' },
    ]);
    expect(floatingPoint).toMatchObject({
      decodeSteps: [
        { kind: 'SIGN', equation: '0' },
        { kind: 'UNBIAS', equation: '01011 = 11; 11 - 15 = -4' },
        { kind: 'SIGNIFICAND', equation: '1.1001100110' },
        { kind: 'VALUE', equation: '1638 × 2^-14 = 0.0999755859375', value: '0.0999755859375' },
      ],
    });
  });

  test.each([
    ['0x7F800000', 'BINARY32', { class: 'INFINITE', value: 'Infinity', error: null, typed: null, above: null }],
    ['-0', 'BINARY64', { class: 'ZERO', value: '-0', error: '0', sign: 1, exponent: -1022 }],
    ['NaN', 'BINARY64', { class: 'NAN', value: 'NaN', exponent: null, above: null }],
    ['1e999', 'BINARY64', { class: 'INFINITE', error: null, typed: `1${'0'.repeat(999)}` }],
  ])('%s as %s', async (value, format, expected) => {
    const { ask } = await startNumbers();
    const query = `{ floatingPoint(value: "${value}", format: ${format}) { class value error typed sign exponent above { hex } } }`;
    expect(await ask(query)).toMatchObject({ floatingPoint: expected });
  });

  test.each([
    [
      '1x',
      'The “x” at position 2 does not fit here. Write a decimal number, Infinity, NaN, or the bits in hexadecimal after 0x.',
    ],
    ['', 'Write a number, such as 0.1 or 1e-3.'],
    ['1e1501', 'The exponent goes from −1500 to 1500.'],
    ['0x10000', '16 bits are 4 hexadecimal digits at most.'],
    ['1'.repeat(1101), 'Write at most 1100 characters.'],
  ])('refuses “%.12s”', async (value, text) => {
    const { fault } = await startNumbers();
    const query = `{ floatingPoint(value: "${value}", format: BINARY16) { value } }`;
    expect(await fault(query)).toEqual(refused({ value: text }));
  });
});

describe('GraphQL binaryArithmetic (contract 15)', () => {
  test('gives columns, flags and complements', async () => {
    const { ask } = await startNumbers();
    const query = `{ binaryArithmetic(operation: SUBTRACT, bits: 8, value1: "0x05", value2: "10") {
      operand1 { bits } operand2 { bits } result { bits hex unsigned signed } exactUnsigned exactSigned
      flags { carry overflow zero negative } shiftCount shiftKind product partialProducts { position }
      columns { position bit1 bit2 ones carryIn carryOut source result }
      complement1 { bits } negated2 { bits inverted result columns { position bit carryIn result } } magnitude { result } } }`;
    const { binaryArithmetic } = (await ask(query)) as {
      binaryArithmetic: { columns: object[]; negated2: { columns: object[] } };
    };
    expect(binaryArithmetic).toMatchObject({
      operand1: { bits: '00000101' },
      operand2: { bits: '00001010' },
      result: { bits: '11111011', hex: 'FB', unsigned: '251', signed: '-5' },
      exactUnsigned: '-5',
      exactSigned: '-5',
      flags: { carry: true, overflow: false, zero: false, negative: true },
      shiftCount: null,
      shiftKind: null,
      product: null,
      partialProducts: [],
      complement1: null,
      negated2: { bits: '00001010', inverted: '11110101', result: '11110110' },
      magnitude: { result: '00000101' },
    });
    expect(binaryArithmetic.columns).toHaveLength(8);
    expect(binaryArithmetic.columns.at(-2)).toEqual({
      position: 1,
      bit1: 0,
      bit2: 1,
      ones: null,
      carryIn: 0,
      carryOut: 1,
      source: null,
      result: 1,
    });
    expect(binaryArithmetic.negated2.columns.at(-1)).toEqual({ position: 0, bit: 1, carryIn: 1, result: 0 });
  });

  test('multiplies by partial products, and shifts as it is told', async () => {
    const { ask } = await startNumbers();
    const query = `{
      product: binaryArithmetic(operation: MULTIPLY, bits: 8, value1: "20", value2: "13") {
        product result { unsigned } flags { carry overflow } partialProducts { position bit bits } columns { ones } }
      signed: binaryArithmetic(operation: SHIFT_RIGHT, bits: 8, value1: "-8", value2: "1") { result { signed } shiftKind shiftCount }
      logical: binaryArithmetic(operation: SHIFT_RIGHT, bits: 8, value1: "-8", value2: "1", shiftKind: LOGICAL) {
        result { unsigned } columns { source } operand2 { bits } } }`;
    const answer = (await ask(query)) as Record<string, { columns: object[]; partialProducts: object[] }>;
    expect(answer.product).toMatchObject({
      product: '0000000100000100',
      result: { unsigned: '4' },
      flags: { carry: true, overflow: true },
    });
    expect(answer.product?.columns).toHaveLength(16);
    expect(answer.product?.partialProducts.slice(0, 3)).toEqual([
      { position: 0, bit: 1, bits: '00010100' },
      { position: 1, bit: 0, bits: '00000000' },
      { position: 2, bit: 1, bits: '00010100' },
    ]);
    expect(answer.signed).toEqual({ result: { signed: '-4' }, shiftKind: 'ARITHMETIC', shiftCount: 1 });
    expect(answer.logical).toMatchObject({ result: { unsigned: '124' }, operand2: null });
    expect(answer.logical?.columns.slice(0, 2)).toEqual([{ source: null }, { source: 7 }]);
  });

  test.each([
    ['ADD', '256', '1', { value1: 'The number does not fit into 8 bits: they go from −2^7 to 2^8 − 1.' }],
    ['ADD', '1', '-129', { value2: 'The number does not fit into 8 bits: they go from −2^7 to 2^8 − 1.' }],
    ['SHIFT_LEFT', '1', '9', { value2: 'Bits can be shifted by 0 to 8 positions.' }],
    ['SHIFT_LEFT', '1', '-1', { value2: 'Bits can be shifted by 0 to 8 positions.' }],
    ['ADD', '1', '0b2', { value2: 'The “2” at position 3 does not exist in base 2. Use only 0 and 1.' }],
  ])('refuses %s of %s and %s', async (operation, value1, value2, fields) => {
    const { fault } = await startNumbers();
    const query = `{ binaryArithmetic(operation: ${operation}, bits: 8, value1: "${value1}", value2: "${value2}") { product } }`;
    expect(await fault(query)).toEqual(refused(fields));
  });
});
