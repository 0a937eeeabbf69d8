import { describe, expect, test } from 'vitest';
import type { Answer, Browser } from '../../../support/http/browser.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

/** Performs every action that sets or clears a cookie. @returns each raw cookie, by action. */
async function allCookies(app: TestApp): Promise<Map<string, string>> {
  const cookies = new Map<string, string>();
  const note = (action: string, { headers }: Answer) => {
    for (const line of headers.getSetCookie()) {
      const [name = ''] = line.split('=');
      cookies.set(`${action}: ${/expires=thu, 01 jan 1970/i.test(line) ? 'clears' : 'sets'} ${name}`, line);
    }
  };
  const token = (browser: Browser) => browser.cookies.get('csrftoken') ?? '';
  const person = app.browser();
  note('form', await person.get('/accounts/registrar/'));
  note('language', await person.get('/accounts/login/?language=en'));
  const account = { username: 'ana', first_name: 'Ana', email: 'ana@example.com', password1: PASSWORD };
  const form = { ...account, password2: PASSWORD, csrfmiddlewaretoken: token(person) };
  note('registration', await person.post('/accounts/registrar/', form));
  note('notice', await person.get('/accounts/login/'));
  await person.graphql(`mutation { login(username: "ana", password: "${PASSWORD}") { access } }`);
  const login = { username: 'ana', password: PASSWORD };
  note('login', await person.post('/accounts/login/', { ...login, csrfmiddlewaretoken: token(person) }));
  await person.graphql('mutation { changePreferences(theme: DARK, language: PT) { theme } }');
  note('dark', await person.get('/'));
  await person.graphql('mutation { changePreferences(theme: AUTO) { theme } }');
  note('auto', await person.get('/'));
  note('playground', await person.get('/graphql'));
  note('logout', await person.post('/accounts/logout/', { csrfmiddlewaretoken: token(person) }));
  return cookies;
}

/** Results that must be included, so that the test cannot pass without seeing any. */
const EXPECTED = [
  'form: sets csrftoken',
  'language: sets language',
  'registration: sets notice',
  'notice: clears notice',
  'login: sets sessionid',
  'login: sets csrftoken',
  'dark: sets theme',
  'dark: sets language',
  'auto: clears theme',
  'logout: clears sessionid',
  'logout: clears csrftoken',
];

describe('every cookie that is set or cleared', () => {
  test.each([
    ['https', true],
    ['http', false],
  ])('over %s: Secure is %s, and its path and SameSite are as ever', async (scheme, isSecure) => {
    const app = await createTestApp({ environment: { PUBLIC_URL: `${scheme}://vigia.test` } });
    const cookies = await allCookies(app);
    expect([...cookies.keys()]).toEqual(expect.arrayContaining(EXPECTED));
    for (const [action, line] of cookies) {
      const attributes = line.split('; ').slice(1);
      expect([action, attributes.includes('Secure')]).toEqual([action, isSecure]);
      expect([action, attributes]).toEqual([action, expect.arrayContaining(['Path=/', 'SameSite=Lax'])]);
      expect([action, attributes.includes('HttpOnly')]).toEqual([action, !action.endsWith('csrftoken')]);
    }
  });
});
