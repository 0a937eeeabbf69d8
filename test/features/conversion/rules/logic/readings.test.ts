import { describe, expect, test } from 'vitest';
import { readingsOf } from '../../../../../src/features/conversion/rules/logic/readings.js';

describe('expressions with two likely readings', () => {
  test.each([
    ['p ^ q', 'MATHEMATICS', 'CARET_AS_AND', '^', 'p ^ q', 'PROGRAMMING'],
    ['p ^ q', undefined, 'CARET_AS_XOR', '^', 'p ^ q', 'MATHEMATICS'],
    ['AB + C', 'MATHEMATICS', 'LETTERS_AS_NAME', 'AB', 'AB + C', 'ENGINEERING'],
    ['ab + c', 'WORDS', 'LETTERS_AS_NAME', 'ab', 'ab + c', 'ENGINEERING'],
    ['F(A, B, C) = AB', 'WORDS', 'LETTERS_AS_PRODUCT', 'AB', 'F = AB', 'WORDS'],
    ['f(x,y)=xy', undefined, 'LETTERS_AS_PRODUCT', 'xy', 'f = xy', 'WORDS'],
    ['S(A,B) = AB', 'PROGRAMMING', 'LETTERS_AS_PRODUCT', 'AB', 'S = AB', 'PROGRAMMING'],
    ['F(A, B) = A + CD', 'MATHEMATICS', 'LETTERS_AS_NAME', 'CD', 'F(A, B) = A + CD', 'ENGINEERING'],
    ['A E B', 'ENGINEERING', 'LETTER_E_AS_VARIABLE', 'E', 'A E B', 'WORDS'],
    ['V ∧ F', 'MATHEMATICS', 'TRUTH_LETTERS_AS_CONSTANTS', 'V', 'v ∧ f', 'MATHEMATICS'],
    ['p v F', 'WORDS', undefined, '', '', ''],
    ['p -> F', 'WORDS', 'TRUTH_LETTERS_AS_CONSTANTS', 'F', 'p -> f', 'WORDS'],
  ] as const)('%s in %s: %s', (text, as, code, found, expression, notation) => {
    const expected = code === undefined ? [] : [{ code, found, otherwise: { expression, notation } }];
    expect(readingsOf(text, as)).toEqual(expected);
  });

  test.each([
    ['p V q', 'MATHEMATICS'],
    ['A ∧ F', 'MATHEMATICS'],
    ['V AND F', undefined],
    ['rain AND sun', 'WORDS'],
    ['ok && AB', 'PROGRAMMING'],
    ['p SSE q', 'WORDS'],
    ['A·E·B', 'ENGINEERING'],
    ['F(A, B) = AB', 'ENGINEERING'],
    ['F(A, B) = A·B', 'WORDS'],
    // One name of the list, not two.
    ['F(A, B, AB) = AB', 'PROGRAMMING'],
    // As a name, the letters would stand beside a bracket without a sign.
    ['F(A, B, C) = AB(A + C)', 'WORDS'],
    // As a product it would have more variables than a table can.
    ['ABC + DEF + GHI', 'WORDS'],
    ['AB +', 'WORDS'],
  ] as const)('%s in %s has one reading', (text, as) => {
    expect(readingsOf(text, as)).toEqual([]);
  });
});
