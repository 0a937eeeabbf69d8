import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usernameKey } from '../../../src/shared/identity/username.js';

describe('the name as compared (contract 3)', () => {
  test.each([
    ['Ana', 'ana'],
    ['  ana ', 'ana'],
    ['ＡＮＡ', 'ana'],
    ['straße', 'STRASSE'],
    ['Straẞe', 'strasse'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ﬁm', 'FIM'],
    ['jose\u0301', 'José'],
    ['x²', 'X2'],
  ])('%j and %j are one name', (a, b) => {
    expect(usernameKey(a)).toBe(usernameKey(b));
  });

  test.each([
    ['ana', 'anna'],
    ['ı', 'i'],
    ['joão', 'joao'],
  ])('%j and %j are two names', (a, b) => {
    expect(usernameKey(a)).not.toBe(usernameKey(b));
  });

  test('is the same for every spelling in capitals or small letters, and for itself', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 150 });
    fc.assert(
      fc.property(name, (typed) => {
        const key = usernameKey(typed);
        expect(usernameKey(key)).toBe(key);
        fc.pre(!/[ıſ]/.test(typed));
        expect(usernameKey(typed.toUpperCase())).toBe(key);
      }),
    );
  });
});
