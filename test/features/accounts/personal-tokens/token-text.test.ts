import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hashOfPersonalToken,
  isPersonalToken,
  newPersonalToken,
} from '../../../../src/features/accounts/personal-tokens/token-text.js';

test('a personal access token is the prefix, 32 bytes and a checksum in base 62, and its hash is SHA-256', () => {
  const tokens = Array.from({ length: 200 }, newPersonalToken);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) {
    expect(token).toMatch(/^vigia_pat_[0-9A-Za-z]{49}$/);
    expect(isPersonalToken(token)).toBe(true);
    expect(hashOfPersonalToken(token)).toBe(createHash('sha256').update(token).digest('hex'));
  }
  // A token encodes 32 bytes: every position takes any kind of character, except the first, which is at most 7 or a
  // preceding letter.
  expect(new Set(tokens.map((token) => token.charAt(30))).size).toBeGreaterThan(40);
});

test('what was typed wrong is known by its checksum, without a look-up', () => {
  const token = newPersonalToken();
  const position = fc.integer({ min: 'vigia_pat_'.length, max: token.length - 1 });
  fc.assert(
    fc.property(position, fc.constantFrom(...'0aZ9_-. é'), (place, digit) => {
      const changed = token.slice(0, place) + digit + token.slice(place + 1);
      expect(hashOfPersonalToken(changed) === undefined).toBe(changed !== token);
    }),
  );
  for (const text of [
    '',
    'vigia_pat_',
    `${token}0`,
    token.slice(0, -1),
    ` ${token}`,
    `${token}\n`,
    token.toUpperCase(),
  ])
    expect(hashOfPersonalToken(text)).toBeUndefined();
});
