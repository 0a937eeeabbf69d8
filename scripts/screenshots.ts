import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/**
 * Runs the built service and writes a picture of every page, in both languages, light and dark, 390 and 1440 pixels
 * wide, into the folder `screenshots`; with `--readme`, the one that the README shows as well.
 */
const FOLDER = 'screenshots';
const PORT = 8456;
const BASE_URL = `http://localhost:${PORT}`;
const PASSWORD = 'correct horse 7';
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
};
const PAGES = {
  home: '/',
  monitoring: '/sistema/monitoramento/',
  converter: '/sistema/conversor/',
  terms: '/termos/',
  account: '/conta/',
  forbidden: '/admin/',
  playground: '/graphql',
};

const dataDir = mkdtempSync(join(tmpdir(), 'vigia-screenshots-'));
const service = spawn(process.execPath, ['dist/main.js'], {
  env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, METRICS_INTERVAL_MS: '1000', DATABASE_URL: '' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await until(async () => (await fetch(`${BASE_URL}/healthz`)).ok);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
  mkdirSync(FOLDER, { recursive: true });
  for (const width of [390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const locale of ['pt-BR', 'en-GB']) await photograph(browser, { width, colorScheme, locale });
    }
  }
  if (process.argv.includes('--readme')) await photographForReadme(browser);
  await browser.close();
} finally {
  service.kill();
  rmSync(dataDir, { recursive: true });
}

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly locale: string;
}

async function photograph(browser: Browser, { width, colorScheme, locale }: Look): Promise<void> {
  const context = await browser.newContext({
    baseURL: BASE_URL,
    colorScheme,
    locale,
    viewport: { width, height: width < 600 ? 844 : 900 },
  });
  const page = await context.newPage();
  const shoot = async (name: string) => {
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(FOLDER, `${name}-${locale.slice(0, 2)}-${colorScheme}-${width}.png`) });
  };
  for (const [name, path] of Object.entries(OPEN_PAGES)) {
    await page.goto(path);
    await shoot(name);
  }
  await page.goto(OPEN_PAGES.register);
  await page.locator('[name=username]').fill('1234');
  await page.locator('[name=email]').fill('ana@');
  await page.locator('[name=password1]').fill('short');
  await page.locator('button').click();
  await shoot('register-faults');
  await page.goto(OPEN_PAGES.register);
  for (const [name, value] of Object.entries(FORM)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator('button').click();
  await page.goto(OPEN_PAGES.login);
  await page.locator('[name=username]').fill('ana');
  await page.locator('[name=password]').fill('wrong');
  await page.locator('button').click();
  await shoot('login-failed');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('button').click();
  await page.waitForURL(`${BASE_URL}/`);
  await page.goto(OPEN_PAGES.login);
  for (let failure = 0; failure < 5; failure += 1) {
    // A name of this look's own, so that nobody else is locked out.
    await page.locator('[name=username]').fill(`locked-${width}-${colorScheme}-${locale}`);
    await page.locator('[name=password]').fill('wrong');
    await page.locator('button').click();
  }
  await shoot('locked-out');
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path);
    await page.waitForTimeout(name === 'playground' ? 3000 : 1200);
    await shoot(name);
  }
  await context.close();
}

/** The page that says most about Vigia, without the empty half of the window. */
async function photographForReadme(browser: Browser): Promise<void> {
  const page = await browser.newPage({ baseURL: BASE_URL, locale: 'en-GB', viewport: { width: 1440, height: 480 } });
  await page.goto(`${OPEN_PAGES.login}?next=${PAGES.monitoring}`);
  await page.locator('[name=username]').fill(FORM.username);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('button').click();
  await page.locator('[data-testid="sampled-at"]').waitFor();
  await page.waitForTimeout(1200);
  await page.screenshot({ path: 'docs/images/monitoring.png' });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await holds().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not become ready');
}
