import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePassword, verifyPassword } from '../../../../src/features/accounts/credentials/password-encoding.js';

describe('password encoding (contract 3)', () => {
  test('a new hash is in the encoding of Django, with 260000 iterations and a salt of its own', async () => {
    const [one, other] = await Promise.all([encodePassword('correct horse 7'), encodePassword('correct horse 7')]);
    expect(one).toMatch(/^pbkdf2_sha256\$260000\$[A-Za-z0-9]{22}\$[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword('correct horse 7', one)).toBe(true);
    expect(await verifyPassword('correct horse 8', one)).toBe(false);
  });

  test.each([
    // These were generated with Python's hashlib.pbkdf2_hmac, called as in Django.
    ['pbkdf2_sha256$1000$seasalt$JgZryXe2Ga8ysg6XbzkLpTdyPQrHqsinbL9BnnhgX4A=', 'lètmein', true],
    ['pbkdf2_sha256$1000$seasalt$JgZryXe2Ga8ysg6XbzkLpTdyPQrHqsinbL9BnnhgX4A=', 'letmein', false],
  ])('a hash that was made elsewhere is verified: %s', async (encoded, password, fits) => {
    expect(await verifyPassword(password, encoded)).toBe(fits);
  });

  test.each([
    '',
    'plain',
    '!unusable',
    'md5$salt$hash',
    'pbkdf2_sha256$0$salt$aGFzaA==',
    'pbkdf2_sha256$-1$salt$aGFzaA==',
    'pbkdf2_sha256$1e9$salt$aGFzaA==',
    'pbkdf2_sha256$999999999$salt$aGFzaA==',
    'pbkdf2_sha256$10$$aGFzaA==',
    'pbkdf2_sha256$10$salt$',
    'pbkdf2_sha256$10$salt$aGFzaA==$more',
  ])('nothing fits %j', async (encoded) => {
    expect(await verifyPassword('', encoded)).toBe(false);
    expect(await verifyPassword('plain', encoded)).toBe(false);
  });

  test('any password fits its own hash and no longer one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (password) => {
        const encoded = await encodePassword(password, 1);
        expect(await verifyPassword(password, encoded)).toBe(true);
        expect(await verifyPassword(`${password} `, encoded)).toBe(false);
      }),
    );
  });
});
