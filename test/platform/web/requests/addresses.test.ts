import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../../support/test-app.js';

const PAGES = [
  '/',
  '/sistema/monitoramento/',
  '/sistema/conversor/',
  '/sistema/conversor/logica/',
  '/sistema/conversor/praticar/',
  '/sistema/alertas/',
  '/sistema/alertas/7/',
  '/termos/',
  '/termos/texto/',
  '/conta/',
];
const FORMS = [
  '/accounts/login/',
  '/accounts/login/chave/',
  '/admin/login/',
  '/admin/login/chave/',
  '/accounts/registrar/',
];
const CALLER_APIS = [
  '/sistema/monitoramento/api/v1/metrics',
  '/sistema/monitoramento/v1/metrics-api',
  '/sistema/monitoramento/api/v1/ai',
  '/sistema/monitoramento/v1/ai-api',
  '/sistema/conversor/api/v1/converter',
  '/sistema/conversor/v1/api',
  '/metrics',
  '/api/v1/http-sd',
];
const TOKEN_APIS = ['/accounts/api/v1/token/', '/accounts/api/v1/token/refresh/'];

function otherSlash(path: string) {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
}

describe('the pages (contract 2)', () => {
  test.each(PAGES)('%s is for signed-in users; a visitor is led to the login and back', async (path) => {
    const app = await createTestApp();
    const visitor = await app.browser().get(`${path}?a=1&b=%20`);
    expect([visitor.status, visitor.headers.get('location')]).toEqual([
      302,
      `/accounts/login/?next=${path}%3Fa%3D1%26b%3D%2520`,
    ]);
    const person = await app.loginAs();
    const page = await person.get(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<html lang="pt-BR"');
    expect((await person.get(path, { 'accept-language': 'en' })).text).toContain('<html lang="en"');
  });

  test('/admin/ is for staff; others signed in get 403, a visitor is led to its own login', async () => {
    const app = await createTestApp();
    const visitor = await app.browser().get('/admin/');
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/admin/login/?next=/admin/']);
    const person = await app.loginAs('ana');
    const rejected = await person.get('/admin/');
    expect(rejected.status).toBe(403);
    expect(rejected.text).toContain('Acesso negado');
    expect(rejected.text).not.toContain('Tentar de novo');
    const staff = await app.loginAs('root', { isStaff: true });
    expect((await staff.get('/admin/')).status).toBe(200);
  });

  test('a bearer token opens no page', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    expect((await script.get('/', { accept: 'text/html' })).status).toBe(302);
  });
});

describe('a slash more or less at the end', () => {
  test.each([...PAGES.slice(1), ...FORMS, ...CALLER_APIS, '/admin/', '/healthz', '/readyz'])(
    '%s is served all the same',
    async (path) => {
      const app = await createTestApp();
      const person = await app.loginAs('root', { isStaff: true });
      const [plain, other] = [await person.get(path), await person.get(otherSlash(path))];
      expect(other.status).toBe(plain.status);
      expect(other.status).not.toBe(404);
    },
  );

  test.each([...TOKEN_APIS, '/accounts/logout/'])('%s takes a POST all the same', async (path) => {
    const app = await createTestApp();
    const [plain, other] = [await app.browser().post(path, {}), await app.browser().post(otherSlash(path), {})];
    expect(other.status).toBe(plain.status);
    expect(other.status).not.toBe(404);
  });
});

describe('methods (contract 2)', () => {
  const allowed: [string, string][] = [
    ...[...PAGES, '/admin/', ...CALLER_APIS, '/healthz', '/readyz'].map((path): [string, string] => [
      path,
      'GET, HEAD, OPTIONS',
    ]),
    ...FORMS.map((path): [string, string] => [path, 'GET, HEAD, POST, OPTIONS']),
    ...[...TOKEN_APIS, '/accounts/logout/'].map((path): [string, string] => [path, 'POST, OPTIONS']),
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/graphql/stream', 'GET, HEAD, POST, OPTIONS'],
  ];

  test.each(allowed)('%s allows %s', async (path, allow) => {
    const app = await createTestApp();
    const person = await app.loginAs('root', { isStaff: true });
    const options = await person.request('OPTIONS', path);
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, allow, '']);
    for (const method of ['PUT', 'PATCH', 'DELETE', ...(allow.includes('POST') ? [] : ['POST'])]) {
      const rejected = await person.request(method, path);
      expect([method, rejected.status, rejected.headers.get('allow')]).toEqual([method, 405, allow]);
    }
  });

  test.each([...PAGES, ...CALLER_APIS, '/healthz'])(
    'HEAD %s has the status and headers of GET and no body',
    async (path) => {
      const app = await createTestApp();
      const person = await app.loginAs();
      const [get, head] = [await person.get(path), await person.request('HEAD', path)];
      expect([head.status, head.text]).toEqual([get.status, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    },
  );

  test('an API answers 405 in JSON, a page by a page', async () => {
    const app = await createTestApp();
    const api = await app.browser().request('DELETE', '/accounts/api/v1/token/');
    expect(api.json()).toMatchObject({ code: 'method_not_allowed' });
    const page = await app.browser().request('DELETE', '/termos/');
    expect(page.text).toContain('<!doctype html>');
  });
});

describe('unknown addresses', () => {
  test.each([
    '/nothing',
    '/Accounts/Login/',
    '/SISTEMA/MONITORAMENTO/',
    '//sistema/monitoramento/',
    '/sistema//monitoramento/',
    '/sistema/monitoramento;x/',
    '/sistema/%6donitoramento/x',
    '/static/../package.json',
    '/static/%2e%2e/package.json',
    '/.env',
  ])('%s is a page that says 404', async (path) => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const answer = await person.get(`${app.baseUrl}${path}`);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('Página não encontrada');
  });

  test.each([
    '/accounts/api/v1/tokens/',
    '/sistema/conversor/api/v2/converter',
    '/sistema/conversor/v1/apis',
    '/graphql/x',
    '/api',
  ])('%s is 404 in JSON', async (path) => {
    const app = await createTestApp();
    const answer = await app.browser().get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('an address that cannot be decoded is 400', async () => {
    const app = await createTestApp();
    expect((await app.browser().get('/sistema/%E0%A4%A')).status).toBeLessThan(500);
  });
});

describe('health', () => {
  test('the process is alive, and ready while the database answers', async () => {
    const app = await createTestApp();
    expect((await app.browser().get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await app.browser().get('/readyz')).json()).toEqual({ status: 'ready' });
    await app.database.close();
    const unready = await app.browser().get('/readyz');
    expect([unready.status, unready.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await app.browser().get('/healthz')).status).toBe(200);
  });
});
