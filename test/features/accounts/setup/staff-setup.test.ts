import { describe, expect, test } from 'vitest';
import { SetupLink } from '../../../../src/features/accounts/setup/setup-link.entity.js';
import { WRONG_SETUP_LINKS_AN_HOUR } from '../../../../src/features/accounts/setup/staff-setup.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { formOf, newLink, opened, SETUP, staffOf, submitAt } from '../../../support/accounts/staff-setup.js';
import { createTestApp } from '../../../support/test-app.js';

describe('the link for the first staff account (decision 098)', () => {
  test('creates the account that may do everything, logged in on the home page', async () => {
    const app = await createTestApp();
    const browser = app.browser();
    const link = await newLink(app);
    expect(link).toMatch(/^\/accounts\/primeira-conta\/\?codigo=[\w-]{43}$/);
    const exchange = await browser.get(link);
    expect([exchange.status, exchange.headers.get('location'), exchange.headers.get('referrer-policy')]).toEqual([
      302,
      SETUP,
      'no-referrer',
    ]);
    expect(exchange.headers.getSetCookie().join()).toMatch(
      /setup_link=[\w-]{43}; Max-Age=1800; Path=\/accounts\/primeira-conta\/; Expires=[^;]+; HttpOnly; SameSite=Lax/,
    );
    const form = await browser.get(SETUP, { 'accept-language': 'en' });
    expect([form.status, form.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
    expect(form.text).toContain('<h1>First account</h1>');
    const answer = await browser.submit(SETUP, formOf('ana'));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    expect(browser.cookies.has('setup_link')).toBe(false);
    expect((await browser.get('/admin/')).status).toBe(200);
    expect(await staffOf(app)).toEqual(['ana']);
    expect(await app.database.em.fork().count(SetupLink)).toBe(0);
  });

  test('is in the audit trail, as is its creation; neither it nor the log has the token', async () => {
    const app = await createTestApp();
    const link = await newLink(app);
    const browser = await opened(app, link);
    const secret = browser.cookies.get('setup_link') ?? '';
    await browser.submit(SETUP, formOf('ana'));
    const rows = await app.database.em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'asc' } });
    expect(rows.map(({ event, result, door, username, after }) => [event, result, door, username, after])).toEqual([
      ['setup_link_create', 'success', 'cli', '', null],
      ['register', 'success', 'form', 'ana', '{"means":"setup_link","newAccounts":"ALL"}'],
      ['staff_grant', 'success', 'form', 'ana', '{"means":"setup_link","newAccounts":"ALL"}'],
      ['login', 'success', 'form', 'ana', '{"means":"setup_link"}'],
    ]);
    const token = link.split('=')[1] ?? '';
    const told = app.lines.join('\n') + JSON.stringify(rows);
    expect(told).toContain('setup_link_create');
    for (const credential of [token, secret]) expect(told).not.toContain(credential);
  });

  test('is stored as a hash, and its token is worthless once opened', async () => {
    const app = await createTestApp();
    const link = await newLink(app);
    const stored = () => app.database.em.fork().find(SetupLink, {});
    expect(JSON.stringify(await stored())).not.toContain(link.split('=')[1]);
    const owner = await opened(app, link);
    expect(JSON.stringify(await stored())).not.toContain(owner.cookies.get('setup_link'));
    const reader = await app.browser().get(link);
    expect([reader.status, reader.headers.getSetCookie().join()]).toEqual([
      404,
      expect.not.stringMatching(/[\w-]{43}/),
    ]);
    const again = await owner.get(link);
    expect([again.status, again.headers.get('location')]).toEqual([302, SETUP]);
    expect((await owner.get(SETUP)).status).toBe(200);
    const newer = await newLink(app);
    expect((await owner.get(newer)).status).toBe(302);
    expect((await owner.get(SETUP)).status).toBe(200);
  });

  test('is not used up by HEAD, nor by anything on another site', async () => {
    const app = await createTestApp();
    const link = await newLink(app);
    expect((await app.browser().request('HEAD', link)).status).toBe(404);
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    expect((await app.browser().get(link, foreign)).status).toBe(404);
    await opened(app, link);
  });

  test('keeps what was typed when a field is wrong, and stays valid', async () => {
    const app = await createTestApp();
    const browser = await opened(app, await newLink(app));
    const answer = await browser.submit(SETUP, formOf('ana', { email: 'nowhere', password1: '12345678' }));
    expect(answer.status).toBe(200);
    for (const name of ['email', 'password1', 'password2']) expect(answer.text).toContain(`id="${name}-error"`);
    expect(answer.text).toContain('value="nowhere"');
    expect(answer.text).not.toContain('12345678');
    expect((await browser.submit(SETUP, formOf('ana'))).status).toBe(302);
  });

  test.each(['closed', 'invite'])('works while registration is %s', async (REGISTRATION) => {
    const app = await createTestApp({ environment: { REGISTRATION } });
    const browser = await opened(app, await newLink(app));
    expect((await browser.submit(SETUP, formOf('ana'))).headers.get('location')).toBe('/');
  });

  test('is valid for 30 minutes, which opening it does not prolong', async () => {
    const app = await createTestApp();
    const unopened = await newLink(app);
    await app.sleep({ minutes: 30 });
    expect((await app.browser().get(unopened)).status).toBe(404);
    const link = await newLink(app);
    await app.sleep({ minutes: 29 });
    const browser = await opened(app, link);
    const token = await browser.csrfToken(SETUP);
    await app.sleep({ minutes: 1 });
    expect(await submitAt(browser, token, 'ana')).toBe(404);
    expect(await staffOf(app)).toEqual([]);
  });

  test('takes the token of its form, and no form of another site', async () => {
    const app = await createTestApp();
    const browser = await opened(app, await newLink(app));
    expect((await browser.post(SETUP, formOf('ana'))).status).toBe(403);
    const csrfmiddlewaretoken = await browser.csrfToken(SETUP);
    const foreign = await browser.post(
      SETUP,
      { ...formOf('ana'), csrfmiddlewaretoken },
      { origin: 'https://evil.example' },
    );
    expect(foreign.status).toBe(403);
    expect(await staffOf(app)).toEqual([]);
  });

  test('names no host of the caller', async () => {
    const app = await createTestApp();
    const link = await newLink(app);
    const host = { headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' } };
    const answer = await app.browser().request('GET', link, host);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, SETUP]);
  });

  test('strangers see one page whatever they bring, and guess a limited number of links an hour', async () => {
    const app = await createTestApp();
    const link = await newLink(app);
    const guess = (letter: string) => `${SETUP}?codigo=${letter.repeat(43)}`;
    const [most] = WRONG_SETUP_LINKS_AN_HOUR;
    const masked = async (path: string) => {
      const { status, text } = await app.browser().get(path);
      return [status, text];
    };
    const bare = await masked(SETUP);
    expect(bare[0]).toBe(404);
    for (let wrong = 0; wrong < most; wrong += 1) expect(await masked(guess('x'))).toEqual(bare);
    const refused = await app.browser().get(guess('y'));
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3600]);
    // The person with the right link, behind the same address, is never refused.
    const browser = await opened(app, link);
    expect((await browser.submit(SETUP, formOf('ana'))).status).toBe(302);
    expect(await masked(SETUP)).toEqual(bare);
  });
});
