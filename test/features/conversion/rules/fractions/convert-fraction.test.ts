import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf } from '../../../../../src/features/conversion/rules/bases/whole-number.js';
import {
  type ConvertedFraction,
  convertFraction,
  expand,
  FRACTION_DIGITS_MAX,
} from '../../../../../src/features/conversion/rules/fractions/convert-fraction.js';
import {
  fractionEquation,
  fractionSteps,
} from '../../../../../src/features/conversion/rules/fractions/fraction-steps.js';
import {
  FRACTION_MAX_LENGTH,
  parseFraction,
} from '../../../../../src/features/conversion/rules/fractions/parse-fraction.js';
import {
  type Rational,
  rational,
  rationalText,
  sumOf,
} from '../../../../../src/features/conversion/rules/fractions/rational.js';

function converted(value: string, from: number, to: number, digits?: number): ConvertedFraction {
  const made = convertFraction(value, from, to, digits);
  if ('problem' in made) throw new Error(JSON.stringify(made.problem));
  return made;
}

/**
 * Computes the value of digits independently of the rules: digit by digit, with the repeating part as a geometric
 * series.
 */
function numberOf(text: string, radix: number): Rational {
  const [, minus, whole = '', fixed = '', period = ''] = /^(-?)(\w+)(?:\.(\w*)(?:\((\w+)\))?)?$/.exec(text) ?? [];
  const base = BigInt(radix);
  let sum = rational(0n, 1n);
  for (const digit of whole) sum = sumOf(rational(sum.numerator * base, sum.denominator), digitValue(digit));
  let place = 1n;
  for (const digit of fixed) {
    place *= base;
    sum = sumOf(sum, rational(digitValue(digit).numerator, place));
  }
  let first = rational(0n, 1n);
  let ratio = 1n;
  for (const digit of period) {
    ratio *= base;
    first = sumOf(first, rational(digitValue(digit).numerator, place * ratio));
  }
  if (period !== '') sum = sumOf(sum, rational(first.numerator * ratio, first.denominator * (ratio - 1n)));
  return minus ? { ...sum, numerator: -sum.numerator } : sum;
}

function digitValue(digit: string): Rational {
  return { numerator: BigInt(digitsOf(36).indexOf(digit)), denominator: 1n };
}

const radix = fc.integer({ min: 2, max: 36 });
const fractionIn = (base: number) => {
  const digits = (minLength: number) =>
    fc.string({ unit: fc.constantFrom(...digitsOf(base)), minLength, maxLength: 6 });
  return fc
    .tuple(fc.boolean(), digits(1), digits(0), digits(0))
    .map(([minus, whole, fixed, period]) => `${minus ? '-' : ''}${whole}.${fixed}${period && `(${period})`}`);
};
const typed = radix.chain((from) => fc.tuple(fractionIn(from), fc.constant(from), radix));

describe('fractions (contract 15)', () => {
  test.each([
    ['0.1', 10, 2, '0.0(0011)'],
    ['0,1', 10, 2, '0.0(0011)'],
    ['-5.625', 10, 2, '-101.101'],
    ['0.(3)', 10, 2, '0.(01)'],
    ['0.(3)', 10, 3, '0.1'],
    ['0.1', 3, 10, '0.(3)'],
    ['0.0(0011)', 2, 10, '0.1'],
    ['0x0.Fc', 16, 2, '0.111111'],
    [' +0b.1 ', 2, 16, '0.8'],
    ['7.', 10, 2, '111'],
    ['0.(9)', 10, 2, '1'],
    ['-0.0', 10, 2, '0'],
    ['0.(142857)', 10, 7, '0.1'],
    ['z.z', 36, 6, '55.55'],
  ])('%s in base %i is in base %i %s', (value, from, to, result) => {
    expect(converted(value, from, to)).toMatchObject({ result, isExact: true });
  });

  test('a result that is exact is the number that was typed', () => {
    fc.assert(
      fc.property(typed, ([value, from, to]) => {
        const { result, isExact } = converted(value, from, to, 200);
        if (isExact) expect(numberOf(result, to)).toEqual(numberOf(value, from));
      }),
      { numRuns: 2000 },
    );
  });

  test('a result that is cut is below the number by less than its last digit, and says so', () => {
    fc.assert(
      fc.property(typed, fc.integer({ min: 0, max: 12 }), ([value, from, to], digits) => {
        const {
          result,
          isExact,
          terminates,
          periodStart,
          periodLength,
          digits: computed,
        } = converted(value, from, to, digits);
        expect(computed.length).toBeLessThanOrEqual(digits);
        expect(terminates).toBe(periodStart === null);
        if (isExact) return;
        expect(result.endsWith('…')).toBe(true);
        expect([computed.length, periodLength]).toEqual([digits, null]);
        const number = numberOf(value, from);
        const shown = numberOf(result.slice(0, -1).replace(/\.$/, ''), to);
        const missing = sumOf(
          { ...number, numerator: number.numerator < 0n ? -number.numerator : number.numerator },
          { ...shown, numerator: shown.numerator < 0n ? shown.numerator : -shown.numerator },
        );
        expect(missing.numerator > 0n).toBe(true);
        expect(missing.numerator * BigInt(to) ** BigInt(digits) < missing.denominator).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('the period is the shortest, and begins as early as it can', () => {
    const small = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), radix);
    fc.assert(
      fc.property(small, ([numerator, denominator, to]) => {
        const value = rational(BigInt(numerator), BigInt(denominator));
        // Collects the remainders of the long division until one repeats.
        const seen: number[] = [];
        let remainder = Number(value.numerator % value.denominator);
        while (remainder > 0 && !seen.includes(remainder)) {
          seen.push(remainder);
          remainder = (remainder * to) % Number(value.denominator);
        }
        const start = remainder === 0 ? null : seen.indexOf(remainder);
        expect(expand(value, to, 400)).toMatchObject({
          terminates: start === null,
          periodStart: start,
          periodLength: start === null ? null : seen.length - start,
          isExact: true,
        });
      }),
      { numRuns: 500 },
    );
  });

  test('a digit that ends the expansion, or its period, is the last one that must be asked for', () => {
    expect(converted('0.1', 10, 2, 5)).toMatchObject({
      result: '0.0(0011)',
      isExact: true,
      periodStart: 1,
      periodLength: 4,
    });
    expect(converted('0.1', 10, 2, 4)).toMatchObject({
      result: '0.0001…',
      isExact: false,
      periodStart: 1,
      periodLength: null,
    });
    expect(converted('0.625', 10, 2, 3)).toMatchObject({ result: '0.101', isExact: true });
    expect(converted('0.625', 10, 2, 2)).toMatchObject({ result: '0.10…', isExact: false, terminates: true });
  });

  test.each([
    ['', 'noDigits', undefined],
    [' -. ', 'noDigits', undefined],
    ['0.1.2', 'separatorTwice', 4],
    ['1,000.5', 'separatorTwice', 6],
    ['(3)', 'periodMisplaced', 1],
    ['0.()', 'periodMisplaced', 4],
    ['0.)', 'periodMisplaced', 3],
    ['0.(3)1', 'periodMisplaced', 6],
    [' 0.1(6', 'periodUnclosed', 5],
    ['0.1A', 'wrongDigit', 4],
    ['😀', 'wrongDigit', 1],
    ['1e5', 'wrongDigit', 2],
  ])('“%s” is refused: %s at %s', (text, kind, position) => {
    const { problem } = parseFraction(text, 10) as { problem: { kind: string; position?: number } };
    expect([problem.kind, problem.position]).toEqual([kind, position]);
  });

  test('a number may have 256 characters', () => {
    const longest = `0.${'1'.repeat(FRACTION_MAX_LENGTH - 2)}`;
    expect(parseFraction(longest, 10)).toHaveProperty('value');
    expect(parseFraction(`${longest}1`, 10)).toEqual({ problem: { kind: 'tooLong' } });
  });

  test('the whole number, and as many digits as may be asked for, of the worst that may be typed', () => {
    const { digits, periodLength } = converted(`Z.${'Y'.repeat(120)}(${'7Z'.repeat(65)})`, 36, 35, FRACTION_DIGITS_MAX);
    expect([digits.length, periodLength]).toEqual([FRACTION_DIGITS_MAX, null]);
  });
});

describe('steps of fractions', () => {
  const lines = (value: string, from: number, to: number) =>
    fractionSteps(converted(value, from, to)).steps.map(fractionEquation);

  test('from decimal by multiplications, of which the last one says that it repeats', () => {
    expect(lines('0.1', 10, 2)).toEqual([
      '0.1 × 2 = 0.2 → 0',
      '0.2 × 2 = 0.4 → 0',
      '0.4 × 2 = 0.8 → 0',
      '0.8 × 2 = 1.6 → 1',
      '0.6 × 2 = 1.2 → 1',
    ]);
    const { steps, total } = fractionSteps(converted('0.1', 10, 2));
    expect(steps.map((step) => step.kind === 'MULTIPLICATION' && step.repeats)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(total).toBe(5);
  });

  test('to decimal by negative powers, and a period as a fraction', () => {
    expect(lines('-1.101', 2, 10)).toEqual(['1 × 2^-1 = 0.5', '0 × 2^-2 = 0', '1 × 2^-3 = 0.125']);
    expect(lines('0.0(0011)', 2, 10)).toEqual(['0 × 2^-1 = 0', '3 / 30 = 0.1']);
    expect(lines('0.1', 3, 10)).toEqual(['1 × 3^-1 = 1/3', '1/3 × 10 = 10/3 → 3']);
  });

  test('there are none for a whole number, and from a base to itself', () => {
    expect([lines('7', 10, 2), lines('0.1', 2, 2)]).toEqual([[], []]);
  });

  test('place values add up to the number, and multiplications give its digits', () => {
    fc.assert(
      fc.property(typed, ([value, from, to]) => {
        const made = converted(value, from, to, 40);
        const { steps, total } = fractionSteps(made);
        const whole = made.fraction.value.numerator / made.fraction.value.denominator;
        const part = rationalText(sumOf(made.fraction.value, { numerator: -whole, denominator: 1n })).replace('-', '');
        const sums = steps.flatMap((step) => (step.kind === 'MULTIPLICATION' ? [] : [step.sum]));
        if (sums.length > 0 && made.fraction.period === '') expect(sums.at(-1)).toBe(part);
        const digits = steps.flatMap((step) => (step.kind === 'MULTIPLICATION' ? [step.digit] : [])).join('');
        if (digits !== '') expect(made.digits.startsWith(digits)).toBe(true);
        expect(steps.length).toBeLessThanOrEqual(total);
      }),
      { numRuns: 500 },
    );
  });

  test('the steps of the longest number are few', () => {
    const made = converted(`0.${'1'.repeat(250)}`, 36, 2, FRACTION_DIGITS_MAX);
    const { steps, total } = fractionSteps(made);
    expect(total).toBe(250 + FRACTION_DIGITS_MAX);
    expect(steps.length).toBeLessThanOrEqual(64);
    expect(JSON.stringify(steps).length).toBeLessThan(30_000);
  });
});
