import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { checkPassword } from '../../client/src/lib/forms/password-checks.js';
import { passwordFaults } from '../../src/accounts/registration/password-rules.js';

let check: typeof checkPassword;

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  ({ checkPassword: check } = await import('../../client/src/lib/forms/password-checks.js'));
});

afterAll(() => void vi.unstubAllGlobals());

/** What the server finds fault with, in the words of the page. */
const DEMANDS: Readonly<Record<string, string>> = {
  'The password must have at least 8 characters.': 'longEnough',
  'The password cannot be entirely numeric.': 'notOnlyDigits',
  'The password is too similar to the username.': 'notLikeYou',
  'The password is too similar to the first name.': 'notLikeYou',
  'The password is too similar to the e-mail address.': 'notLikeYou',
};

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
  fc.stringMatching(/^\d{1,12}$/),
  fc.stringMatching(/^[a-e@. ]{1,16}$/),
);

test('the page demands of a password what the server does, the list of common ones apart', () => {
  fc.assert(
    fc.property(word, word, word, word, (password, username, firstName, email) => {
      const found = passwordFaults(password, { username, firstName, email })
        .map(({ en }) => DEMANDS[en])
        .filter((demand) => demand !== undefined);
      const unmet = check({ password, repeated: password, about: [username, firstName, email] })
        .filter(({ met }) => !met)
        .map(({ demand }) => demand);
      expect(new Set(unmet)).toEqual(new Set(found));
    }),
    { numRuns: 2000 },
  );
});

test('nothing typed meets nothing, and a repetition must be the same', () => {
  expect(check({ password: '', repeated: '', about: [] }).every(({ met }) => !met)).toBe(true);
  const unmet = check({ password: 'correct horse 7', repeated: 'correct horse', about: [] }).filter(({ met }) => !met);
  expect(unmet.map(({ demand }) => demand)).toEqual(['repeated']);
});
