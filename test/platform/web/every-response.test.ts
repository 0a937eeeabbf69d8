import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { clientPages, TERMS_TEXT_PATH } from '../../../src/app/client-pages.js';
import { foreignPaths, otherAddresses, restRoutes } from '../../../src/app/rest-routes.js';
import { accountPaths } from '../../../src/features/accounts/accounts.paths.js';
import { isApiPath } from '../../../src/platform/web/requests/addresses.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

/** All of the service's URLs, from its own tables, and some that do not exist. */
const ADDRESSES = [
  ...new Set([
    ...clientPages.map(({ path }) => path),
    TERMS_TEXT_PATH,
    ...Object.values(accountPaths),
    ...restRoutes.flatMap(({ addresses }) => addresses),
    '/graphql',
    '/graphql/stream',
    '/metrics',
    '/agent/install.sh',
    ...Object.keys(otherAddresses),
    ...Object.keys(foreignPaths),
    '/nothing',
    '/api/nothing',
    '/sistema/api/v1/nothing',
    '/static/nothing.js',
    '/%2e%2e/etc/passwd',
    '//admin/',
    '/ADMIN/',
    '/admin;x',
    '/%',
  ]),
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

/** Methods whose requests have no body, so that those with and without are the same. */
const WITHOUT_BODY = ['GET', 'HEAD'];

interface Situation {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Headers of different callers; `session` and `token` are filled in. */
const SITUATIONS: Readonly<Record<string, Situation>> = {
  'a visitor': {},
  'a visitor with a script': { headers: { accept: 'application/json' } },
  'a signed-in browser': { headers: { accept: 'text/html', cookie: 'session' } },
  'a token': { headers: { authorization: 'token' } },
  'a token that is not valid': { headers: { authorization: 'Bearer x.y.z', cookie: 'session' } },
  'another site': { headers: { origin: 'https://evil.example', cookie: 'session' } },
  'a foreign host': { headers: { host: 'evil.example' } },
  'a body that is too large': { headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(70_000)}"` },
  'a body of another type': { headers: { 'content-type': 'text/plain' }, body: 'x' },
  'a body that cannot be read': { headers: { 'content-type': 'application/json' }, body: '{' },
  'a body in another alphabet': { headers: { 'content-type': 'application/json; charset=x' }, body: '{}' },
  'a body packed in a strange way': {
    headers: { 'content-type': 'application/json', 'content-encoding': 'x' },
    body: '{}',
  },
};

/** Statuses of failures (contract 8) and of successes. */
const STATUSES = [200, 204, 302, 400, 401, 403, 404, 405, 406, 413, 415, 429, 503];

/** Forms behind a link with a secret. */
const LINKED_FORMS = ['/accounts/senha/nova/', '/accounts/primeira-conta/'];

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

async function ask(app: TestApp, method: string, path: string, { headers, body }: Situation): Promise<Seen> {
  const call = request({
    agent: false,
    host: '127.0.0.1',
    port: app.port,
    method,
    path,
    headers: { host: 'localhost', ...headers, ...(body && { 'content-length': String(body.length) }) },
  });
  call.end(body);
  const [response] = await once(call, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Returns the faults in a response's status, headers or body (contract 2, 8, promises 14, 15). */
function findFaults(method: string, path: string, { status, headers, body }: Seen): string[] {
  const policy = String(headers['content-security-policy']);
  const isPlayground = path === '/graphql' && status === 200 && /^text\/html/.test(String(headers['content-type']));
  const faults: Record<string, boolean> = {
    'status that is not in the contract': !STATUSES.includes(status),
    'x-frame-options': headers['x-frame-options'] !== 'DENY',
    'x-content-type-options': headers['x-content-type-options'] !== 'nosniff',
    // The URL of such a link may contain its secret.
    'referrer-policy':
      headers['referrer-policy'] !==
      (LINKED_FORMS.includes(path) && status === 404 && /GET|HEAD/.test(method) ? 'no-referrer' : 'same-origin'),
    'content-security-policy':
      !/default-src 'none'/.test(policy) ||
      !/frame-ancestors 'none'/.test(policy) ||
      // Only pages run scripts; the playground is a page at an API path.
      /script-src 'self'(;|$)/.test(policy) !== (!isApiPath(path) || isPlayground) ||
      (policy.includes('unsafe') && path !== '/graphql'),
    'x-powered-by': headers['x-powered-by'] !== undefined,
    'cross-origin headers': Object.keys(headers).some((name) => name.startsWith('access-control')),
    'cache-control': headers['cache-control'] !== 'no-store',
    'www-authenticate': (status === 401) !== (headers['www-authenticate'] === 'Bearer realm="api"'),
    'allow of 405': status === 405 && headers.allow === undefined,
    'allow of OPTIONS': method === 'OPTIONS' && status === 204 && headers.allow === undefined,
    'retry-after': [429, 503].includes(status) && headers['retry-after'] === undefined,
    'a body to HEAD': method === 'HEAD' && body !== '',
    'an error of the API that is no JSON':
      status >= 400 &&
      method !== 'HEAD' &&
      isApiPath(path) &&
      !/^application\/(graphql-response\+)?json/.test(String(headers['content-type'])),
    'an error without a word': status >= 400 && method !== 'HEAD' && body.length < 20,
  };
  return Object.keys(faults).filter((name) => faults[name]);
}

describe('every response (contract 2, 8, promises 14, 15)', () => {
  test.each(Object.entries(SITUATIONS))('to %s is as promised at every address', async (_name, situation) => {
    const app = await createTestApp();
    const person = await app.loginAs('ana');
    const { access } = await app.scriptAs('ana');
    const headers = { ...situation.headers };
    if (headers.cookie) headers.cookie = `sessionid=${person.cookies.get('sessionid')}`;
    if (headers.authorization === 'token') headers.authorization = `Bearer ${access}`;
    const faults: string[] = [];
    const methods = METHODS.filter((method) => situation.body === undefined || !WITHOUT_BODY.includes(method));
    for (const path of ADDRESSES) {
      for (const method of methods) {
        const seen = await ask(app, method, path, { ...situation, headers });
        for (const fault of findFaults(method, path, seen)) faults.push(`${method} ${path} (${seen.status}): ${fault}`);
        const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
        if (path === '/' || path.startsWith('/static') || path === '/%') continue;
        const { status } = await ask(app, method, other, { ...situation, headers });
        if (status !== seen.status && seen.status !== 429 && status !== 429)
          faults.push(`${method} ${other}: ${status} is not ${seen.status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('the addresses of the contract are all there', () => {
    for (const path of [
      '/',
      '/sistema/monitoramento/',
      '/sistema/conversor/',
      '/termos/',
      '/conta/',
      '/admin/',
      '/admin/login/',
      '/admin/login/chave/',
      '/accounts/login/',
      '/accounts/login/chave/',
      '/accounts/registrar/',
      '/accounts/primeira-conta/',
      '/accounts/logout/',
      '/accounts/api/v1/token/',
      '/accounts/api/v1/token/refresh/',
      '/sistema/monitoramento/api/v1/metrics',
      '/sistema/monitoramento/v1/metrics-api',
      '/sistema/monitoramento/api/v1/ai',
      '/sistema/monitoramento/v1/ai-api',
      '/sistema/conversor/api/v1/converter',
      '/sistema/conversor/v1/api',
      '/healthz',
      '/readyz',
      '/api/openapi.json',
    ]) {
      expect(ADDRESSES).toContain(path);
    }
  });
});
