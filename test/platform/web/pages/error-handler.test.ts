import { describe, expect, test } from 'vitest';
import { AS_IN_SERVICE, openTestDatabase, sqlite } from '../../../support/databases/databases.js';
import { createTestApp } from '../../../support/test-app.js';

describe('what a caller cannot help (contract 8)', () => {
  test('more than 1,000 fields in a form are 413 at every address', async () => {
    const app = await createTestApp();
    const body = 'a&'.repeat(1001);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/accounts/api/v1/token/', '/graphql', '/accounts/login/']) {
      const answer = await app.browser().request('POST', path, { body, headers });
      expect([path, answer.status]).toEqual([path, 413]);
    }
    expect(app.lines.filter((line) => line.includes('"error"'))).toEqual([]);
  });

  test('a database that another program has locked is 503 with Retry-After for writes; reads go on', async () => {
    const location = await sqlite.locate();
    if (location?.kind !== 'sqlite') throw new Error('SQLite is always there');
    const app = await createTestApp({ database: await openTestDatabase(location, AS_IN_SERVICE) });
    const person = await app.loginAs();
    const foreign = (await openTestDatabase(location)).em.getConnection();
    await foreign.execute('begin immediate');
    const form = {
      first_name: 'bia',
      username: 'bia',
      email: 'b@example.com',
      password1: 'sesame 77',
      password2: 'sesame 77',
    };
    const page = await app.browser().submit('/accounts/registrar/', form);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    const graphql = await app
      .browser()
      .graphql(
        'mutation { register(input: { firstName: "bia", username: "bia", email: "b@example.com", password1: "sesame 77", password2: "sesame 77" }) { username } }',
      );
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '5']);
    expect(graphql.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
    expect(app.lines.filter((line) => line.includes('database is locked'))).toHaveLength(2);
    expect((await person.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).status).toBe(200);
    await foreign.execute('rollback');
    expect((await app.browser().submit('/accounts/registrar/', form)).status).toBe(302);
  });
});
