import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BitGroupStep,
  bitsPerDigit,
  type ConversionStep,
  conversionSteps,
  type DivisionStep,
  formatEquation,
  type PlaceValueStep,
  STEPS_MAX,
} from '../../../../../src/features/conversion/rules/bases/conversion-steps.js';
import { formatWhole } from '../../../../../src/features/conversion/rules/bases/whole-number.js';

const radix = fc.integer({ min: 2, max: 36 });
const short = fc.bigInt({ min: -(2n ** 30n), max: 2n ** 30n });

interface StepsByKind {
  PLACE_VALUE: PlaceValueStep;
  DIVISION: DivisionStep;
  DIGIT_TO_BITS: BitGroupStep;
  BITS_TO_DIGIT: BitGroupStep;
}

function stepsOf<K extends ConversionStep['kind']>(steps: readonly ConversionStep[], kind: K): StepsByKind[K][] {
  return steps.filter((step) => step.kind === kind) as StepsByKind[K][];
}

/** Returns the digits produced by steps that run from right to left. */
function digitsOf(steps: readonly ConversionStep[]): string {
  return steps
    .map(({ digit }) => digit)
    .reverse()
    .join('');
}

describe('steps by hand (contract 5)', () => {
  test('lead from the digits of one base to those of the other, whichever way they take', () => {
    fc.assert(
      fc.property(short, radix, radix, (number, from, to) => {
        const { steps, total } = conversionSteps(number, from, to);
        expect(steps.length).toBe(total);
        const magnitude = number < 0n ? -number : number;
        const [source, target] = [formatWhole(magnitude, from), formatWhole(magnitude, to)];
        const placeValueSteps = stepsOf(steps, 'PLACE_VALUE');
        const divisions = stepsOf(steps, 'DIVISION');
        const expanded = stepsOf(steps, 'DIGIT_TO_BITS');
        const grouped = stepsOf(steps, 'BITS_TO_DIGIT');
        const byBits = from !== to && bitsPerDigit(from) !== undefined && bitsPerDigit(to) !== undefined;
        expect(digitsOf(placeValueSteps)).toBe(byBits || from === to || from === 10 ? '' : source);
        expect(digitsOf(divisions)).toBe(byBits || from === to || to === 10 ? '' : target);
        expect(digitsOf(expanded)).toBe(byBits && from !== 2 ? source : '');
        expect(digitsOf(grouped)).toBe(byBits && to !== 2 ? target : '');
        if (placeValueSteps.length > 0) expect(placeValueSteps.at(-1)?.sum).toBe(String(magnitude));
        if (divisions.length > 0) expect(divisions[0]?.dividend).toBe(String(magnitude));
        for (const group of [expanded, grouped]) {
          const bits = group
            .map((step) => step.bits)
            .reverse()
            .join('');
          if (group.length > 0) expect(BigInt(`0b${bits}`)).toBe(magnitude);
        }
      }),
    );
  });

  test('each is true by itself', () => {
    fc.assert(
      fc.property(short, radix, radix, (number, from, to) => {
        const { steps } = conversionSteps(number, from, to);
        let sum = 0n;
        let position = 0;
        let dividend: string | undefined;
        for (const step of steps) {
          if (step.kind === 'PLACE_VALUE') {
            sum += BigInt(step.product);
            expect(step.position).toBe(position++);
            expect(BigInt(step.placeValue)).toBe(BigInt(from) ** BigInt(step.position));
            expect(BigInt(step.product)).toBe(BigInt(step.digitValue) * BigInt(step.placeValue));
            expect(step.sum).toBe(String(sum));
          } else if (step.kind === 'DIVISION') {
            if (dividend !== undefined) expect(step.dividend).toBe(dividend);
            dividend = step.quotient;
            expect(BigInt(step.dividend)).toBe(BigInt(step.quotient) * BigInt(to) + BigInt(step.remainder));
            expect(step.remainder).toBeLessThan(to);
            expect(Number.parseInt(step.digit, to)).toBe(step.remainder);
          } else {
            const base = step.kind === 'DIGIT_TO_BITS' ? from : to;
            expect(step.bits).toHaveLength(Math.log2(base));
            expect(Number.parseInt(step.bits, 2)).toBe(Number.parseInt(step.digit, base));
          }
        }
        if (dividend !== undefined) expect(dividend).toBe('0');
      }),
    );
  });

  test.each([
    [10n, 2, 10, ['0 × 2^0 = 0', '1 × 2^1 = 2', '0 × 2^2 = 0', '1 × 2^3 = 8']],
    [-13n, 10, 2, ['13 = 6 × 2 + 1', '6 = 3 × 2 + 0', '3 = 1 × 2 + 1', '1 = 0 × 2 + 1']],
    [0n, 10, 16, ['0 = 0 × 16 + 0']],
    [0x2fn, 16, 2, ['F = 1111', '2 = 0010']],
    [0b101111n, 2, 16, ['1111 = F', '0010 = 2']],
    [0o17n, 8, 16, ['7 = 111', '1 = 001', '1111 = F']],
    [35n, 36, 7, ['35 × 36^0 = 35', '35 = 5 × 7 + 0', '5 = 0 × 7 + 5']],
    [5n, 10, 10, []],
  ] as const)('%s from base %i to %i', (number, from, to, equations) => {
    expect(conversionSteps(number, from, to).steps.map(formatEquation)).toEqual(equations);
  });

  test('of 64 steps all are told, of 65 the first 64; two stages have 32 each', () => {
    for (const [number, from, to, shown, total] of [
      [2n ** 64n - 1n, 2, 10, STEPS_MAX, 64],
      [2n ** 64n, 2, 10, STEPS_MAX, 65],
      [2n ** 64n, 10, 2, STEPS_MAX, 65],
      [16n ** 64n, 16, 2, STEPS_MAX, 65],
      [3n ** 32n - 1n, 3, 9, 32 + 16, 32 + 16],
      [3n ** 32n, 3, 9, 32 + 17, 33 + 17],
    ] as const) {
      const { steps, total: all } = conversionSteps(number, from, to);
      expect([from, to, steps.length, all]).toEqual([from, to, shown, total]);
    }
  });

  test('long numbers get fewer, so that the numbers in an answer are never many thousand digits', () => {
    for (const [from, to] of [
      [10, 2],
      [36, 7],
      [2, 10],
      [36, 10],
    ] as const) {
      const { steps, total } = conversionSteps(BigInt(from) ** 4096n - 1n, from, to);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.length).toBeLessThanOrEqual(STEPS_MAX);
      expect(total).toBeGreaterThanOrEqual(4096);
      expect(JSON.stringify(steps).length).toBeLessThan(32_768);
    }
  });
});
