import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../test/support/browser/chromium-path.ts';
import type { Order } from './clients/host-clients.ts';
import { printTable, quantile } from './measuring/figures.ts';
import { PASSWORD, startService } from './measuring/processes.ts';

const HOSTS = 1000;
const LOADS = 7;
const TICKING_MS = 20_000;
const WHEEL_STEPS = 60;
const WHEEL_PX = 500;

/** What the main thread of the page has done meanwhile, in ms. */
interface Tasks {
  /** Processor time of the longest task, and by the clock: a frame cannot be drawn before it ends. */
  readonly longestMs: number;
  readonly longestByClockMs: number;
  readonly over50Ms: number;
  readonly processorMs: number;
}

/**
 * The list of a thousand hosts in Chromium: how soon its first rows are there, and the longest tasks of the page while figures
 * are pushed and while it is scrolled (contract 13). By processor time, which others on the machine lengthen least.
 */
export async function hostsPage(): Promise<void> {
  const tokens = Array.from({ length: HOSTS }, () => `vigia_host_${randomBytes(32).toString('base64url')}`);
  const service = await startService([{ username: 'ana' }], {}, (file) => addHosts(file, tokens));
  const agents = fork('scripts/benches/clients/host-clients.ts');
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--disable-gpu'],
  });
  try {
    await order(agents, { do: 'measure', port: service.port, tokens });
    const page = await browser.newPage({
      baseURL: `http://localhost:${service.port}`,
      viewport: { width: 1440, height: 900 },
    });
    await logIn(page);
    await page.addInitScript(NOTE_FIRST_ROWS);
    await open(page);
    const firstRowsMs: number[] = [];
    for (let load = 0; load < LOADS; load += 1) firstRowsMs.push(await open(page));
    const loading = await tasksWhile(browser, page, () => open(page));
    await pause(3000);
    const ticking = await tasksWhile(browser, page, () => pause(TICKING_MS));
    const scrolling = await tasksWhile(browser, page, () => scroll(page));
    printTable([
      ['first rows p50, ms', 'worst'],
      [quantile(firstRowsMs, 0.5).toFixed(0), Math.max(...firstRowsMs).toFixed(0)],
    ]);
    printTable([
      ['while', 'longest task, ms CPU', 'by the clock', 'tasks over 50 ms CPU', 'CPU in all, ms'],
      ...Object.entries({ loading, ticking, scrolling }).map(([name, tasks]) => [
        name,
        tasks.longestMs.toFixed(0),
        tasks.longestByClockMs.toFixed(0),
        String(tasks.over50Ms),
        tasks.processorMs.toFixed(0),
      ]),
    ]);
  } finally {
    await browser.close();
    agents.kill();
    await service.stop();
  }
}

function addHosts(file: string, tokens: readonly string[]): void {
  const database = new SqliteDatabase(file);
  const insert = database.prepare(
    `insert into hosts (number, id, name, tags, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days,
      interval_ms, has_agent, token_hash) values (?, ?, ?, ?, 0, 0, 7, 90, 730, 5000, true, ?)`,
  );
  database.transaction(() => {
    for (const [index, token] of tokens.entries()) {
      const tags = JSON.stringify([index % 2 ? 'production' : 'test']);
      const hash = createHash('sha256').update(token).digest('hex');
      insert.run(index + 2, randomUUID(), `server-${index}`, tags, hash);
    }
  })();
  database.close();
}

async function order(client: ChildProcess, order: Order): Promise<void> {
  const answered = once(client, 'message');
  client.send(order);
  await answered;
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/accounts/login/');
  await page.locator('[name=username]').fill('ana');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('form button:not([type=button])').click();
  await page.waitForURL('**/');
}

/** Opens the list. @returns how long after the beginning of the navigation its first rows were drawn. */
async function open(page: Page): Promise<number> {
  await page.goto('/sistema/monitoramento/', { waitUntil: 'commit' });
  for (;;) {
    const firstRowsMs = await page.evaluate<number | undefined>('globalThis.firstRowsMs');
    if (firstRowsMs !== undefined) return firstRowsMs;
    await pause(100);
  }
}

/** Rows are drawn with the frame after the one in which they came into the document. */
const NOTE_FIRST_ROWS = `{
  const look = () => {
    if (document.querySelector('.host-rows .host-row a')) setTimeout(() => { globalThis.firstRowsMs = performance.now(); });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 600);
  for (let step = 0; step < WHEEL_STEPS; step += 1) {
    await page.mouse.wheel(0, step < WHEEL_STEPS / 2 ? WHEEL_PX : 2 * WHEEL_PX);
    await pause(50);
  }
  await pause(1000);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** In microseconds, by the clock and of the processor. */
  readonly dur?: number;
  readonly tdur?: number;
}

async function tasksWhile(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<Tasks> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'],
  });
  await work();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const tasks = traceEvents.filter(({ name, dur }) => name === 'RunTask' && dur !== undefined);
  const spentIn = new Map<string, number>();
  for (const { pid, tid, tdur = 0 } of tasks) spentIn.set(`${pid} ${tid}`, (spentIn.get(`${pid} ${tid}`) ?? 0) + tdur);
  const mains = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const own = tasks.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
  const msOf = (us = 0) => us / 1000;
  return {
    longestMs: Math.max(0, ...own.map(({ tdur }) => msOf(tdur))),
    longestByClockMs: Math.max(0, ...own.map(({ dur }) => msOf(dur))),
    over50Ms: own.filter(({ tdur }) => msOf(tdur) > 50).length,
    processorMs: own.reduce((sum, { tdur }) => sum + msOf(tdur), 0),
  };
}
