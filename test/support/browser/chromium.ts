import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { chromiumPath } from './chromium-path.js';

export { chromiumPath };

/** A page and everything that went wrong or elsewhere while it was open. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, uncaught errors, and violations of the content security policy. */
  readonly faults: string[];
  /** Requests to any other origin than the service's. */
  readonly foreign: string[];
}

/** As `expect.poll` waits: a slow machine is no failure. */
const WAIT_MS = 120_000;

/** One for all files that a process of Vitest runs: its start takes longer than most tests. It ends with the process. */
let browser: Promise<Browser> | undefined;

/** Chromium, started by the first test that asks for it. */
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
  /** Whether the client fetches its other pages too some seconds after the first, as it does where nobody saves data. */
  readonly fetchesOtherPages?: boolean;
}

/**
 * Opens a page with a cookie jar of its own, which ends with the test, and watches it. Its reader saves data unless the
 * test says otherwise: to fetch all the pages that most tests never show would take a fifth of Chromium's time.
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
    // A request that a test stands in for may be under way when the test ends.
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

/** What the browser tells of a reader who has asked it to save data. */
const SAVE_DATA = `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })`;

/** Waits until nothing on a page moves any more that moves once, and the fonts are there. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(SETTLED);
}

/**
 * When what moves once has moved; what moves for ever does so beside the words. It is looked at frame by frame, because an
 * animation whose element is replaced meanwhile may leave its promise open.
 */
const SETTLED = `(async () => {
  await document.fonts.ready;
  const moves = ({ effect, playState }) =>
    playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime);
  while (document.getAnimations().some(moves)) await new Promise(requestAnimationFrame);
})()`;
