import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressOf,
  type ConverterState,
  FIELD_BASES,
  initialState,
  numberOf,
  stateOf,
} from '../../../client/src/features/converter/converter-state.js';
import { isNegative, narrowest } from '../../../client/src/features/converter/reading.js';
import { arithmeticOperationNames } from '../../../src/features/conversion/rules/arithmetic/arithmetic-operation.js';
import { isRadix } from '../../../src/features/conversion/rules/bases/whole-number.js';
import { gateNames } from '../../../src/features/conversion/rules/logic/logic-operations.js';
import { BIT_WIDTHS } from '../../../src/features/conversion/rules/representations/representations.js';

const ownBase = fc.constantFrom(...FIELD_BASES);
const anyBase = fc.integer({ min: 2, max: 36 });
const otherBase = anyBase.filter((base) => !FIELD_BASES.some((own) => own === base));
const typed = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed());
const number = fc.oneof(typed, fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String));

const state: fc.Arbitrary<ConverterState> = fc
  .record({
    value: number,
    base: fc.oneof(ownBase, otherBase),
    other: otherBase,
    bits: fc.constantFrom(...BIT_WIDTHS),
    bitsChosen: fc.boolean(),
    signed: fc.boolean(),
    signedChosen: fc.boolean(),
    to: anyBase,
    operation: fc.constantFrom(...gateNames, ...arithmeticOperationNames),
    value2: typed,
    shift: typed,
    fraction: typed,
    fractionFrom: anyBase,
    fractionTo: anyBase,
    digits: typed,
    float: typed,
    format: typed,
    expression: typed,
    inputs: fc.stringMatching(/^[01]{0,6}$/),
    notation: typed,
    truth: typed,
    source: typed,
    outputs: typed,
    form: typed,
    gates: typed,
    compared: typed,
    exercise: typed,
    level: typed,
    parts: typed,
    seed: typed,
    v: typed,
    symbols: typed,
    position: typed,
  })
  // Only the field with the chosen base may have a base other than the four.
  .map((made) => (FIELD_BASES.some((own) => own === made.base) ? made : { ...made, other: made.base }))
  // Users only ever choose two's complement; bits are unsigned unless stated otherwise.
  .map((made) => ({ ...made, signedChosen: made.signed && made.signedChosen }));

test('opening the address of a state restores all of it; width and sign count as chosen where they must', () => {
  fc.assert(
    fc.property(state, (made) => {
      const number = numberOf(made);
      expect(stateOf(addressOf(made))).toEqual({
        ...made,
        bitsChosen: made.bitsChosen || made.bits !== narrowest(number, made.signed),
        signedChosen: made.signedChosen || (made.signed && !isNegative(number)),
      });
    }),
  );
});

test('what nobody has changed is not in the address', () => {
  expect(addressOf(initialState)).toBe('');
  expect(stateOf('')).toEqual(initialState);
  expect(addressOf({ ...initialState, value: '7', signed: true, signedChosen: true })).toBe('?value=7&signed=true');
});

test('an address with anything in it opens a page that can be', () => {
  const name = fc.oneof(fc.constantFrom(...Object.keys(initialState)), fc.string());
  const value = fc.oneof(fc.constantFrom('0', '1', '37', '-1', '8.5', 'NaN', '__proto__', 'true', '2'), fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const opened = stateOf(`?${new URLSearchParams(pairs)}`);
      expect(stateOf(addressOf(opened))).toEqual(opened);
      expect(BIT_WIDTHS).toContain(opened.bits);
      expect([...FIELD_BASES, opened.other]).toContain(opened.base);
      expect(FIELD_BASES).not.toContain(opened.other);
      for (const base of [opened.base, opened.other, opened.to, opened.fractionFrom, opened.fractionTo]) {
        expect(isRadix(base)).toBe(true);
      }
    }),
  );
});
