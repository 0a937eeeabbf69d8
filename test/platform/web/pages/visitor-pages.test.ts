import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../../support/test-app.js';

const PATH = '/sistema/conversor/passos/?value=-200';

function htmlTag(text: string): string {
  return /<html[^>]*>/.exec(text)?.[0] ?? '';
}

async function openApp(PUBLIC_CONVERTER = 'true') {
  const app = await createTestApp({ environment: { PUBLIC_CONVERTER } });
  return { app, visitor: app.browser() };
}

describe('a page of the client that is open to visitors (contract 2, 15)', () => {
  test('is the application of visitors for them, and that of its user for who is signed in', async () => {
    const { app, visitor } = await openApp();
    const shown = await visitor.get(PATH);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('visitor-app');
    expect(shown.text).not.toContain('data-viewer');
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(shown.headers.get('cache-control')).toBe('no-store');

    const own = await (await app.loginAs()).get(PATH);
    expect(own.text).not.toContain('visitor-app');
    expect(own.text).toContain('data-viewer');
  });

  test('leads to the login as before where the setting is off', async () => {
    const { visitor } = await openApp('false');
    const answer = await visitor.get(PATH);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/accounts/login/?next=/sistema/conversor/passos/%3Fvalue%3D-200');
  });

  test('is offered below the login, where it is open, and not below that of the administration', async () => {
    const [{ visitor }, { visitor: elsewhere }] = [await openApp(), await openApp('false')];
    const link = '<a href="/sistema/conversor/">Usar o conversor sem conta</a>';
    expect((await visitor.get('/accounts/login/?next=/conta/')).text).toContain(link);
    expect((await visitor.get('/admin/login/')).text).not.toContain(link);
    expect((await elsewhere.get('/accounts/login/')).text).not.toContain(link);
  });

  test('is offered below the login where it is that of a room, whatever else is open', async () => {
    const { visitor } = await openApp('false');
    const link = '<a href="/sala/">Entrar em uma sala de aula com um código</a>';
    expect((await visitor.get('/accounts/login/')).text).toContain(link);
    expect((await visitor.get('/admin/login/')).text).not.toContain(link);
    expect((await visitor.get('/sala/')).text).toContain('visitor-app');
  });

  test('is shown to who was signed in as to any visitor', async () => {
    const { app } = await openApp();
    const ana = await app.loginAs();
    const secret = ana.cookies.get('sessionid') ?? '';
    await ana.post('/accounts/logout/', { csrfmiddlewaretoken: ana.cookies.get('csrftoken') ?? '' });
    ana.cookies.set('sessionid', secret);
    expect((await ana.get(PATH)).text).toContain('visitor-app');
    expect((await ana.get('/sistema/monitoramento/')).status).toBe(302);
  });

  test('follows Accept-Language, and what was chosen in this browser', async () => {
    const { app } = await openApp();
    const visitor = app.browser({ 'accept-language': 'es' });
    const shown = await visitor.get(PATH);
    expect(htmlTag(shown.text)).toBe('<html lang="es" data-theme="auto">');
    const written = /data-languages="([^"]*)"/.exec(shown.text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect(JSON.parse(written)).toEqual([
      { language: 'pt', name: 'Português', lang: 'pt-BR' },
      { language: 'en', name: 'English', lang: 'en' },
    ]);

    const chosen = await visitor.get(`${PATH}&theme=dark&language=pt`);
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, PATH]);
    expect(htmlTag((await visitor.get(PATH)).text)).toBe('<html lang="pt-BR" data-theme="dark">');
    await visitor.get(`${PATH}&theme=auto`);
    expect(visitor.cookies.has('theme')).toBe(false);
    expect((await visitor.get(`${PATH}&theme=pink`)).status).toBe(200);
  });
});
