import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { createTestApp, PASSWORD } from '../../../support/test-app.js';

const LOGIN = '/accounts/login/';
const CHANGE = `mutation ($language: Language, $theme: Theme) {
  changePreferences(language: $language, theme: $theme) { language theme }
}`;

function htmlTag(text: string): string {
  return /<html[^>]*>/.exec(text)?.[0] ?? '';
}

describe('the language of a visitor', () => {
  test('is chosen by a link, kept by the browser, and stands over Accept-Language', async () => {
    const app = await createTestApp();
    const visitor = app.browser({ 'accept-language': 'pt-BR' });
    const before = await visitor.get(`${LOGIN}?next=/conta/%3Fa%3D1`);
    const link = /<a href="([^"]+)" lang="en" hreflang="en">English<\/a>/.exec(before.text)?.[1]?.replace('&amp;', '&');
    expect(link).toBe(`${LOGIN}?next=%2Fconta%2F%3Fa%3D1&language=en`);

    const chosen = await visitor.get(link ?? '');
    expect(chosen.status).toBe(302);
    expect(chosen.headers.get('location')).toBe(`${LOGIN}?next=%2Fconta%2F%3Fa%3D1`);
    expect(chosen.headers.get('set-cookie')).toMatch(
      /^language=en; Max-Age=31536000; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
    const after = await visitor.get(chosen.headers.get('location') ?? '');
    expect(htmlTag(after.text)).toContain('lang="en"');
    expect(after.text).toContain('value="/conta/?a=1"');
    const api = await visitor.get('/sistema/conversor/api/v1/converter');
    expect(api.json<{ detail: string }>().detail).toMatch(/^Send Authorization: Bearer <access token>, or log in/);
  });

  test.each([
    '/accounts/login/?language=qaa',
    '/accounts/login/?language=en&language=pt',
    '/accounts/login/?language=',
  ])('%s chooses nothing', async (path) => {
    const app = await createTestApp();
    const answer = await app.browser().get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).not.toContain('language=');
  });

  test.each(['//evil.example/', '/%5Cevil.example/', '/..//evil.example/', '/.//evil.example/'])(
    'the switch at %s never leaves the site',
    async (path) => {
      const app = await createTestApp();
      const [answer] = await once(get(app.baseUrl, { path: `${path}?language=en` }), 'response');
      answer.resume();
      expect(answer.headers.location ?? '/').toMatch(/^\/(?![/\\])/);
    },
  );

  test('is no parameter of the API, and none of a POST', async () => {
    const app = await createTestApp();
    const api = await app.browser().get('/sistema/conversor/api/v1/converter?language=en');
    expect(api.status).toBe(401);
    const post = await app.browser().post('/accounts/login/?language=en', {});
    expect(post.status).toBe(403);
    expect(post.text).toContain('Tentar de novo');
    expect([api, post].map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null]);
  });

  test('a cookie that is no language is none', async () => {
    const app = await createTestApp();
    const answer = await app.browser({ 'accept-language': 'en' }).get(LOGIN, { cookie: 'language=xx; theme=x' });
    expect(htmlTag(answer.text)).toBe('<html lang="en" data-theme="auto">');
  });
});

describe('the preferences of an account', () => {
  test('hold in every browser: on the page as it is served, and on the login after the logout', async () => {
    const app = await createTestApp();
    const first = await app.loginAs();
    expect(htmlTag((await first.get('/conta/')).text)).toBe('<html lang="pt-BR" data-theme="auto">');
    const answer = await first.graphql(CHANGE, { language: 'EN', theme: 'DARK' });
    expect(answer.json()).toEqual({ data: { changePreferences: { language: 'EN', theme: 'DARK' } } });
    expect(htmlTag((await first.get('/conta/')).text)).toBe('<html lang="en" data-theme="dark">');

    const second = app.browser({ 'accept-language': 'pt-BR' });
    await second.submit(LOGIN, { username: 'ana', password: PASSWORD });
    expect(htmlTag((await second.get('/')).text)).toBe('<html lang="en" data-theme="dark">');
    const problem = await second.get('/nothing');
    expect(htmlTag(problem.text)).toBe('<html lang="en" data-theme="dark">');
    const rejected = await second.graphql('mutation { endSession(id: "none") }');
    expect(rejected.text).toContain('That session does not exist');
    await second.post('/accounts/logout/', { csrfmiddlewaretoken: second.cookies.get('csrftoken') ?? '' });
    expect(htmlTag((await second.get(LOGIN)).text)).toBe('<html lang="en" data-theme="dark">');
  });

  test('what is left out of a change stays, and AUTO leaves nothing behind', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs();
    await ana.graphql(CHANGE, { language: 'EN' });
    await ana.graphql(CHANGE, { theme: 'LIGHT' });
    const stored = await ana.graphql('{ preferences { language theme } }');
    expect(stored.json()).toEqual({ data: { preferences: { language: 'EN', theme: 'LIGHT' } } });
    await ana.get('/');
    expect(ana.cookies.get('theme')).toBe('light');
    await ana.graphql(CHANGE, { theme: 'AUTO' });
    await ana.get('/');
    expect(ana.cookies.has('theme')).toBe(false);
  });

  test('count as not chosen once the language has been taken away', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana', { language: 'qaa' });
    expect((await ana.graphql('{ preferences { language } }')).json()).toEqual({
      data: { preferences: { language: null } },
    });
    expect(htmlTag((await ana.get('/', { 'accept-language': 'es' })).text)).toContain('lang="es"');
  });

  test('are for a signed-in user, and that user’s own', async () => {
    const app = await createTestApp();
    await app.createUser('bia');
    const ana = await app.loginAs();
    await ana.graphql(CHANGE, { language: 'EN', theme: 'DARK' });
    const bia = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'bia' });
    expect(bia).toMatchObject({ language: null, theme: 'auto' });
    expect((await app.browser().graphql(CHANGE, { theme: 'DARK' })).status).toBe(401);
    expect((await app.browser().graphql('{ preferences { theme } }')).status).toBe(401);
  });
});

describe('the page of the client', () => {
  test('names the viewer, escaped, and whether they are staff', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana', { firstName: '"><script>alert(1)</script>' });
    const { text } = await ana.get('/');
    expect(text).not.toContain('<script>alert');
    const written = /data-viewer="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"');
    expect(written).toContain('"isStaff":false');
    const root = await app.loginAs('root', { isStaff: true });
    expect((await root.get('/')).text).toContain('&quot;isStaff&quot;:true');
  });

  test('`me` marks staff, and no other user', async () => {
    const app = await createTestApp();
    const [ana, root] = [await app.loginAs(), await app.loginAs('root', { isStaff: true })];
    const answers = [await ana.graphql('{ me { isStaff } }'), await root.graphql('{ me { isStaff } }')];
    expect(answers.map((answer) => answer.json())).toEqual([
      { data: { me: { isStaff: null } } },
      { data: { me: { isStaff: true } } },
    ]);
  });
});
