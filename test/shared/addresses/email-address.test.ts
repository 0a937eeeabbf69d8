import { describe, expect, test } from 'vitest';
import { isEmailAddress, isPublicEmailAddress } from '../../../src/shared/addresses/email-address.js';

/** Addresses accepted by registration, settings and mail alike (contract 3, contract 9, promise 35). */
describe('an e-mail address', () => {
  test.each([
    'ana@example.com',
    "o'neil+tag@sub.example.co",
    'andré@exämple.com.br',
    'ana_b-c=d@a-b.example',
    `${'a'.repeat(242)}@example.com`,
    `ana@${'d'.repeat(63)}.com`,
  ])('is %s', (address) => {
    expect(isEmailAddress(address)).toBe(true);
    expect(isPublicEmailAddress(address)).toBe(true);
  });

  test.each(['ana@localhost', 'ana@mail.b', 'a.bc@localhost'])('of one network is %s', (address) => {
    expect(isEmailAddress(address)).toBe(true);
    expect(isPublicEmailAddress(address)).toBe(false);
  });

  test.each([
    '',
    'ana',
    '@example.com',
    'ana@',
    'ana@@example.com',
    'ana@b@example.com',
    '.ana@example.com',
    'ana..b@example.com',
    'ana.@example.com',
    'ana@example..com',
    'ana@example.com.',
    'ana@-a.com',
    'ana@a-.com',
    'ana @example.com',
    'ana@exa mple.com',
    'ana@example.com\r\nBcc: x@example.com',
    'ana@example.com\n',
    'ana@example.com,bia@example.com',
    'Ana <ana@example.com>',
    '"ana b"@example.com',
    'ana@[127.0.0.1]',
    'an\u202ea@example.com',
    `${'a'.repeat(243)}@example.com`,
    `ana@${'d'.repeat(64)}.com`,
  ])('is not %j', (text) => {
    expect(isEmailAddress(text)).toBe(false);
    expect(isPublicEmailAddress(text)).toBe(false);
  });
});
