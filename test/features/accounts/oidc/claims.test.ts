import { describe, expect, test } from 'vitest';
import { readPerson } from '../../../../src/features/accounts/oidc/claims.js';

const VERIFIED = { email: 'ana@example.com', email_verified: true };

describe('the address of a person at the provider', () => {
  test.each([
    ['the ID token alone has and verifies', VERIFIED, {}, true],
    ['the userinfo endpoint alone has and verifies', {}, VERIFIED, true],
    ['both have and one verifies', VERIFIED, { email: 'ana@example.com' }, true],
    ['is verified by a text', {}, { ...VERIFIED, email_verified: 'true' }, true],
    ['differs from the one that the ID token verifies', VERIFIED, { email: 'root@example.com' }, false],
    [
      'differs from the one that the userinfo endpoint verifies',
      { email: 'x@example.com' },
      { email_verified: true },
      false,
    ],
    ['is missing', { email_verified: true }, { email_verified: true }, false],
  ])('that %s: verified %#', (_, idToken, userInfo, emailVerified) => {
    expect(readPerson(idToken, userInfo).emailVerified).toBe(emailVerified);
  });
});
