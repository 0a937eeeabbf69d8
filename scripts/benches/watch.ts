import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../test/support/browser/chromium-path.ts';
import { fillHistory } from './data/fill-history.ts';
import { printTable } from './measuring/figures.ts';
import { PASSWORD, processorMs, startService } from './measuring/processes.ts';

const SETTLING_MS = 15_000;
const OBSERVED_MS = 60_000;

/** A page that does next to nothing whenever a sample would come. */
const TEXT_ALONE =
  '<p></p><script>setInterval(() => { document.querySelector("p").textContent = Date(); }, 5000)</script>';

interface Tab {
  readonly name: string;
  /** What it shows; none is the page with a text alone. */
  readonly path?: string;
}

const TABS: readonly Tab[] = [
  { name: 'a text every five seconds' },
  { name: 'the first page', path: '/' },
  { name: 'monitoring', path: '/sistema/monitoramento/' },
  { name: 'the wall', path: '/sistema/monitoramento/?parede' },
];

/** What a tab takes of a processor while nobody touches it, each in a browser of its own, all at the same time. */
export async function watch(): Promise<void> {
  const service = await startService([{ username: 'ana' }], {}, (file) =>
    fillHistory(file, { samples: 1, minutes: 1, hours: 1 }),
  );
  const baseURL = `http://localhost:${service.port}`;
  const servers = await Promise.all(
    TABS.map(() =>
      chromium.launchServer({ ...(chromiumPath && { executablePath: chromiumPath }), args: ['--disable-gpu'] }),
    ),
  );
  try {
    for (const [index, tab] of TABS.entries()) {
      await open(await chromium.connect(servers[index]?.wsEndpoint() ?? ''), baseURL, tab);
    }
    await pause(SETTLING_MS);
    const spent = () => servers.map((server) => drawingMs(server.process().pid ?? 0));
    const before = spent();
    await pause(OBSERVED_MS);
    const taken = spent().map((ms, index) => ms - (before[index] ?? 0));
    const [text = 0] = taken;
    printTable([
      ['watch', 'CPU, ms per minute', 'more than the text', 'of a processor'],
      ...TABS.map(({ name }, index) => {
        const ms = taken[index] ?? 0;
        return [name, ms.toFixed(0), (ms - text).toFixed(0), `${((ms / OBSERVED_MS) * 100).toFixed(2)} %`];
      }),
    ]);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await service.stop();
  }
}

async function open(browser: Browser, baseURL: string, { path }: Tab): Promise<void> {
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  if (path === undefined) return page.setContent(TEXT_ALONE);
  await logIn(page);
  await page.goto(path);
  await page.locator('.chart canvas, .spark-line path').first().waitFor();
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/accounts/login/');
  await page.locator('[name=username]').fill('ana');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('form button:not([type=button])').click();
  await page.waitForURL('**/');
}

/** Processor time of the processes of a browser that run and draw its pages. */
function drawingMs(browser: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).reduce((sum, pid) => {
    const isDrawing = /--type=(renderer|gpu-process)/.test(readOf(pid, 'cmdline'));
    return isDrawing && isWithin(pid, browser) ? sum + processorMs(pid) : sum;
  }, 0);
}

function isWithin(pid: number, ancestor: number): boolean {
  const parent = Number(/^PPid:\s+(\d+)$/m.exec(readOf(pid, 'status'))?.[1] ?? 0);
  return parent === ancestor || (parent > 1 && isWithin(parent, ancestor));
}

/** Empty where the process has ended meanwhile. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
