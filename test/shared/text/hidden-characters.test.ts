import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenCharacterIn, shownTextFault } from '../../../src/shared/text/hidden-characters.js';

const MESSAGES = {
  unreadable: 'accounts.malformedText',
  missing: 'accounts.required',
  tooLong: 'accounts.nameTooLong',
} as const;
const findFault = (text: string, maximum = 30) => shownTextFault(text, { ...MESSAGES, maximum });

/** Invisible characters: direction marks, zero-width characters, fillers and blanks. */
const HIDDEN = [
  ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2069'],
  ...['\u00ad', '\u034f', '\u200b', '\u200c', '\u200d', '\u2060', '\u2064', '\ufeff', '\ufe0f', '\u{e0041}'],
  ...['\u115f', '\u1160', '\u3164', '\uffa0', '\u17b4', '\u180e', '\u2800', '\ufffc', '\u{1d159}', '\ue000', '\uffff'],
];

/** Text as users write it, with the characters that their scripts and emoji need. */
const WRITTEN = [
  'José da Silva',
  'Πέτρος',
  'Наталья',
  '王小明',
  '김민준',
  'ㄱㄴ 한글',
  'נועה',
  'علي رضا',
  'نامه\u200cای',
  'می\u064e\u200cخواهم',
  'क\u094d\u200dष',
  'क\u094d\u200cष',
  'ශ\u0dca\u200dරී',
  'ร้าน',
  '👩\u200d🏫 5 ❤\ufe0f',
  '👩🏽\u200d🚀',
  '🏳\ufe0f\u200d🌈',
  '1\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '葛\u{e0100}城',
];

describe('a text that people see', () => {
  test.each(HIDDEN)('is refused with a character that they do not: %j', (character) => {
    expect(hiddenCharacterIn(`Ana${character}Bia`)).toBe(character);
    expect(findFault(`Ana${character}Bia`)).toMatchObject({ key: 'errors.hiddenCharacter' });
    expect(findFault(character)).toBe('accounts.required');
  });

  test.each(WRITTEN)('is taken as it is written: %s', (text) => {
    expect([hiddenCharacterIn(text), findFault(text)]).toEqual([undefined, undefined]);
  });

  test('is never the same as another but for what is not seen', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abdéçяم王'), minLength: 1, maxLength: 10 });
    const hidden = fc.constantFrom(...HIDDEN.filter((one) => one !== '\u200c'));
    fc.assert(
      fc.property(letters, hidden, fc.nat(), (text, character, at) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + character + text.slice(place);
        return findFault(text) === undefined && findFault(changed) !== undefined;
      }),
    );
  });

  test('has at most as many characters as it may, and one line', () => {
    expect([findFault('😀'.repeat(30)), findFault('😀'.repeat(31))]).toEqual([undefined, 'accounts.nameTooLong']);
    for (const text of ['a\nb', 'a\u2028b', 'a\u0007', '\ud800'])
      expect(findFault(text)).toBe('accounts.malformedText');
    for (const text of ['', '   ', '\u0301']) expect(findFault(text)).toBe('accounts.required');
  });
});
