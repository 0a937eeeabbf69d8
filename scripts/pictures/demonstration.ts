import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { demoAccounts } from '../../src/demo/demo-accounts.ts';
import { chromiumPath } from '../../test/support/browser/chromium-path.ts';
import { freePort } from '../../test/support/processes/free-port.ts';

export { demoAccounts };

/** The demonstration that pictures are taken of, and a browser to look at it with. */
export interface OpenDemonstration {
  readonly baseURL: string;
  readonly browser: Browser;
}

/** Starts the built demonstration and a browser, and ends both once the work is done. */
export async function withDemonstration(
  work: (opened: OpenDemonstration) => Promise<void>,
  language = 'en',
): Promise<void> {
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  const service = spawn(process.execPath, ['dist/main.js', 'demo', '--language', language], {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: '', TZ: 'UTC', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(service, 'exit');
  try {
    await until(async () => (await fetch(`${baseURL}/healthz`)).ok);
    const browser = await chromium.launch({
      ...(chromiumPath && { executablePath: chromiumPath }),
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    });
    await work({ baseURL, browser }).finally(() => browser.close());
  } finally {
    service.kill();
    await ended;
  }
}

/** Logs in with one of the demonstration's accounts. */
export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/accounts/login/');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(demoAccounts.password);
  await page.locator('form button:not([type=button])').click();
  await page.waitForURL(/\/$/);
}

/** Waits until a page has its fonts, fetches nothing, and has drawn what it has. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(DRAWN);
}

/** An expression, since scripts know no types of the browser. */
const DRAWN =
  'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))';

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await holds().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The demonstration did not become ready');
}
