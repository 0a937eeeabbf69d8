import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { axeViolations } from '../test/support/browser/axe-violations.ts';
import { photographAdministration } from './pictures/administration.ts';
import { photographAlertRules } from './pictures/alert-rules.ts';
import { photographAlerts } from './pictures/alerts.ts';
import { demoAccounts, logIn, type OpenDemonstration, settle, withDemonstration } from './pictures/demonstration.ts';
import { eachPicture, HEADINGS_FILE, headingsOf, IMAGES, type Theme, themes } from './pictures/readme.ts';
import { photographClass, photographRoom } from './pictures/room.ts';

/**
 * Runs the built demonstration and writes a picture of every page, in every language, light and dark, 390 and 1440
 * pixels wide, to the folder `screenshots`. `--width=390`, `--theme=dark` and `--language=es` limit this to one of
 * each, and `--administration` to the administration and the alerts. `--axe` also prints axe-core's findings for each
 * page. `--readme` instead takes the pictures of the README and the guides, in `docs/images`.
 */
const { values: options } = parseArgs({
  options: {
    readme: { type: 'boolean', default: false },
    administration: { type: 'boolean', default: false },
    axe: { type: 'boolean', default: false },
    language: { type: 'string', default: '*' },
    width: { type: 'string' },
    theme: { type: 'string' },
    folder: { type: 'string', default: 'screenshots' },
  },
});
const FOLDER = options.folder;
const FORM = {
  first_name: 'ana maria',
  username: 'ana',
  email: 'ana@example.com',
  password1: 'correct horse 7',
  password2: 'correct horse 7',
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
  machines: '/sistema/monitoramento/',
  monitoring: '/sistema/monitoramento/2/',
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
  'class',
  'converter',
  'converter-float',
  'converter-forms',
  'converter-fractions',
  'converter-logic',
  'converter-operations',
  'converter-steps',
  'home',
  'machines',
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
  converter: '.converter-section',
  'converter-visitor': '.converter-section',
  'converter-steps': '.stage',
  'converter-operations': '.bit-columns',
  'converter-fractions': '.stage',
  'converter-float': '.float-step-list',
  'converter-logic': '.truth-table',
  'converter-forms': '.circuit',
  playground: '.graphiql-query-editor .CodeMirror',
};

await withDemonstration(options.readme ? photographForReadme : photographAll);

interface Appearance {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly locale: string;
}

async function photographAll(opened: OpenDemonstration): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await causeLockout(opened);
  for (const width of options.width ? [Number(options.width)] : [390, 1440]) {
    for (const colorScheme of wantedThemes()) {
      await Promise.all(locales().map((locale) => photograph(opened, { width, colorScheme, locale })));
    }
  }
}

function wantedThemes(): readonly Theme[] {
  return options.theme ? themes.filter((theme) => theme === options.theme) : themes;
}

/** Returns the locales of all catalogues, or only the one requested. */
function locales(): string[] {
  const files = globSync(`src/locales/${options.language}.json`);
  return files.map((file): string => JSON.parse(readFileSync(file, 'utf8'))['language.locale']);
}

/** Causes a lockout for the list of locks to show. */
async function causeLockout({ baseURL }: OpenDemonstration): Promise<void> {
  for (let failure = 0; failure < 5; failure += 1) {
    await fetch(`${baseURL}/accounts/api/v1/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'joao.silva', password: 'wrong' }),
    });
  }
}

/** Takes the pictures of one appearance; parts that do not depend on each other at the same time. */
async function photograph({ browser, baseURL }: OpenDemonstration, appearance: Appearance): Promise<void> {
  const { width, colorScheme, locale } = appearance;
  const inContext = async (work: (page: Page, shoot: Shoot) => Promise<void>) => {
    const context = await browser.newContext({
      baseURL,
      colorScheme,
      locale,
      viewport: { width, height: width < 600 ? 844 : 900 },
      hasTouch: width < 600,
    });
    const page = await context.newPage();
    await work(page, (name) => takePicture(page, name, appearance));
    await context.close();
  };
  const asStaff = (work: (page: Page, shoot: Shoot) => Promise<void>) =>
    inContext(async (page, shoot) => {
      await logIn(page, demoAccounts.staff);
      await work(page, shoot);
    });
  const administration = [
    asStaff(photographAdministration),
    asStaff(async (page, shoot) => {
      await photographAlerts(page, shoot);
      await photographAlertRules(page, shoot);
    }),
  ];
  if (options.administration) await Promise.all(administration);
  else {
    await Promise.all([
      ...administration,
      inContext((page, shoot) => photographServerPages(page, appearance, shoot)),
      inContext(photographClientPages),
      inContext(photographLesson),
      asStaff(photographClass),
    ]);
  }
}

async function takePicture(page: Page, name: string, { width, colorScheme, locale }: Appearance): Promise<void> {
  await settle(page);
  const path = join(FOLDER, `${name}-${locale}-${colorScheme}-${width}.png`);
  await page.screenshot({
    path,
    fullPage: WHOLE.includes(name) || /^(admin|alerts)-(?!.*(question|bell))/.test(name),
  });
  if (!options.axe) return;
  for (const fault of await axeViolations(page)) console.log(`${path}: ${fault}`);
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
  await logIn(page, demoAccounts.member);
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path);
    await page
      .locator(LAST_PART[name] ?? 'body')
      .first()
      .waitFor();
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
}

/** Takes pictures of a lesson in a room, and of pages while the server is away. */
async function photographLesson(page: Page, shoot: Shoot): Promise<void> {
  await logIn(page, demoAccounts.member);
  await photographRoom(page, shoot);
  await page.routeWebSocket('**/graphql', (socket) => socket.close());
  await page.goto(PAGES.monitoring);
  await page.locator('[data-state=asking]').waitFor();
  await shoot('asking');
  await page.route('**/graphql', (route) => route.abort());
  await page.goto(PAGES.machines);
  // Whichever says so first: the mark of the connection, or the list that cannot be fetched.
  await page.locator('[data-state=offline], .notice-bad, main [role=alert], main .state').first().waitFor();
  await shoot('offline');
}

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
}

async function send(page: Page): Promise<void> {
  await page.locator('form button:not([type=button])').click();
}

/** Takes the pictures of the README and the guides, and notes the headings that they show. */
async function photographForReadme(opened: OpenDemonstration): Promise<void> {
  const headings: Record<string, readonly string[]> = {};
  for (const theme of wantedThemes()) {
    await eachPicture(opened, theme, async (name, page) => {
      headings[name] = await headingsOf(page);
      await page.screenshot({ path: join(IMAGES, `${name}-${theme}.png`) });
    });
  }
  writeFileSync(HEADINGS_FILE, `${JSON.stringify(headings, null, 2)}\n`);
}
