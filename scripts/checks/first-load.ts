import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { chromiumPath } from '../../test/support/browser/chromium-path.ts';
import { freePort } from '../../test/support/processes/free-port.ts';

/**
 * Measures what Chromium fetches from the built service on a first visit: compressed, as sent over the wire, without
 * headers. Page data is counted separately. Requires Chromium; if it is missing, only CI fails.
 */

interface Limit {
  readonly path: string;
  /** Elements that appear last and so mark the page as complete. */
  readonly complete: readonly string[];
  readonly signedIn: boolean;
  readonly kilobytes: number;
  readonly requests?: number;
  /** Whether to count what the page then fetches of other pages as well, as for users who do not save data. */
  readonly fetchesAhead?: boolean;
}

const LIMITS: Readonly<Record<string, Limit>> = {
  login: { path: '/accounts/login/', complete: ['form'], signedIn: false, kilobytes: 40 },
  monitoring: {
    path: '/sistema/monitoramento/',
    complete: ['.chart canvas', '.bell button'],
    signedIn: true,
    kilobytes: 180,
    requests: 20,
  },
  'monitoring and other pages': {
    path: '/sistema/monitoramento/',
    complete: ['.chart canvas', '.bell button'],
    signedIn: true,
    kilobytes: 230,
    requests: 40,
    fetchesAhead: true,
  },
  playground: {
    path: '/graphql',
    complete: ['.graphiql-query-editor .CodeMirror', '.graphiql-logo'],
    signedIn: true,
    kilobytes: 700,
  },
};
/** A page is complete when it has requested nothing for this long. */
const QUIET_MS = 1000;
/** Longer than the page waits before it fetches other pages. */
const QUIET_AHEAD_MS = 4000;
const PASSWORD = 'correct horse 7';
const PERSON = {
  first_name: 'ana',
  username: 'ana',
  email: 'ana@example.com',
  password1: PASSWORD,
  password2: PASSWORD,
};

interface Fetched {
  readonly kind: string;
  readonly bytes: number;
}

if (chromiumPath === undefined) {
  console.log('skipped: no Chromium');
  if (process.env.CI) process.exitCode = 1;
} else {
  await measure();
}

async function measure(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigia-first-load-'));
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  const service = spawn(process.execPath, ['dist/main.js'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', METRICS_INTERVAL_MS: '1000' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(service, 'exit');
  try {
    await until(async () => (await fetch(`${baseURL}/healthz`)).ok);
    const browser = await chromium.launch({
      ...(chromiumPath && { executablePath: chromiumPath }),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const session = await signIn(browser, baseURL);
    // Opened concurrently, because pages mostly wait.
    const opened = Object.entries(LIMITS).map(async ([name, limit]) => {
      const context = await browser.newContext({
        baseURL,
        locale: 'pt-BR',
        ...(limit.signedIn && { storageState: session }),
      });
      report(name, await firstLoad(context, limit), limit);
      await context.close();
    });
    await Promise.all(opened);
    await browser.close();
  } finally {
    // The service keeps writing files until it exits.
    service.kill();
    await ended;
    rmSync(dataDir, { recursive: true });
  }
}

async function firstLoad(context: BrowserContext, { path, complete, fetchesAhead = false }: Limit): Promise<Fetched[]> {
  const page = await context.newPage();
  // Saving data prevents the prefetching of other pages.
  const protocol = await context.newCDPSession(page);
  await protocol.send('Emulation.setDataSaverOverride', { dataSaverEnabled: !fetchesAhead });
  const requests: Request[] = [];
  const open = new Set<Request>();
  let lastAt = 0;
  page.on('request', (request) => {
    if (!request.url().startsWith('http')) return;
    requests.push(request);
    open.add(request);
  });
  const onEnd = (request: Request) => {
    open.delete(request);
    lastAt = Date.now();
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  // Chromium does not report the size of a worker's script here.
  page.on('worker', (worker) => {
    console.log(`${path} starts the worker ${worker.url()}, which is not counted: OVER THE LIMIT`);
    process.exitCode = 1;
  });
  await page.goto(path);
  for (const selector of complete) await page.locator(selector).first().waitFor();
  await page.evaluate('document.fonts.ready');
  // A fetched file may trigger more requests.
  const quietMs = fetchesAhead ? QUIET_AHEAD_MS : QUIET_MS;
  await until(async () => open.size === 0 && Date.now() - lastAt > quietMs);
  return [...(await Promise.all(requests.map(fetched))), ...(await ofWindow(page, requests))];
}

async function fetched(request: Request): Promise<Fetched> {
  const response = await request.response();
  await response?.finished();
  const { responseBodySize } = await request.sizes();
  const kind = request.resourceType();
  return { kind: kind === 'fetch' || kind === 'xhr' ? 'data' : kind, bytes: responseBodySize };
}

/** Fetches what only a Chromium with a window would: the tab's icon and the manifest. */
async function ofWindow(page: Page, requests: readonly Request[]): Promise<Fetched[]> {
  const links: string[] = await page.evaluate(
    `[...document.querySelectorAll('link[rel=icon], link[rel=manifest]')].map(({ href }) => href)`,
  );
  const asked = new Set(requests.map((request) => request.url()));
  const others = links.filter((link) => !asked.has(link));
  return Promise.all(others.map(async (link) => ({ kind: 'of the window', bytes: await sizeOf(link) })));
}

async function sizeOf(url: string): Promise<number> {
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  return Number(headers.get('content-length'));
}

function report(name: string, all: readonly Fetched[], { kilobytes, requests = Number.POSITIVE_INFINITY }: Limit) {
  const own = all.filter(({ kind }) => kind !== 'data');
  const isOver = sumKilobytes(own) > kilobytes || own.length > requests;
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => {
    const those = all.filter((one) => one.kind === kind);
    return `${kind} ${sumKilobytes(those).toFixed(1)} (${those.length})`;
  });
  const ofRequests = Number.isFinite(requests) ? `${own.length} of ${requests}` : own.length;
  console.log(
    `${name}: ${sumKilobytes(own).toFixed(1)} of ${kilobytes} KB in ${ofRequests} requests${isOver ? ': OVER THE LIMIT' : ''}`,
  );
  console.log(`  ${counts.join(', ')}`);
  if (isOver) process.exitCode = 1;
}

function sumKilobytes(all: readonly Fetched[]): number {
  return all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

/** Registers, logs in, and returns the storage state that contains the session. */
async function signIn(browser: Browser, baseURL: string) {
  const page = await browser.newPage({ baseURL });
  await page.goto('/accounts/registrar/');
  await send(page, PERSON);
  await page.waitForURL('**/accounts/login/');
  await send(page, { username: PERSON.username, password: PASSWORD });
  await page.waitForURL(`${baseURL}/`);
  const state = await page.context().storageState();
  await page.close();
  return state;
}

async function send(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator('form button:not([type=button])').click();
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await holds().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Timed out');
}
