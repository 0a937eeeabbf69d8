import { expect, test } from 'vitest';
import {
  narrowest,
  type Reading,
  readingOf,
  withSign,
  withWidth,
} from '../../../client/src/features/converter/reading.js';

const untouched: Reading = { bits: 8, bitsChosen: false, signed: false, signedChosen: false };

test.each([
  [255n, false, 8],
  [256n, false, 16],
  [127n, true, 8],
  [128n, true, 16],
  [-128n, false, 8],
  [-129n, false, 16],
  [2n ** 32n - 1n, false, 32],
  [2n ** 32n, false, 64],
  [2n ** 64n, false, 64],
  [-(2n ** 63n) - 1n, true, 64],
  [undefined, false, 8],
])('%s, signed %s, takes %i bits', (number, signed, width) => {
  expect(narrowest(number, signed)).toBe(width);
});

test('the width follows what is typed, up and down, until one is chosen by hand', () => {
  const grown = readingOf(70_000n, untouched);
  expect(grown).toMatchObject({ bits: 32, bitsChosen: false });
  expect(readingOf(200n, grown)).toEqual(untouched);
  const chosen = withWidth(8, 70_000n, grown);
  expect(readingOf(300n, chosen)).toMatchObject({ bits: 8, bitsChosen: true });
  expect(withWidth(null, 300n, chosen)).toMatchObject({ bits: 16, bitsChosen: false });
});

test('two’s complement ends with the negative number that asked for it, unless it was chosen by hand', () => {
  const negative = readingOf(-86n, untouched);
  expect(negative).toMatchObject({ signed: true, signedChosen: false, bits: 8 });
  expect(readingOf(200n, negative)).toEqual(untouched);
  const chosen = withSign(true, 200n, untouched);
  expect(chosen).toMatchObject({ signed: true, bits: 16 });
  expect(readingOf(5n, chosen)).toMatchObject({ signed: true, bits: 8 });
  expect(withSign(false, 200n, chosen)).toEqual(untouched);
});

test('the bits of a negative number can be read without a sign', () => {
  expect(withSign(false, -86n, readingOf(-86n, untouched))).toMatchObject({ signed: false, bits: 8 });
});
