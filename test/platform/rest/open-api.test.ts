import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { foreignPaths, otherAddresses, restRoutes } from '../../../src/app/rest-routes.js';
import { openApiDocument } from '../../../src/platform/rest/open-api.js';
import { Busy } from '../../../src/shared/errors/errors.js';
import type { TokenScope } from '../../../src/shared/identity/token-scope.js';
import { lock } from '../../support/accounts/login-methods.js';
import { dataOf } from '../../support/administration.js';
import type { Answer } from '../../support/http/browser.js';
import { createTestApp, PASSWORD, type TestApp } from '../../support/test-app.js';

const ADDRESS = '/api/openapi.json';

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, { readonly schema: object; readonly examples?: Examples }>>;
}

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly examples?: unknown[] } }[];
  readonly requestBody?: Response;
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

async function documentOf(app: TestApp): Promise<OpenApi> {
  return (await app.browser().get(ADDRESS)).json<OpenApi>();
}

function listOperations({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

function findResponse({ components }: OpenApi, { responses }: Operation, status: number): Response | undefined {
  const response = responses[String(status)];
  if (!response || !('$ref' in response)) return response;
  return components.responses[response.$ref.replace('#/components/responses/', '')];
}

function createChecker(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' });
  return (schema: object, value: unknown) => {
    const absolute = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
    const valid = ajv.validate(JSON.parse(absolute), value);
    return valid ? [] : (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** Requests a path in a way that leads to a certain status. */
type Ask = (app: TestApp, path: string) => Promise<Answer>;

const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const asStranger =
  (query = ''): Ask =>
  (app, path) =>
    app.browser().get(path + query);
const asAna =
  (query = ''): Ask =>
  async (app, path) =>
    (await app.scriptAs('ana')).get(path + query);
const asProgram =
  (scope: TokenScope, query = ''): Ask =>
  async (app, path) =>
    (await app.programAs('ana', [scope])).get(path + query);
const send =
  (init: { body: string; headers?: Record<string, string> }): Ask =>
  (app, path) =>
    app.browser().request('POST', path, init);

/** Makes a request while authentication fails unexpectedly. */
const broken =
  (failure: () => Error, ask: Ask): Ask =>
  (app, path) => {
    const fail = async () => {
      throw failure();
    };
    Object.assign(app.services.viewerResolver, { identify: fail });
    Object.assign(app.services.authentication, { authenticate: fail });
    Object.assign(app.services.tokenRefresh, { refresh: fail });
    return ask(app, path);
  };

const often =
  (count: number, ask: Ask): Ask =>
  async (app, path) => {
    for (let request = 0; request < count; request += 1) await ask(app, path);
    return ask(app, path);
  };

const failures = (ask: Ask): Record<number, Ask> => ({
  500: broken(() => new Error('A fault'), ask),
  503: broken(() => new Busy(5), ask),
});

const bodies: Record<number, Ask> = {
  413: send(json('x'.repeat(70_000))),
  415: send({ body: 'x', headers: { 'content-type': 'text/plain' } }),
};

const reading = (limits: Record<number, Ask> = {}): Record<number, Ask> => ({
  200: asAna(),
  400: foreignHost,
  401: asStranger(),
  403: asProgram('CONVERT'),
  ...limits,
  ...failures(asAna()),
});

const LOGIN = json({ username: 'ana', password: PASSWORD });

/** All operations in the document by id, with a request for each documented status. */
const SITUATIONS: Readonly<Record<string, Readonly<Record<number, Ask>>>> = {
  issueTokens: {
    200: async (app, path) => {
      await app.createUser('ana');
      return app.browser().post(path, { username: 'ana', password: PASSWORD });
    },
    400: send(json({ username: 'ana' })),
    401: send(LOGIN),
    429: async (app, path) => {
      await lock(app, 'ana');
      return send(LOGIN)(app, path);
    },
    ...bodies,
    ...failures(send(LOGIN)),
  },
  refreshToken: {
    200: async (app, path) => send(json({ refresh: (await app.scriptAs('ana')).refresh }))(app, path),
    400: send(json({ refresh: 7 })),
    401: send(json({ refresh: 'x.y.z' })),
    429: async (app, path) => {
      const { refresh } = await app.scriptAs('ana');
      const origin = { method: 'token', address: '192.0.2.1' } as const;
      for (let request = 0; request < 300; request += 1) await app.services.tokenRefresh.refresh(refresh, origin);
      return send(json({ refresh }))(app, path);
    },
    ...bodies,
    ...failures(send(json({ refresh: 'x.y.z' }))),
  },
  readMetrics: reading({ 404: asAna('?host=9'), 429: often(20, asAna()) }),
  readAnalysis: reading({ 404: asAna('?host=9'), 429: often(10, asAna()) }),
  calculate: {
    ...reading(),
    403: asProgram('READ', '?type=hex2dec&value=ff'),
    200: asAna('?type=hex2dec&value=ff'),
    400: asAna('?type=hex2dec&value=xyz'),
  },
  listScrapeTargets: reading({ 429: often(120, asAna()) }),
  checkLiveness: { 200: asStranger(), 400: foreignHost },
  checkReadiness: {
    200: asStranger(),
    400: foreignHost,
    503: async (app, path) => {
      await app.database.close();
      return asStranger()(app, path);
    },
  },
  sendMetrics: {
    200: sendMetrics('OTLP', {}),
    400: sendMetrics('OTLP', { resourceMetrics: 7 }),
    401: send(json({})),
    403: sendMetrics('AGENT', {}),
    413: sendMetrics('OTLP', 'x'.repeat(1024 * 1024)),
    415: sendMetrics('OTLP', {}, { 'content-type': 'text/plain' }),
    429: sendMetrics('OTLP', {}, {}, 60),
    500: failingMetrics(new Error('A fault')),
    503: failingMetrics(new Busy(5)),
  },
  readOpenApi: { 200: asStranger(), 400: foreignHost },
};

/** Sends metrics with the token of a new host, after some `others` like them. */
function sendMetrics(kind: 'OTLP' | 'AGENT', body: unknown, headers: Record<string, string> = {}, others = 0): Ask {
  return async (app, path) => {
    const staff = await app.loginAs('eva', { isStaff: true });
    const add = `mutation { addHost(name: "web", kind: ${kind}) { token } }`;
    const { addHost } = await dataOf<{ addHost: { token: string } }>(staff, add);
    const sent = json(body);
    const authorization = `Bearer ${addHost.token}`;
    const ask = send({ ...sent, headers: { ...sent.headers, authorization, ...headers } });
    return often(others, ask)(app, path);
  };
}

function failingMetrics(failure: Error): Ask {
  return (app, path) => {
    Object.assign(app.services.otlpIntake, { find: () => Promise.reject(failure) });
    return sendMetrics('OTLP', {})(app, path);
  };
}

async function foreignHost(app: TestApp, path: string): Promise<Answer> {
  const call = request(`${app.baseUrl}${path}`, { headers: { host: 'evil.example' } }).end();
  const [response] = await once(call, 'response');
  const body = await text(response);
  const headers = new Headers(response.headers as Record<string, string>);
  return { status: response.statusCode, headers, text: body, json: () => JSON.parse(body) };
}

describe('the OpenAPI document', () => {
  test('is valid by the schema of OpenAPI 3.1', async () => {
    const app = await createTestApp();
    const result = await new Validator().validate((await documentOf(app)) as never);
    expect(result).toMatchObject({ valid: true });
    const { paths: _left, ...without } = await documentOf(app);
    expect(await new Validator().validate({ ...without, components: 7 } as never)).toMatchObject({ valid: false });
  });

  test('is public, also for HEAD, with CORS for a listed origin only', async () => {
    const app = await createTestApp({ environment: { CORS_ORIGINS: 'https://listed.example' } });
    const { status, headers } = await app.browser().get(ADDRESS, { origin: 'https://listed.example' });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('access-control-allow-origin')).toBe('https://listed.example');
    const foreign = await app.browser().request('HEAD', ADDRESS, { headers: { origin: 'https://evil.example' } });
    expect([foreign.status, foreign.text]).toEqual([200, '']);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect((await documentOf(app)).servers).toEqual([{ url: 'http://vigia.test' }]);
  });

  test('has exactly the addresses and methods that the service has', async () => {
    const app = await createTestApp();
    const document = await documentOf(app);
    const inTables = [
      ...restRoutes.flatMap(({ addresses }) => addresses),
      ...Object.keys(otherAddresses),
      ...Object.keys(foreignPaths),
    ];
    expect(Object.keys(document.paths).sort()).toEqual([...new Set(inTables)].sort());
    for (const [path, methods] of Object.entries(document.paths)) {
      const allow = (await app.browser().request('OPTIONS', path)).headers.get('allow')?.split(', ') ?? [];
      const served = allow.filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
      expect([path, Object.keys(methods).map((method) => method.toUpperCase())]).toEqual([path, served]);
    }
  });

  test('names each operation once, and says rightly which need credentials', async () => {
    const app = await createTestApp();
    const operations = listOperations(await documentOf(app));
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operation } of operations) {
      const { status } = await app.browser().request(method, path);
      const rejected = status === 401;
      const accepted = path in foreignPaths ? [{ otlpToken: [] }] : [{ sessionid: [] }, { bearer: [] }];
      expect([path, operation.security]).toEqual([path, rejected ? accepted : []]);
    }
  });

  test('is rejected at the start when one address is described in two ways', () => {
    const [first, ...others] = restRoutes.filter(({ addresses }) => addresses.includes('/sistema/conversor/v1/api'));
    const changed = { ...first, describe: { ...first?.describe, summary: 'Another' } } as (typeof restRoutes)[number];
    const parts = { routes: [changed, ...others], otherAddresses: {}, publicUrl: 'http://vigia.test' };
    expect(() => openApiDocument(parts)).toThrow('is described in two ways');
  });

  test('has examples that fit their own schemas', async () => {
    const app = await createTestApp();
    const document = await documentOf(app);
    const check = createChecker(document);
    const bodiesOf = listOperations(document).flatMap(({ operation }) => [
      ...(operation.requestBody ? [operation.requestBody] : []),
      ...Object.keys(operation.responses).flatMap((status) => findResponse(document, operation, Number(status)) ?? []),
    ]);
    let seen = 0;
    for (const { content } of bodiesOf) {
      for (const { schema, examples = {} } of Object.values(content)) {
        for (const [name, { value }] of Object.entries(examples)) {
          seen += 1;
          expect([name, check(schema, value)]).toEqual([name, []]);
        }
      }
    }
    expect(seen).toBeGreaterThan(50);
  });

  test('describes every status of every operation as the service really answers it', async () => {
    const document = await documentOf(await createTestApp());
    const check = createChecker(document);
    for (const { path, operation } of listOperations(document)) {
      const situations = SITUATIONS[operation.operationId.replace('ByOtherAddress', '')] ?? {};
      expect([path, Object.keys(situations)]).toEqual([path, Object.keys(operation.responses)]);
      for (const [status, ask] of Object.entries(situations)) {
        const app = await createTestApp();
        const answer = await ask(app, path);
        expect([path, answer.status]).toEqual([path, Number(status)]);
        const response = findResponse(document, operation, answer.status);
        const [type = '', content] = Object.entries(response?.content ?? {})[0] ?? [];
        // OTLP's answers have the exact type of the request.
        expect([type, `${type}; charset=utf-8`]).toContain(answer.headers.get('content-type'));
        expect([path, status, check(content?.schema ?? {}, answer.json())]).toEqual([path, status, []]);
        for (const name of ['retry-after', 'www-authenticate']) {
          const described = Object.keys(response?.headers ?? {}).some((header) => header.toLowerCase() === name);
          expect([path, status, name, answer.headers.has(name)]).toEqual([path, status, name, described]);
        }
        await app.close();
      }
    }
  });

  test('lets a result be any whole number, a text in capitals, and nothing else', async () => {
    const app = await createTestApp();
    const document = await documentOf(app);
    const check = createChecker(document);
    const operation = document.paths['/sistema/conversor/v1/api']?.get as Operation;
    const { schema = {} } = findResponse(document, operation, 200)?.content['application/json'] ?? {};
    const script = await app.scriptAs('ana');
    for (const query of [
      'hex2dec&value=-ffffffffffffffffffffffff',
      'dec2hex&value=-18446744073709551617',
      'xor&value1=1&value2=0',
    ]) {
      const answer = await script.get(`/sistema/conversor/v1/api?type=${query}`);
      expect([query, answer.status, check(schema, answer.json())]).toEqual([query, 200, []]);
    }
    for (const result of [1.5, 'ff', '', null, true]) expect(check(schema, { result })).not.toEqual([]);
    expect(check(schema, { result: 1, more: 2 })).not.toEqual([]);
  });
});
