import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { axeViolations } from '../test/support/browser/axe-violations.ts';
import { chromiumPath } from '../test/support/browser/chromium-path.ts';
import { fillHistory } from './benches/data/fill-history.ts';
import { photographAdministration } from './pictures/administration.ts';
import { photographAlertRules } from './pictures/alert-rules.ts';
import { photographAlerts } from './pictures/alerts.ts';
import { writeExampleData } from './pictures/example-data.ts';
import { photographRoom } from './pictures/room.ts';

/**
 * Runs the built service and writes a picture of every page, in every language, light and dark, 390 and 1440 pixels
 * wide, to the folder `screenshots`. `--readme` limits this to the pictures in the README and the guides,
 * `--administration` to the administration and the alerts, and `--language=es` to that language. `--axe` also prints
 * axe-core's findings for each page.
 */
const FOLDER = 'screenshots';
const PORT = 8456;
const BASE_URL = `http://localhost:${PORT}`;
const PASSWORD = 'correct horse 7';
const STAFF = { username: 'chefe', password: PASSWORD };
const FORM = {
  first_name: 'ana maria',
  username: 'ana',
  email: 'ana@example.com',
  password1: PASSWORD,
  password2: PASSWORD,
};

const OPEN_PAGES = {
  login: '/accounts/login/',
  register: '/accounts/registrar/',
  'admin-login': '/admin/login/',
  'not-found': '/nothing/',
  'method-not-allowed': '/accounts/logout/',
  'converter-visitor': '/sistema/conversor/bits/?value=-200',
  'room-join': '/sala/',
};
const PAGES = {
  home: '/',
  monitoring: '/sistema/monitoramento/',
  converter: '/sistema/conversor/',
  'converter-steps': '/sistema/conversor/passos/?value=-200',
  'converter-operations': '/sistema/conversor/operacoes/?value=-200&operation=XOR',
  'converter-fractions': '/sistema/conversor/fracoes/?fraction=0.1',
  'converter-float': '/sistema/conversor/flutuante/?float=0.1&format=BINARY32',
  'converter-logic': '/sistema/conversor/logica/',
  'converter-forms': '/sistema/conversor/formas/?source=column&outputs=0000011111------&notation=ENGINEERING',
  'converter-practice': '/sistema/conversor/praticar/?exercise=TRUTH_TABLE&level=1&seed=vigia',
  terms: '/termos/',
  account: '/conta/',
  forbidden: '/admin/',
  playground: '/graphql',
};
/** Pages taller than a window, captured in full. */
const WHOLE = [
  'account',
  'account-faults',
  'converter',
  'converter-float',
  'converter-forms',
  'converter-fractions',
  'converter-logic',
  'converter-operations',
  'converter-steps',
  'home',
  'menu',
  'monitoring',
  'room-empty',
  'room-teacher',
  'register',
  'register-faults',
];
/** The element that loads last, on pages fetched in parts. */
const LAST_PART: Readonly<Record<string, string>> = {
  monitoring: '.chart canvas',
  converter: '.machine-values',
  'converter-visitor': '.converter-section',
  'converter-steps': '.stage',
  'converter-operations': '.bit-columns',
  'converter-fractions': '.stage',
  'converter-float': '.float-step-list',
  'converter-logic': '.truth-table',
  'converter-forms': '.circuit',
};

const dataDir = mkdtempSync(join(tmpdir(), 'vigia-screenshots-'));
writeExampleData(dataDir, STAFF);
fillHistory(join(dataDir, 'vigia.sqlite'), { samples: 2, minutes: 8, hours: 30 });
const service = spawn(process.execPath, ['dist/main.js'], {
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: dataDir,
    METRICS_INTERVAL_MS: '1000',
    PUBLIC_CONVERTER: 'true',
    DATABASE_URL: '',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await until(async () => (await fetch(`${BASE_URL}/healthz`)).ok);
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
  await register(browser);
  if (process.argv.includes('--readme')) await photographForReadme(browser);
  else await photographAll(browser);
  await browser.close();
} finally {
  service.kill();
  rmSync(dataDir, { recursive: true });
}

interface Appearance {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly locale: string;
}

async function photographAll(browser: Browser): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await causeLockout();
  for (const width of [390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await Promise.all(locales().map((locale) => photograph(browser, { width, colorScheme, locale })));
    }
  }
}

/** Returns the locales of all catalogues, or only the one requested. */
function locales(): string[] {
  const language =
    process.argv.find((argument) => argument.startsWith('--language='))?.slice('--language='.length) ?? '*';
  const files = globSync(`src/locales/${language}.json`);
  return files.map((file): string => JSON.parse(readFileSync(file, 'utf8'))['language.locale']);
}

/** Causes a lockout for the list of locks to show. */
async function causeLockout(): Promise<void> {
  for (let failure = 0; failure < 5; failure += 1) {
    await fetch(`${BASE_URL}/accounts/api/v1/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'joao.silva', password: 'wrong' }),
    });
  }
}

async function photograph(browser: Browser, appearance: Appearance): Promise<void> {
  const { width, colorScheme, locale } = appearance;
  const context = await browser.newContext({
    baseURL: BASE_URL,
    colorScheme,
    locale,
    viewport: { width, height: width < 600 ? 844 : 900 },
    hasTouch: width < 600,
  });
  const page = await context.newPage();
  const shoot = async (name: string) => {
    await page.waitForTimeout(400);
    const path = join(FOLDER, `${name}-${locale}-${colorScheme}-${width}.png`);
    await page.screenshot({
      path,
      fullPage: WHOLE.includes(name) || /^(admin|alerts)-(?!.*(question|bell))/.test(name),
    });
    if (!process.argv.includes('--axe')) return;
    for (const fault of await axeViolations(page)) console.log(`${path}: ${fault}`);
  };
  if (!process.argv.includes('--administration')) {
    await photographServerPages(page, appearance, shoot);
    await photographClientPages(page, shoot);
    await context.clearCookies();
    await page.unrouteAll();
  }
  await logIn(page, STAFF.username);
  await photographAdministration(page, shoot);
  await photographAlerts(page, shoot);
  await photographAlertRules(page, shoot);
  await context.close();
}

type Shoot = (name: string) => Promise<void>;

async function photographServerPages(
  page: Page,
  { width, colorScheme, locale }: Appearance,
  shoot: Shoot,
): Promise<void> {
  for (const [name, path] of Object.entries(OPEN_PAGES)) {
    await page.goto(path);
    await page
      .locator(LAST_PART[name] ?? 'body')
      .first()
      .waitFor();
    await shoot(name);
  }
  await page.goto(OPEN_PAGES.register);
  await fill(page, { ...FORM, username: '1234', email: 'ana@', password1: 'short', password2: '' });
  await send(page);
  await shoot('register-faults');
  await page.goto(OPEN_PAGES.login);
  // Each appearance has its own name so that none of them locks out another.
  const wrong = { username: `locked-${width}-${colorScheme}-${locale}`, password: 'wrong' };
  for (let failure = 0; failure < 5; failure += 1) {
    if (failure === 1) await shoot('login-failed');
    await fill(page, wrong);
    await send(page);
  }
  await shoot('locked-out');
}

async function photographClientPages(page: Page, shoot: Shoot): Promise<void> {
  await logIn(page, FORM.username);
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path);
    await page
      .locator(LAST_PART[name] ?? 'body')
      .first()
      .waitFor();
    await page.waitForTimeout(name === 'playground' ? 3000 : 1200);
    await shoot(name);
  }
  await page.goto(PAGES.home);
  const menu = page.locator('.menu-button');
  if (await menu.isVisible()) {
    await menu.click();
    await shoot('menu');
  }
  await page.goto(PAGES.account);
  await page.locator('[name=email]').fill('ana@');
  await page.locator('#profile button[type=submit]').click();
  await page.locator('.error').waitFor();
  await shoot('account-faults');
  await photographRoom(page, shoot);
  await page.routeWebSocket('**/graphql', (socket) => socket.close());
  await page.goto(PAGES.monitoring);
  await page.locator('[data-state=asking]').waitFor();
  await shoot('asking');
  await page.route('**/graphql', (route) => route.abort());
  await page.goto(PAGES.monitoring);
  await page.locator('[data-state=offline]').waitFor();
  await page.waitForTimeout(3000);
  await shoot('offline');
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.goto(OPEN_PAGES.login);
  await fill(page, { username, password: PASSWORD });
  await send(page);
  await page.waitForURL(`${BASE_URL}/`);
}

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
}

async function send(page: Page): Promise<void> {
  await page.locator('form button:not([type=button])').click();
}

async function register(browser: Browser): Promise<void> {
  const page = await browser.newPage({ baseURL: BASE_URL });
  await page.goto(OPEN_PAGES.register);
  await fill(page, FORM);
  await send(page);
  await page.close();
}

/** Takes a picture of the page that shows the most of Vigia. */
async function photographForReadme(browser: Browser): Promise<void> {
  const page = await browser.newPage({ baseURL: BASE_URL, locale: 'en-GB', viewport: { width: 1280, height: 956 } });
  await page.goto(`${OPEN_PAGES.login}?next=${PAGES.monitoring}`);
  await fill(page, { username: FORM.username, password: PASSWORD });
  await send(page);
  await page.locator('.chart canvas').first().waitFor();
  await page.locator('.terms-notice button').click();
  await page.getByLabel('24 h').check();
  // Waits for two samples and for the day's charts.
  await page.waitForTimeout(2500);
  // Replaces both the readings and the machine with examples.
  const machine =
    'nas · Debian GNU/Linux 13 (trixie) · Linux 6.12 · Intel N100, 4 cores · running since 2 Nov 2026, 07:12';
  await page.locator('.host-line').evaluate((line, text) => line.replaceChildren(text), machine);
  await page.screenshot({ path: 'docs/images/monitoring.png' });
  await page.close();
  await photographAlertsForGuide(browser);
}

/** Takes the pictures for the guide to alerts: what an operator sees after a notification. */
async function photographAlertsForGuide(browser: Browser): Promise<void> {
  const context = await browser.newContext({
    baseURL: BASE_URL,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await logIn(page, STAFF.username);
  await page.locator('.terms-notice button').click();
  await page.goto('/sistema/alertas/');
  await page.locator('.record-table').nth(1).waitFor();
  await page.locator('.bell-count').waitFor();
  await page.screenshot({ path: 'docs/images/alerts.png' });
  await context.close();
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await holds().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not become ready');
}
