import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPassword } from '../../client/src/lib/forms/password-checks.js';
import { passwordFaults } from '../../src/features/accounts/credentials/password-rules.js';

/** The page's requirements by the faults that the server reports. */
const REQUIREMENTS: Readonly<Record<string, string>> = {
  'accounts.passwordTooShort': 'longEnough',
  'accounts.passwordOnlyDigits': 'notOnlyDigits',
  'accounts.passwordLikeUsername': 'notLikeYou',
  'accounts.passwordLikeFirstName': 'notLikeYou',
  'accounts.passwordLikeEmail': 'notLikeYou',
};

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
  fc.stringMatching(/^\d{1,12}$/),
  fc.stringMatching(/^[a-e@. ]{1,16}$/),
);

test('the page requires of a password what the server does, the list of common ones apart', () => {
  fc.assert(
    fc.property(word, word, word, word, (password, username, firstName, email) => {
      const found = passwordFaults(password, { username, firstName, email })
        .map((fault) => REQUIREMENTS[String(fault)])
        .filter((requirement) => requirement !== undefined);
      const unmet = checkPassword({ password, repeated: password, about: [username, firstName, email] })
        .filter(({ met }) => !met)
        .map(({ requirement }) => requirement);
      expect(new Set(unmet)).toEqual(new Set(found));
    }),
    { numRuns: 2000 },
  );
});

test('nothing typed meets nothing, and a repetition must be the same', () => {
  expect(checkPassword({ password: '', repeated: '', about: [] }).every(({ met }) => !met)).toBe(true);
  const unmet = checkPassword({ password: 'correct horse 7', repeated: 'correct horse', about: [] }).filter(
    ({ met }) => !met,
  );
  expect(unmet.map(({ requirement }) => requirement)).toEqual(['repeated']);
});
