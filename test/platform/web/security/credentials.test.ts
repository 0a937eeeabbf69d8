import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { AGENT_PROTOCOLS } from '../../../../src/features/monitoring/agents/protocol/protocol.js';
import {
  type CredentialName,
  credentials,
  type Transport,
  transports,
} from '../../../../src/platform/web/security/credentials.js';
import type { RequestSource } from '../../../../src/platform/web/security/request-source.js';
import { dataOf } from '../../../support/administration.js';
import { joinAs, openRoom } from '../../../support/classroom.js';
import { LISTING, openRaw, SOURCES, sendRaw } from '../../../support/http/sources.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** A credential as sent with a request, either in a cookie or as a bearer token. */
interface Brought {
  readonly cookie?: string;
  readonly bearer?: string;
  readonly room?: string;
}

type Headers = Readonly<Record<string, string>>;

/** Whether a transport accepts the credential, judged by the response. */
type Probe = (app: TestApp, brought: Brought, headers: Headers) => Promise<boolean>;

const PARTICIPATION = 'query ($room: String!) { participation(room: $room) { nickname } }';

function buildHeaders({ cookie, bearer }: Brought): Headers {
  return { ...(cookie && { cookie }), ...(bearer && { authorization: `Bearer ${bearer}` }) };
}

function operationOf({ room }: Brought): string {
  return JSON.stringify(room ? { query: PARTICIPATION, variables: { room } } : { query: '{ me { username } }' });
}

const read =
  (path: string): Probe =>
  async (app, brought, headers) => {
    const { status } = await sendRaw(app, 'GET', path, { headers: { ...buildHeaders(brought), ...headers } });
    if (status !== 200) expect([302, 401]).toContain(status);
    return status === 200;
  };

const probes: Readonly<Record<Transport, Probe>> = {
  page: read('/conta/'),
  // Logging out ends the cookie's session; without a form token, the credential is never checked.
  form: async (app, brought, headers) => {
    const visitor = app.browser(buildHeaders(brought));
    const csrfmiddlewaretoken = await visitor.csrfToken('/accounts/login/');
    const cookie = [brought.cookie, `csrftoken=${visitor.cookies.get('csrftoken')}`].filter(Boolean).join('; ');
    const body = new URLSearchParams({ csrfmiddlewaretoken }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    await sendRaw(app, 'POST', '/accounts/logout/', {
      body,
      headers: { ...type, ...buildHeaders(brought), cookie, ...headers },
    });
    return !(await read('/conta/')(app, brought, {})) && brought.cookie?.startsWith('sessionid') === true;
  },
  graphql: async (app, brought, headers) => {
    const all = { 'content-type': 'application/json', ...buildHeaders(brought), ...headers };
    const { status, text } = await sendRaw(app, 'POST', '/graphql', { headers: all, body: operationOf(brought) });
    if (status !== 200) expect(status).toBe(401);
    return status === 200 && Object.values(JSON.parse(text).data).every((value) => value !== null);
  },
  rest: read('/sistema/conversor/api/v1/converter?type=dec2bin&value=7'),
  metrics: read('/metrics'),
  graphqlSocket: async (app, { bearer, ...brought }, headers) => {
    const all = { ...buildHeaders(brought), ...headers };
    const { socket, status } = await openRaw(app, '/graphql', 'graphql-transport-ws', all);
    if (status !== 101) {
      expect(status).toBe(403);
      return false;
    }
    const payload = bearer ? { Authorization: `Bearer ${bearer}` } : {};
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    const closed = once(socket, 'close').then(([code]) => {
      expect(code).toBe(4401);
      return false;
    });
    const known = await Promise.race([once(socket, 'message').then(() => true), closed]);
    socket.terminate();
    return known;
  },
  eventStream: async (app, brought, headers) => {
    const type = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const all = { ...type, ...buildHeaders(brought), ...headers };
    const { status, text } = await sendRaw(app, 'POST', '/graphql/stream', {
      headers: all,
      body: operationOf(brought),
    });
    if (status !== 200) expect(status).toBe(401);
    const [, result = '{}'] = /^data: (.+)$/m.exec(text) ?? [];
    return status === 200 && Object.values(JSON.parse(result).data).every((value) => value !== null);
  },
  otlp: async (app, brought, headers) => {
    const type = { 'content-type': 'application/json' };
    const all = { ...type, ...buildHeaders(brought), ...headers };
    const { status } = await sendRaw(app, 'POST', '/v1/metrics', { headers: all, body: '{}' });
    if (status !== 200) expect([401, 403]).toContain(status);
    return status === 200;
  },
  agentSocket: async (app, brought, headers) => {
    const { socket, status } = await openRaw(app, '/agent', AGENT_PROTOCOLS[0], {
      ...buildHeaders(brought),
      ...headers,
    });
    socket.terminate();
    if (status !== 101) expect([401, 403]).toContain(status);
    return status === 101;
  },
};

/** Credentials that requests carry automatically, and ways to obtain them. */
const carried = {
  session: async (app) => ({ cookie: `sessionid=${(await app.loginAs('ana')).cookies.get('sessionid')}` }),
  guest: async (app) => {
    const room = await openRoom(await app.loginAs('ana'));
    return { room, cookie: `guestid=${(await joinAs(app.baseUrl, room, 'Bia')).cookies.get('guestid')}` };
  },
  accessToken: async (app) => ({ bearer: (await app.scriptAs('ana')).access }),
  personalToken: async (app) => ({ bearer: (await app.programAs('ana', ['READ', 'CONVERT'])).token }),
  hostToken: async (app) => ({ bearer: await tokenOfNewHost(app, 'AGENT') }),
  otlpToken: async (app) => ({ bearer: await tokenOfNewHost(app, 'COLLECTOR') }),
} satisfies Partial<Record<CredentialName, (app: TestApp) => Promise<Brought>>>;

async function tokenOfNewHost(app: TestApp, kind: string): Promise<string> {
  const staff = await app.loginAs('eva', { isStaff: true });
  const add = `mutation { addHost(name: "web", kind: ${kind}) { token } }`;
  return (await dataOf<{ addHost: { token: string } }>(staff, add)).addHost.token;
}

const READING: readonly Transport[] = ['page', 'rest', 'metrics'];

/** Returns the result that the table requires; a link is only accepted for reading. */
function expected(
  name: CredentialName,
  transport: Transport,
  { source, isReading }: (typeof SOURCES)[string],
): boolean {
  const counts: Partial<Record<Transport, readonly RequestSource[]>> = credentials[name].counts;
  const isSocket = transport.endsWith('Socket');
  const seen = isReading && !isSocket && !READING.includes(transport) ? 'foreign' : source;
  return counts[transport]?.includes(seen) ?? false;
}

describe('what a credential counts for is what its row says (promise 56)', () => {
  const cells = Object.keys(carried).flatMap((name) =>
    transports.map((transport) => [name as keyof typeof carried, transport] as const),
  );

  test.each(cells)('%s over %s, from everywhere', async (name, transport) => {
    const app = await createTestApp({ environment: LISTING });
    let brought: Brought | undefined;
    for (const [label, source] of Object.entries(SOURCES)) {
      // A logout ends the session under test.
      if (!brought || (name === 'session' && transport === 'form'))
        brought = await (carried[name] as (of: TestApp) => Promise<Brought>)(app);
      const counted = await probes[transport](app, brought, source.headers(app.baseUrl));
      expect([label, counted]).toEqual([label, expected(name, transport, source)]);
    }
  });

  test('cookies count from this site alone, over every transport (promises 11, 22)', () => {
    for (const row of Object.values(credentials).filter((each) => 'cookie' in each)) {
      for (const [transport, sources] of Object.entries(row.counts)) {
        const own: RequestSource[] = transport === 'page' ? ['own', 'none', 'link'] : ['own', 'none'];
        expect(own).toEqual(expect.arrayContaining([...sources]));
      }
    }
  });

  test('a guest whom a listed page lets join gets no cookie, which would take the place of another', async () => {
    const app = await createTestApp({ environment: LISTING });
    const room = await openRoom(await app.loginAs('ana'));
    const body = JSON.stringify({ query: `mutation { joinRoom(code: "${room}", nickname: "Bia") { room } }` });
    const join = (origin: string) =>
      app.browser().request('POST', '/graphql', { body, headers: { 'content-type': 'application/json', origin } });
    const cookies = (await join(LISTING.CORS_ORIGINS)).headers.getSetCookie();
    expect(cookies.filter((line) => line.startsWith('guestid='))).toEqual([]);
  });
});
