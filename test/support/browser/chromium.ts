import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { chromiumPath } from './chromium-path.js';

export { chromiumPath };

/** A page, and everything that went wrong or left the origin while it was open. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, uncaught errors and violations of the content security policy. */
  readonly faults: string[];
  /** Requests to origins other than the service's. */
  readonly foreign: string[];
}

/** Timeout that allows for slow machines, like that of `expect.poll`. */
const WAIT_MS = 120_000;

/**
 * Shared by all files in a Vitest process, since starting it takes longer than most tests. It ends with the process.
 */
let browser: Promise<Browser> | undefined;

/** Returns Chromium, starting it on first use. */
export function openChromium(): Promise<Browser> {
  browser ??= chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return browser;
}

interface PageOptions extends BrowserContextOptions {
  /**
   * Whether the client prefetches its other pages some seconds after the first, as it does unless the user saves data.
   */
  readonly fetchesOtherPages?: boolean;
}

/**
 * Opens a page with a separate cookie jar until the end of the test, and watches it. Unless the test says otherwise,
 * the user saves data: prefetching pages that most tests never show would take a fifth of Chromium's time.
 */
export async function openPage(
  chromiumBrowser: Browser,
  baseURL: string,
  { fetchesOtherPages = false, ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await chromiumBrowser.newContext({ baseURL, locale: 'pt-BR', ...options });
  context.setDefaultTimeout(WAIT_MS);
  if (!fetchesOtherPages) await context.addInitScript(SAVE_DATA);
  onTestFinished(async () => {
    // A request intercepted by the test may still be in progress when the test ends.
    for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(baseURL).origin) foreign.push(request.url());
  });
  return { page, faults, foreign };
}

/** Makes the browser report that the user wants to save data. */
const SAVE_DATA = `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })`;

/** Waits for a page's fonts, and for all its finite animations to end. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(SETTLED);
}

/**
 * Ignores endless animations, which do not affect text. Polls every frame, since an animation whose element is replaced
 * in the meantime may leave its promise pending.
 */
const SETTLED = `(async () => {
  await document.fonts.ready;
  const moves = ({ effect, playState }) =>
    playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime);
  while (document.getAnimations().some(moves)) await new Promise(requestAnimationFrame);
})()`;
