import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFloat } from '../../../../../src/features/conversion/rules/floating-point/encode-float.js';
import {
  binaryValue,
  type FloatFormat,
  floatFormatNames,
  limitsOf,
} from '../../../../../src/features/conversion/rules/floating-point/float-format.js';
import {
  type FloatingPoint,
  floatingPoint,
} from '../../../../../src/features/conversion/rules/floating-point/floating-point.js';
import { otherReading } from '../../../../../src/features/conversion/rules/floating-point/other-reading.js';
import {
  FLOAT_EXPONENT_MAX,
  FLOAT_MAX_LENGTH,
  parseFloatText,
} from '../../../../../src/features/conversion/rules/floating-point/parse-float-text.js';

/**
 * Number of random values compared with the hardware; comparing a million decimals would take too long for the suite.
 */
const DECIMALS = Number(process.env.FLOAT_DECIMALS ?? 20_000);
const PATTERNS = 500_000;

/** Node supports half precision, but TypeScript's ES2024 library does not declare it yet. */
interface HalfView {
  getFloat16(offset: number): number;
  setFloat16(offset: number, value: number): void;
}

const view = new DataView(new ArrayBuffer(8));
const half = view as unknown as HalfView;

/** Hardware functions that read bit patterns and write numbers. */
const hardware: Record<FloatFormat, { read(pattern: bigint): number; write(number: number): bigint }> = {
  BINARY16: {
    read(pattern) {
      view.setUint16(0, Number(pattern));
      return half.getFloat16(0);
    },
    write(number) {
      half.setFloat16(0, number);
      return BigInt(view.getUint16(0));
    },
  },
  BINARY32: {
    read(pattern) {
      view.setUint32(0, Number(pattern));
      return view.getFloat32(0);
    },
    write(number) {
      view.setFloat32(0, number);
      return BigInt(view.getUint32(0));
    },
  },
  BINARY64: {
    read(pattern) {
      view.setBigUint64(0, pattern);
      return view.getFloat64(0);
    },
    write(number) {
      view.setFloat64(0, number);
      return view.getBigUint64(0);
    },
  },
};

function ratioOf(pattern: bigint, format: FloatFormat) {
  const { significand, exponent, sign } = binaryValue(pattern, format);
  const scale = 1n << BigInt(Math.abs(exponent));
  const ratio =
    exponent < 0 ? { numerator: significand, denominator: scale } : { numerator: significand * scale, denominator: 1n };
  return { ratio, isNegative: sign === 1 };
}

/**
 * Returns the fault in a pattern (its value, or the bits that the value is encoded to), or undefined if it is correct.
 */
function findFault(pattern: bigint, format: FloatFormat): string | undefined {
  const real = hardware[format].read(pattern);
  if (!Number.isFinite(real)) return undefined;
  const { significand, exponent, sign } = binaryValue(pattern, format);
  // The result is exact, since no product in the three formats needs more than 53 bits.
  const value = Number(significand) * 2 ** exponent * (sign === 1 ? -1 : 1);
  if (!Object.is(value, real)) return `${pattern.toString(16)} is ${value}, not ${real}`;
  const { ratio, isNegative } = ratioOf(pattern, format);
  const back = encodeFloat(ratio, isNegative, format);
  return back === pattern ? undefined : `${pattern.toString(16)} becomes ${back.toString(16)}`;
}

/** Returns a generator of 32 random bits that are the same in every run (xorshift). */
function randomBits(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function read(text: string, format: FloatFormat): FloatingPoint {
  const made = floatingPoint(text, format);
  if ('problem' in made) throw new Error(JSON.stringify(made.problem));
  return made;
}

const format = fc.constantFrom(...floatFormatNames);

describe('floating point against the hardware (contract 15)', () => {
  test('all 65,536 patterns of BINARY16 have their value, class and bits, in all parts of the answer', () => {
    const wrong: string[] = [];
    for (let number = 0; number < 65_536; number += 1) {
      const pattern = BigInt(number);
      const fault = findFault(pattern, 'BINARY16');
      if (fault) wrong.push(fault);
    }
    expect(wrong).toEqual([]);
  });

  test('a million patterns of BINARY32 and BINARY64 have their value and get back their bits', () => {
    const random = randomBits(20_261_123);
    const wrong: string[] = [];
    for (let count = 0; count < PATTERNS; count += 1) {
      const low = random();
      const fault = findFault(BigInt(low), 'BINARY32');
      const wide = findFault((BigInt(random()) << 32n) | BigInt(low), 'BINARY64');
      if (fault || wide) wrong.push(fault ?? wide ?? '');
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  test(`${DECIMALS} decimals become the bits that the hardware gives them`, () => {
    const random = randomBits(7);
    const wrong: string[] = [];
    for (let count = 0; count < DECIMALS; count += 1) {
      const digits = `${random()}${random()}`.slice(0, 1 + (random() % 20));
      const text = `${random() & 1 ? '-' : ''}${digits}e${(random() % 680) - 345}`;
      const typed = parseFloatText(text, 'BINARY64');
      if (!('decimal' in typed)) throw new Error(text);
      const { units, places, isNegative } = typed.decimal;
      const pattern = encodeFloat({ numerator: units, denominator: 10n ** BigInt(places) }, isNegative, 'BINARY64');
      if (pattern !== hardware.BINARY64.write(Number(text))) wrong.push(text);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  test('every double becomes the same BINARY32 and BINARY16 as in the hardware', () => {
    const random = randomBits(99);
    const wrong: string[] = [];
    for (let count = 0; count < 60_000; count += 1) {
      // Exponents are within the narrow formats or slightly beyond; half of the values have few bits, to produce ties.
      const exponent = count % 2 === 0 ? 1023 - 160 + (random() % 320) : 1023 - 30 + (random() % 50);
      const fraction = (BigInt(random() & 0xfffff) << 32n) | (count % 4 < 2 ? 0n : BigInt(random()));
      const pattern = (BigInt(random() & 1) << 63n) | (BigInt(exponent) << 52n) | fraction;
      const { ratio, isNegative } = ratioOf(pattern, 'BINARY64');
      const number = hardware.BINARY64.read(pattern);
      for (const narrow of ['BINARY16', 'BINARY32'] as const) {
        if (encodeFloat(ratio, isNegative, narrow) !== hardware[narrow].write(number))
          wrong.push(`${number} ${narrow}`);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  test('what is typed, read, and shown as the shortest decimal is what the hardware has', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = Object.is(number, -0) ? '-0' : String(number);
        const made = read(text, 'BINARY64');
        expect(BigInt(`0b${made.bits}`)).toBe(hardware.BINARY64.write(number));
        expect(made.shortest).toBe(text);
        expect(Object.is(Number(made.value), number)).toBe(true);
        const narrow = Math.fround(number);
        if (Number.isFinite(narrow)) expect(Math.fround(Number(read(text, 'BINARY32').shortest))).toBe(narrow);
      }),
      { numRuns: 300 },
    );
  });
});

describe('rounding to nearest, a half to even (IEEE 754)', () => {
  const finite = format.chain((name) => {
    const { width, specialExponent, fractionBits } = limitsOf(name);
    const largest = (BigInt(specialExponent) << BigInt(fractionBits)) - 1n;
    return fc.record({
      name: fc.constant(name),
      // Excludes the largest value, which has no finite number above it.
      pattern: fc.bigInt({ min: 0n, max: largest - 1n }),
      isNegative: fc.boolean(),
      signBit: fc.constant(1n << BigInt(width - 1)),
    });
  });

  test('halfway between two neighbours the even one is taken, and beside it the nearer one', () => {
    fc.assert(
      fc.property(finite, ({ name, pattern, isNegative, signBit }) => {
        const [low, high] = [ratioOf(pattern, name).ratio, ratioOf(pattern + 1n, name).ratio];
        const numerator = low.numerator * high.denominator + high.numerator * low.denominator;
        const denominator = 2n * low.denominator * high.denominator;
        const bits = (moved: bigint) =>
          encodeFloat(
            { numerator: numerator * 10n ** 30n + moved, denominator: denominator * 10n ** 30n },
            isNegative,
            name,
          ) & ~(isNegative ? signBit : 0n);
        expect(bits(0n)).toBe(pattern % 2n === 0n ? pattern : pattern + 1n);
        expect(bits(-1n)).toBe(pattern);
        expect(bits(1n)).toBe(pattern + 1n);
      }),
      { numRuns: 2000 },
    );
  });

  test('from half a step above the largest number on, it is infinite', () => {
    for (const name of floatFormatNames) {
      const { specialExponent, fractionBits } = limitsOf(name);
      const infinite = BigInt(specialExponent) << BigInt(fractionBits);
      const [below, largest] = [infinite - 2n, infinite - 1n].map(
        (pattern) => ratioOf(pattern, name).ratio.numerator,
      ) as [bigint, bigint];
      const edge = 2n * largest + (largest - below);
      expect(encodeFloat({ numerator: edge, denominator: 2n }, false, name)).toBe(infinite);
      expect(encodeFloat({ numerator: edge - 1n, denominator: 2n }, false, name)).toBe(infinite - 1n);
      expect(read(String(edge / 2n), name)).toMatchObject({ class: 'INFINITE', error: null });
    }
  });
});

describe('what a floating-point number is made of', () => {
  test('0.1 is not 0.1', () => {
    expect(read('0,1', 'BINARY32')).toMatchObject({
      sign: 0,
      exponentBits: '01111011',
      significandBits: '10011001100110011001101',
      hex: '3DCCCCCD',
      class: 'NORMAL',
      typed: '0.1',
      value: '0.100000001490116119384765625',
      error: '0.000000001490116119384765625',
      shortest: '0.1',
      exponent: -4,
      below: { hex: '3DCCCCCC' },
      above: { hex: '3DCCCCCE' },
    });
  });

  test.each([
    ['0', 'BINARY16', 'ZERO', '0', '8001', '0001'],
    ['-0', 'BINARY16', 'ZERO', '-0', '8001', '0001'],
    ['-1e-9', 'BINARY16', 'ZERO', '-0', '8001', '0001'],
    ['0x1', 'BINARY16', 'SUBNORMAL', '0.000000059604644775390625', '0000', '0002'],
    ['0x3ff', 'BINARY16', 'SUBNORMAL', '0.000060975551605224609375', '03FE', '0400'],
    ['0x400', 'BINARY16', 'NORMAL', '0.00006103515625', '03FF', '0401'],
    ['65504', 'BINARY16', 'NORMAL', '65504', '7BFE', '7C00'],
    ['-Infinity', 'BINARY16', 'INFINITE', '-Infinity', undefined, 'FBFF'],
    ['inf', 'BINARY16', 'INFINITE', 'Infinity', '7BFF', undefined],
    ['nan', 'BINARY16', 'NAN', 'NaN', undefined, undefined],
    ['-1', 'BINARY16', 'NORMAL', '-1', 'BC01', 'BBFF'],
  ] as const)('%s in %s: %s, %s, between %s and %s', (text, name, kind, value, below, above) => {
    const made = read(text, name);
    expect([made.class, made.value, made.below?.hex, made.above?.hex]).toEqual([kind, value, below, above]);
  });

  test('the neighbours of every BINARY16 are those that sorting all of them gives', () => {
    const all = Array.from({ length: 65_536 }, (_, number) => ({
      number,
      value: hardware.BINARY16.read(BigInt(number)),
    }))
      .filter(({ value, number }) => !Number.isNaN(value) && number !== 0x8000)
      .sort((first, second) => first.value - second.value);
    const formatHex = (number: number | undefined) => number?.toString(16).toUpperCase().padStart(4, '0');
    // Checks only every seventh value, since each is written out in all its parts.
    for (let index = 0; index < all.length; index += 7) {
      const { below, above } = read(`0x${formatHex(all[index]?.number)}`, 'BINARY16');
      const minusZero = (hex: string | undefined) => (hex === '8000' ? '0000' : hex);
      expect(minusZero(below?.hex)).toBe(formatHex(all[index - 1]?.number));
      expect(minusZero(above?.hex)).toBe(formatHex(all[index + 1]?.number));
    }
  });

  test('what is stored is what was typed and the error, to the last digit', () => {
    const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 30 }));
    const scaled = (text: string) => {
      const [whole = '', part = ''] = text.replace('-', '').split('.');
      const units = BigInt(whole + part.padEnd(1100, '0'));
      return text.startsWith('-') ? -units : units;
    };
    fc.assert(
      fc.property(decimal, format, ([units, places], name) => {
        const made = read(`${units}e-${places}`, name);
        if (made.error === null) expect(made.class).toBe('INFINITE');
        else expect(scaled(made.value)).toBe(scaled(made.typed ?? '') + scaled(made.error));
      }),
      { numRuns: 300 },
    );
  });

  test('every exact value can be typed again, and gets the same bits', () => {
    for (const hex of ['0000000000000001', '000FFFFFFFFFFFFF', '801FFFFFFFFFFFFF', '7FEFFFFFFFFFFFFF']) {
      const { value } = read(`0x${hex}`, 'BINARY64');
      expect(read(value, 'BINARY64')).toMatchObject({ hex, error: '0' });
    }
  });
});

describe('steps of floating-point numbers', () => {
  test('from a decimal to bits', () => {
    expect(read('-5.75', 'BINARY16').encodeSteps).toEqual([
      { kind: 'SIGN', bit: 1 },
      { kind: 'BINARY', digits: '101.11', isCut: false },
      { kind: 'NORMALISE', significand: '1.0111', isCut: false, exponent: 2 },
      { kind: 'ROUND', kept: '1.0111000000', rounded: '1.0111000000', next: 0, more: false, rounding: 'EXACT' },
      { kind: 'BIAS', exponent: 2, bias: 15, storedExponent: 17, bits: '10001' },
      { kind: 'FRACTION', bits: '0111000000', leading: 1 },
    ]);
  });

  test.each([
    ['0.1', ['SIGN', 'BINARY', 'NORMALISE', 'ROUND', 'BIAS', 'FRACTION']],
    ['0', ['SIGN', 'BIAS', 'FRACTION']],
    ['2049', ['SIGN', 'NORMALISE', 'ROUND', 'BIAS', 'FRACTION']],
    ['1e-6', ['SIGN', 'NORMALISE', 'SUBNORMAL', 'ROUND', 'BIAS', 'FRACTION']],
    ['1e-20', ['SIGN', 'NORMALISE', 'SUBNORMAL', 'ROUND', 'BIAS', 'FRACTION']],
    ['0.99999', ['SIGN', 'BINARY', 'NORMALISE', 'ROUND', 'RENORMALISE', 'BIAS', 'FRACTION']],
    ['65520', ['SIGN', 'NORMALISE', 'ROUND', 'RENORMALISE', 'OVERFLOW', 'BIAS', 'FRACTION']],
    ['1e6', ['SIGN', 'NORMALISE', 'ROUND', 'OVERFLOW', 'BIAS', 'FRACTION']],
    ['0x3c00', []],
  ])('%s takes these steps: %j', (text, kinds) => {
    expect(read(text, 'BINARY16').encodeSteps.map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each([
    ['1', 1],
    ['0', 0],
    ['1e-6', 0],
    ['1e6', null],
  ])('the bit before the point of %s, which is not stored, is %j', (text, leading) => {
    expect(read(text, 'BINARY16').encodeSteps.at(-1)).toMatchObject({ kind: 'FRACTION', leading });
  });

  test('a half between two numbers goes to the even one, and the step says so', () => {
    const rounding = (text: string) => read(text, 'BINARY16').encodeSteps.find((step) => step.kind === 'ROUND');
    expect(rounding('2049')).toMatchObject({ kept: '1.0000000000', rounded: '1.0000000000', rounding: 'TIE_DOWN' });
    expect(rounding('2051')).toMatchObject({ kept: '1.0000000001', rounded: '1.0000000010', rounding: 'TIE_UP' });
    expect(rounding('2051.001')).toMatchObject({ rounding: 'UP' });
    expect(rounding('2050.999')).toMatchObject({ rounding: 'DOWN' });
  });

  test('the last steps of both ways hold the bits and the value of the answer', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), format, (number, name) => {
        const made = read(String(number), name);
        const [bias, fraction] = made.encodeSteps.slice(-2);
        expect([bias, fraction]).toMatchObject([
          { kind: 'BIAS', bits: made.exponentBits },
          { kind: 'FRACTION', bits: made.significandBits },
        ]);
        const last = made.decodeSteps.at(-1);
        expect(last).toMatchObject(
          made.class === 'INFINITE' ? { kind: 'SPECIAL' } : { kind: 'VALUE', value: made.value },
        );
      }),
      { numRuns: 200 },
    );
  });

  test('from bits to a decimal', () => {
    expect(read('0xC5C0', 'BINARY16').decodeSteps).toEqual([
      { kind: 'SIGN', bit: 1 },
      { kind: 'UNBIAS', bits: '10001', storedExponent: 17, bias: 15, exponent: 2 },
      { kind: 'SIGNIFICAND', leading: 1, significand: '1.0111000000' },
      { kind: 'VALUE', sign: 1, significand: '1472', exponent: -8, value: '-5.75' },
    ]);
    expect(read('0xFE00', 'BINARY16').decodeSteps).toEqual([
      { kind: 'SIGN', bit: 1 },
      { kind: 'SPECIAL', bits: '11111', class: 'NAN' },
    ]);
  });
});

describe('what may be typed', () => {
  test.each([
    ['', { kind: 'noDigits' }],
    [' - ', { kind: 'noDigits' }],
    ['0x', { kind: 'noDigits' }],
    ['1e', { kind: 'noDigits' }],
    ['e5', { kind: 'unexpected', character: 'e', position: 1 }],
    [' 1.2.3', { kind: 'unexpected', character: '.', position: 5 }],
    ['0xG', { kind: 'unexpected', character: 'G', position: 3 }],
    ['1😀', { kind: 'unexpected', character: '😀', position: 2 }],
    ['0x1FFFF', { kind: 'patternTooLong', format: 'BINARY16' }],
    [`1e${FLOAT_EXPONENT_MAX + 1}`, { kind: 'exponentTooLarge' }],
  ])('“%s” is refused', (text, problem) => {
    expect(floatingPoint(text, 'BINARY16')).toEqual({ problem });
  });

  test.each([`1e${FLOAT_EXPONENT_MAX}`, `-1e-${FLOAT_EXPONENT_MAX}`, '0x00FFFF', '+.5E+1', '5.', '∞'])(
    '“%s” is read',
    (text) => {
      expect(floatingPoint(text, 'BINARY16')).toHaveProperty('bits');
    },
  );

  test('a text of 1,100 characters is read, one more is refused, and so is an exponent of any length', () => {
    const longest = '1'.repeat(FLOAT_MAX_LENGTH);
    expect(floatingPoint(longest, 'BINARY64')).toHaveProperty('bits');
    expect(floatingPoint(`${longest}1`, 'BINARY64')).toEqual({ problem: { kind: 'tooLong' } });
    expect(floatingPoint(`1e-${'9'.repeat(1000)}`, 'BINARY64')).toEqual({ problem: { kind: 'exponentTooLarge' } });
  });
});

describe('bits as lessons write them', () => {
  const ONE_AND_A_HALF = '00111111110000000000000000000000';
  const LARGE = '111111110000000000000000000000';

  test.each([
    [ONE_AND_A_HALF, 'BINARY32', 'BITS', '1.5'],
    [`0 01111111 10000000000000000000000`, 'BINARY32', 'BITS', '1.5'],
    ['0b0_01111_1000000000', 'BINARY16', 'BITS', '1.5'],
    ['0B1', 'BINARY16', 'BITS', '0.000000059604644775390625'],
    ['1', 'BINARY16', 'DECIMAL', '1'],
    [`${ONE_AND_A_HALF}.0`, 'BINARY32', 'DECIMAL', LARGE],
    [ONE_AND_A_HALF, 'BINARY64', 'DECIMAL', LARGE],
    ['-inf', 'BINARY16', 'SPECIAL', '-Infinity'],
  ] as const)('%s as %s is read as %s', (text, format, reading, value) => {
    const float = read(text, format);
    expect([float.reading, float.typed ?? float.value]).toEqual([reading, value]);
  });

  test('bits that do not fit are refused, and a sign that is none is shown', () => {
    expect(floatingPoint('0b1 0000 0000 0000 0000', 'BINARY16')).toEqual({
      problem: { kind: 'bitsTooLong', format: 'BINARY16' },
    });
    expect(floatingPoint('0b102', 'BINARY16')).toEqual({
      problem: { kind: 'unexpected', character: '2', position: 5 },
    });
  });

  test('digits that may be bits or a decimal have the other reading, and the other reading has this one or none', () => {
    const other = otherReading(ONE_AND_A_HALF, 'BINARY32');
    expect(other).toEqual({ text: `${ONE_AND_A_HALF}.0`, format: 'BINARY32' });
    expect(otherReading(ONE_AND_A_HALF, 'BINARY64')).toEqual({ text: ONE_AND_A_HALF, format: 'BINARY32' });
    for (const text of ['101', '0b0011111111000000', `${ONE_AND_A_HALF}.0`, 'x'])
      expect(otherReading(text, 'BINARY16')).toBeUndefined();
  });
});
