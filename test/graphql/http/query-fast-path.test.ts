import { describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/test-app.js';

/** Everything of an answer but when it was given. */
async function whole(app: TestApp, body: unknown, headers: Record<string, string>) {
  const answer = await app.browser().request('POST', '/graphql', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  });
  const { date: _date, ...rest } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: rest, text: answer.text };
}

/** A field that no shortcut takes: what it is sent with goes the long way. */
const LONG_WAY = { extensions: {} };

describe('a query that was asked before (contract 1, 8)', () => {
  const CONVERT = 'query Convert($value: String!) { convert(type: BIN2DEC, value: $value) { result } }';

  test.each([
    ['an answer', { query: CONVERT, variables: { value: '101' } }],
    ['an operation by its name', { query: CONVERT, variables: { value: '101' }, operationName: 'Convert' }],
    ['an operation by another name', { query: CONVERT, variables: { value: '101' }, operationName: 'Other' }],
    ['a refusal of the rule', { query: CONVERT, variables: { value: '102' } }],
    ['a missing variable', { query: CONVERT }],
    ['variables that are null', { query: CONVERT, variables: null }],
    ['variables that are none', { query: CONVERT, variables: 7 }],
    ['a variable of another type', { query: CONVERT, variables: { value: { secret: 1 } } }],
    ['a variable too many', { query: CONVERT, variables: { value: '1', other: 2 } }],
    ['no variables', { query: '{ logic(operation: AND, value1: 1, value2: 1) }' }],
    ['what is null for others', { query: '{ me { username isStaff } }' }],
  ])('%s is the same to the byte as the first time, the long way', async (_name, body) => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    for (const headers of [
      { authorization: `Bearer ${access}` },
      { authorization: `Bearer ${access}`, 'accept-language': 'en' },
      { authorization: 'Bearer nonsense' },
      {} as Record<string, string>,
    ]) {
      await whole(app, { query: body.query, variables: { value: '1' } }, { authorization: `Bearer ${access}` });
      expect(await whole(app, body, headers)).toEqual(await whole(app, { ...body, ...LONG_WAY }, headers));
    }
  });

  test('is limited as before: twenty samples a minute, the twenty-first rejected with the time to wait', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const ask = () => script.graphql('{ metrics { cpuPercent } }');
    for (let count = 0; count < 20; count += 1) expect((await ask()).status).toBe(200);
    const rejected = await ask();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60']);
  });

  test('is rejected at once when its token or its session has ended', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const ask = () => person.graphql('{ convert(type: BIN2DEC, value: "1") { result } }');
    for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(200);
    await person.post('/accounts/logout/', { csrfmiddlewaretoken: person.cookies.get('csrftoken') ?? '' });
    expect((await ask()).status).toBe(401);
  });

  test('hides an unexpected failure as before, and logs it under its id', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const ask = () => script.graphql('{ sessions { id } }');
    expect((await ask()).status).toBe(200);
    await app.database.em.getConnection().execute('alter table sessions rename to gone');
    const answer = await ask();
    expect(answer.status).toBe(500);
    const [error] = answer.json<{ errors: { extensions: { code: string; id: string } }[] }>().errors;
    expect(error?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
    expect(app.lines.some((line) => line.includes(error?.extensions.id ?? '?'))).toBe(true);
  });
});
