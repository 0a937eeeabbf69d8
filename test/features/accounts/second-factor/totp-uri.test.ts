import { describe, expect, test } from 'vitest';
import { dataOf } from '../../../support/administration.js';
import { createTestApp } from '../../../support/test-app.js';

describe('what an authenticator app takes from the QR code', () => {
  test.each([
    ['https://vigia.example', 'Vigia (vigia.example)'],
    ['http://localhost:8000', 'Vigia (localhost-8000)'],
    ['http://[2001:db8::1]:8000', 'Vigia ([2001-db8--1]-8000)'],
  ])('at %s one colon parts service and account, whatever the app decodes first', async (PUBLIC_URL, issuer) => {
    const app = await createTestApp({ environment: { PUBLIC_URL } });
    const person = await app.loginAs('ana');
    const { beginTotp } = await dataOf<{ beginTotp: { uri: string } }>(person, 'mutation { beginTotp { uri } }');
    const { pathname, searchParams } = new URL(beginTotp.uri);
    expect(decodeURIComponent(pathname).replace(/^\/+/, '').split(':')).toEqual([issuer, 'ana']);
    expect(searchParams.get('issuer')).toBe(issuer);
  });
});
