import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../../support/test-app.js';

describe('GraphQL over HTTP (contract 1)', () => {
  test('passes the audits of its specification with no error', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const fetchAsScript: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${access}`);
      return fetch(input, { ...init, headers });
    };
    const audits = serverAudits({ url: `${app.baseUrl}/graphql`, fetchFn: fetchAsScript });
    expect(audits.length).toBeGreaterThan(50);
    const results = await Promise.all(audits.map((audit) => audit.fn()));
    // Deviates from a recommendation of GraphQL over HTTP: an error's status depends on its kind (contract 1).
    expect(results.filter(({ status }) => status !== 'ok').map(({ name, status }) => `${status}: ${name}`)).toEqual([
      'warn: SHOULD use 200 status code on document parsing failure when accepting application/json',
      'warn: SHOULD use 200 status code on document validation failure when accepting application/json',
      'warn: SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
    ]);
  });
});
