import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPassword, passwordFaults } from '../../../../src/features/accounts/credentials/password-rules.js';

const owner = { username: 'ana.silva', firstName: 'Ana Maria', email: 'contato@padaria-central.example' };

/** Returns the names of the messages that reject a password. */
function faults(password: string, changes: Partial<typeof owner> = {}): string[] {
  return passwordFaults(password, { ...owner, ...changes }).map((fault) => String(fault).replace('accounts.', ''));
}

describe('a new password (contract 3)', () => {
  test.each([
    ['', ['required']],
    ['tr0ub4d', ['passwordTooShort']],
    ['tr0ub4d&', []],
    ['ção-é-ãõ', []],
    ['𝒜𝒷𝒸𝒹-ex', ['passwordTooShort']],
    ['13572468', ['passwordCommon', 'passwordOnlyDigits']],
    ['91827365546372819', ['passwordOnlyDigits']],
    ['٩١٨٢٧٣٦٥٥٤٦', ['passwordOnlyDigits']],
    ['password', ['passwordCommon']],
    [' PassWord1 ', ['passwordCommon']],
    ['qwertyuiop', ['passwordCommon']],
    ['mewtwo', ['passwordTooShort']],
    // The list's first line, part of a line, two lines, and a comment.
    ['!qaz2wsx', ['passwordCommon']],
    ['.adgjmpt', []],
    ['!qaz2wsx\n!qazxsw2', []],
    ['# Passwords that too many people have: the union of', []],
    ['bigpimpin1', ['passwordCommon']],
    ['silva.ana', ['passwordLikeUsername']],
    ['anasilva', ['passwordLikeUsername']],
    ['maria1ana', ['passwordLikeFirstName']],
    ['centralpad', ['passwordLikeEmail']],
    ['\ud800aaaaaaaa', ['malformedText']],
    ['x'.repeat(4097), ['passwordTooLong']],
    ['ã'.repeat(2049), ['passwordTooLong']],
  ])('%j is refused for %j', (password, expected) => {
    expect(faults(password)).toEqual(expected);
  });

  test('is like its owner from a similarity of 0.7 on', () => {
    // Password and username share seven of ten characters, then six of ten.
    expect(faults('abcdefgXYZ', { username: 'abcdefgPQR' })).toEqual(['passwordLikeUsername']);
    expect(faults('abcdefWXYZ', { username: 'abcdefPQRS' })).toEqual([]);
  });

  test('may hold the short name of its owner', () => {
    expect(faults('aaaaaaaaaaQ7w', { username: 'a', firstName: 'Bo' })).toEqual([]);
  });

  test('is not compared with what an owner has not filled in', () => {
    expect(faults('tr0ub4d&', { username: '', firstName: '', email: '' })).toEqual([]);
  });

  test('like its owner’s name and nothing else is always rejected', () => {
    const word = fc.stringMatching(/^[a-z]{8,30}$/);
    fc.assert(
      fc.property(word, (name) => faults(name.toUpperCase(), { username: name }).includes('passwordLikeUsername')),
    );
  });

  test('of any text gets an answer', () => {
    const text = fc.string({ unit: 'binary', size: 'max', maxLength: 6000 });
    fc.assert(
      fc.property(text, text, text, (password, username, email) => {
        const found = passwordFaults(password, { username, firstName: username, email });
        return isPassword(password) || found.length === 1;
      }),
    );
  });
});
