import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from 'graphql-ws';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../support/processes/free-port.js';
import { startProgram, startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { PASSWORD } from '../support/test-app.js';

const NAME = 'vigia.example';

/** The visitors' address, on this machine but different from the proxy's. */
const VISITOR = '127.0.0.5';

interface Site {
  readonly folder: string;
  readonly servicePort: number;
  readonly httpPort: number;
  readonly httpsPort: number;
}

interface Proxy {
  readonly program: string;
  readonly version: string;
  /**
   * Writes the shipped configuration with the test's ports and certificate. @returns the command that starts the proxy.
   */
  readonly prepare: (site: Site) => readonly string[];
}

/** Applies a test's changes to a shipped file. @throws if the file no longer contains the text to replace. */
function replaced(content: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`It does not hold ${from}`);
    return result.replaceAll(from, to);
  }, content);
}

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: 'nginx',
    version: '-v',
    prepare: ({ folder, servicePort, httpPort, httpsPort }) => {
      const site = replaced(readFileSync('deploy/nginx.conf', 'utf8'), [
        ['127.0.0.1:8000', `127.0.0.1:${servicePort}`],
        ['listen 80;', `listen 127.0.0.1:${httpPort};`],
        ['listen 443', `listen 127.0.0.1:${httpsPort}`],
        ['/etc/ssl/vigia', folder],
      ]);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      // The proxy's workers write to the test's folder, which only this user may enter.
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const main = `${user} pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${site} }`;
      writeFileSync(join(folder, 'nginx.conf'), main);
      return ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
    },
  },
  Caddy: {
    program: 'caddy',
    version: 'version',
    prepare: ({ folder, servicePort, httpPort, httpsPort }) => {
      const site = replaced(readFileSync('deploy/Caddyfile', 'utf8'), [
        ['127.0.0.1:8000', `127.0.0.1:${servicePort}`],
        ['{\n\tservers {', `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tservers {`],
        [`${NAME} {`, `${NAME} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`],
      ]);
      writeFileSync(join(folder, 'Caddyfile'), site);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
};

const isThere = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;

/** Starts Vigia and a proxy in front of it, each configured as documented. */
async function startBehind({ program, prepare }: Proxy) {
  const folder = temporaryFolder();
  const key = join(folder, 'privkey.pem');
  const certificate = join(folder, 'fullchain.pem');
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const httpsPort = await freePort();
  const httpPort = await freePort();
  const origin = `https://${NAME}:${httpsPort}`;
  const service = await startService({ PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' });
  const home = join(folder, 'home');
  mkdirSync(home);
  const args = prepare({ folder, servicePort: service.port, httpPort, httpsPort });
  const proxy = startProgram(program, args, { HOME: home });
  await expect.poll(() => isOpen(httpsPort)).toBe(true);
  return { service, proxy, origin, httpPort, httpsPort, ca: readFileSync(certificate) };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}

type Behind = Awaited<ReturnType<typeof startBehind>>;

/** A browser that trusts the certificate and connects from {@link VISITOR}. */
class Visitor {
  readonly #cookies = new Map<string, string>();

  constructor(private readonly site: Behind) {}

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async ask(method: string, path: string, headers: Record<string, string> = {}, body = '') {
    const call = request({
      host: '127.0.0.1',
      port: this.site.httpsPort,
      servername: NAME,
      ca: this.site.ca,
      localAddress: VISITOR,
      agent: false,
      method,
      path,
      headers: { host: new URL(this.site.origin).host, cookie: this.cookie, 'content-length': body.length, ...headers },
    });
    call.end(body);
    const [response] = await once(call, 'response');
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) this.#cookies.set(name, value ?? '');
    }
    return { status: response.statusCode as number, headers: response.headers, text: await text(response) };
  }

  /** Subscribes by an event stream. @returns its text up to the first result, which no proxy may hold back. */
  async firstEvent(): Promise<string> {
    const body = JSON.stringify({ query: 'subscription { metrics { cpuPercent } }' });
    const call = request({
      host: '127.0.0.1',
      port: this.site.httpsPort,
      servername: NAME,
      ca: this.site.ca,
      agent: false,
      method: 'POST',
      path: '/graphql/stream',
      headers: {
        host: new URL(this.site.origin).host,
        origin: this.site.origin,
        cookie: this.cookie,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    call.end(body);
    const [response] = await once(call, 'response');
    let received = '';
    for await (const chunk of response.setEncoding('utf8')) {
      received += chunk;
      if (received.includes('event: next')) break;
    }
    call.destroy();
    return received;
  }

  async submit(path: string, fields: Record<string, string>) {
    const page = await this.ask('GET', path);
    const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded', origin: this.site.origin };
    return this.ask('POST', path, { ...type, 'x-forwarded-for': '192.0.2.66' }, body);
  }
}

const FORM = { first_name: 'ana', username: 'ana', email: 'a@example.com', password1: PASSWORD, password2: PASSWORD };

describe.each(Object.entries(proxies))('behind %s, as deploy/ has it', (_name, proxy) => {
  const possible = isThere(proxy.program, proxy.version) && isThere('openssl', 'version');
  test.runIf(possible)('people log in, are seen where they are, and watch', async () => {
    const site = await startBehind(proxy);
    const visitor = new Visitor(site);
    expect((await visitor.submit('/accounts/registrar/', FORM)).status).toBe(302);
    const login = await visitor.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    expect([login.status, login.headers.location]).toEqual([302, '/']);
    expect(String(login.headers['set-cookie'])).toMatch(/^sessionid=[^;]+;.*HttpOnly; Secure; SameSite=Lax/);
    expect(login.headers['strict-transport-security']).toMatch(/^max-age=\d+/);
    expect((await visitor.ask('GET', '/conta/')).status).toBe(200);

    // Some browsers hide the origin of their own pages and send `Referer` or `Sec-Fetch-Site` instead.
    const change = async (from: Record<string, string>) => {
      const csrf = /csrftoken=([^;]*)/.exec(visitor.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-csrftoken': csrf, ...from };
      const body = JSON.stringify({ query: 'mutation { changePreferences(theme: DARK) { theme } }' });
      return (await visitor.ask('POST', '/graphql', headers, body)).status;
    };
    expect(await change({ referer: `${site.origin}/conta/` })).toBe(200);
    expect(await change({ referer: `${site.origin}/conta/`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await change({ referer: 'https://evil.example/conta/' })).toBe(403);
    expect(await change({ 'sec-fetch-site': 'cross-site' })).toBe(403);

    // The visitor's forged address is ignored.
    const events = site.service.lines.filter((line) => line.includes('"message":"Authentication"'));
    expect(events.map((line) => JSON.parse(line).address)).toEqual([VISITOR, VISITOR]);

    const { cookie } = visitor;
    const client = createClient({
      url: `wss://127.0.0.1:${site.httpsPort}/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string[]) {
          const host = new URL(site.origin).host;
          const trust = { ca: site.ca, servername: NAME };
          super(address, protocols, { ...trust, headers: { host, cookie, origin: site.origin } });
        }
      },
      retryAttempts: 0,
    });
    const samples = client.iterate<{ metrics: { cpuPercent: number } }>({
      query: 'subscription { metrics { cpuPercent } }',
    });
    expect((await samples.next()).value?.data?.metrics.cpuPercent).toBeTypeOf('number');
    await client.dispose();
    expect(await visitor.firstEvent()).toMatch(/^event: next\ndata: \{"data":\{"metrics":\{"cpuPercent":/m);

    const tooLarge = await visitor.ask(
      'POST',
      '/accounts/api/v1/token/',
      { 'content-type': 'application/json' },
      `"${'x'.repeat(70_000)}"`,
    );
    expect([tooLarge.status, JSON.parse(tooLarge.text).code]).toEqual([413, 'too_large']);

    const foreign = await visitor.ask('GET', '/accounts/login/', { host: 'evil.example' }).catch(() => undefined);
    expect(foreign?.text ?? '').not.toContain('csrfmiddlewaretoken');

    const call = plainRequest({
      host: '127.0.0.1',
      port: site.httpPort,
      path: '/conta/',
      headers: { host: NAME },
    }).end();
    const [redirect] = await once(call, 'response');
    redirect.resume();
    expect([redirect.statusCode, redirect.headers.location]).toEqual([
      308,
      expect.stringMatching(`^https://${NAME}(:\\d+)?/conta/$`),
    ]);
  });
});
