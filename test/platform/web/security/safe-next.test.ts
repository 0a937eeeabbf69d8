import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loginAddress, safeNext } from '../../../../src/platform/web/security/safe-next.js';

describe('where a login leads (contract 2, promise 13)', () => {
  test.each([
    '/',
    '/conta/',
    '/sistema/conversor/?type=bin2dec&value=1#passos',
    '/a//b',
    '/termos/?x=%2F%2Fevil.example',
  ])('%s is followed', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  test.each([
    undefined,
    null,
    '',
    7,
    ['/conta/'],
    { path: '/conta/' },
    'conta/',
    'https://evil.example/',
    'http:/evil.example',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '/\\/evil.example/',
    '\\\\evil.example',
    '/..//evil.example/',
    '/.//evil.example/',
    '/a/../..//evil.example/',
    '/%2e%2e//evil.example/',
    '/\t/evil.example/',
    '/\n/evil.example/',
    '/\u0000/evil.example/',
    ' //evil.example/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'user@evil.example/',
    '//user:pw@evil.example/',
    '@evil.example',
  ])('%j leads to the start page', (next) => {
    expect(safeNext(next)).toBe('/');
  });

  test('no text at all leads off the site', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '..',
      '.',
      ':',
      '@',
      '%2f',
      '%5c',
      '\t',
      '\n',
      'evil.example',
      'http:',
      '?',
      '#',
      'a',
    );
    const next = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(next, (text) => {
        const url = new URL(safeNext(text), 'http://vigia.test');
        expect(url.origin).toBe('http://vigia.test');
        expect(url.pathname.startsWith('//')).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the way to the login', () => {
  test('keeps slashes and encodes everything else', () => {
    expect(loginAddress('/accounts/login/', '/sistema/conversor/?type=bin2dec&value=1')).toBe(
      '/accounts/login/?next=/sistema/conversor/%3Ftype%3Dbin2dec%26value%3D1',
    );
  });
});
