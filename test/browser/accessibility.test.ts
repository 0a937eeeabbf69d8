import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeExampleData } from '../../scripts/pictures/example-data.js';
import { ANA, admit, enter, newPerson, send } from '../support/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../support/chromium.js';
import { commandLine } from '../support/command-line.js';
import { startFakeGemini } from '../support/fake-gemini.js';
import { sharedService, startService } from '../support/running-service.js';

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** The themes differ by their colours alone: the rules that look at these are asked in both, the others once. */
const THEMES = [
  ['light', RULES],
  ['dark', { runOnly: rulesOfColours() }],
] as const;
const WIDTHS = [390, 1440];

function rulesOfColours(): string[] {
  const ofColours = axe.getRules(['cat.color']).filter(({ tags }) => tags.some((tag) => RULES.runOnly.includes(tag)));
  return ofColours.map(({ ruleId }) => ruleId);
}

/** When what moves once has moved; what moves for ever does so beside the words. */
const SETTLED = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished),
)`;

/** The violations on a page as it is now: rule and the elements at fault. */
async function violations(page: Page, rules: axe.RunOptions): Promise<string[]> {
  // Nothing is judged while it moves or the fonts are on their way.
  await page.evaluate('document.fonts.ready');
  await page.evaluate(SETTLED);
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(axe.source);
  const results = await page.evaluate<Pick<axe.AxeResults, 'violations'>>(
    // What is in order is not carried over.
    `axe.run(document, ${JSON.stringify({ ...rules, resultTypes: ['violations'] })})
      .then(({ violations }) => ({ violations }))`,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Opens one page after another in every look, and gives what is wrong with each. */
async function faultsOf(
  browser: Browser,
  baseUrl: string,
  pages: Readonly<Record<string, (page: Page) => Promise<void>>>,
  before: (page: Page) => Promise<void> = async () => {},
  widths = WIDTHS,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  const { page } = await openPage(browser, baseUrl);
  await before(page);
  for (const [name, open] of Object.entries(pages)) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      for (const [colorScheme, rules] of THEMES) {
        await page.emulateMedia({ colorScheme });
        const found = await violations(page, rules);
        if (found.length > 0) faults[`${name}, ${colorScheme}, ${width}`] = found;
      }
    }
  }
  return faults;
}

const go =
  (path: string, shown = 'h1') =>
  async (page: Page) => {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
  };

async function fail(page: Page, username: string): Promise<void> {
  await page.goto('/accounts/login/');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill('wrong');
  await send(page);
}

describe.runIf(chromiumPath || process.env.CI)('WCAG 2.2 AA by axe-core, in both themes, on a phone and a desk', () => {
  const service = sharedService();

  test('the pages of the server', async () => {
    const faults = await faultsOf(await openChromium(), (await service()).baseUrl, {
      login: go('/accounts/login/'),
      'login failed': (page) => fail(page, 'nobody'),
      'admin login': go('/admin/login/'),
      registration: go('/accounts/registrar/'),
      'registration with faults': async (page) => {
        await page.goto('/accounts/registrar/');
        await page.locator('[name=username]').fill('1234');
        await page.locator('[name=password1]').fill('1234');
        await send(page);
      },
      'locked out': async (page) => {
        for (let failure = 0; failure < 5; failure += 1) await fail(page, 'locked');
        await page.locator('[data-wait]').waitFor();
      },
      'not found': go('/nothing'),
      'not allowed': go('/accounts/logout/'),
    });
    expect(faults).toEqual({});
  }, 240_000);

  test('the pages of the client, for somebody and for staff', async () => {
    const { baseUrl, dataDir } = await startService((await startFakeGemini()).environment);
    const person = newPerson();
    const live = '[data-state=live]';
    const { run, create } = commandLine(dataDir);
    // Somebody must stay staff.
    await create('keeper', undefined, '--staff');
    const staff = (...options: string[]) => run(['user', 'staff', person.username, ...options]);
    const faults = await faultsOf(
      await openChromium(),
      baseUrl,
      {
        home: go('/', live),
        menu: async (shown) => {
          await go('/', live)(shown);
          const button = shown.getByRole('button', { name: 'Menu' });
          if (await button.isVisible()) await button.click();
        },
        monitoring: async (shown) => {
          await go('/sistema/monitoramento/', '.chart canvas')(shown);
          await shown.locator('.chart-table summary').first().click();
          await shown.getByRole('button', { name: 'Analisar agora' }).click();
          await shown.locator('.prompt').waitFor();
        },
        analysis: async (shown) => {
          await go('/sistema/monitoramento/', '.chart canvas')(shown);
          await shown.getByRole('button', { name: 'Analisar agora' }).click();
          await shown.getByRole('button', { name: 'Enviar isto e analisar' }).click();
          await shown.locator('.analysis-text').waitFor();
        },
        converter: go('/sistema/conversor/', '.machine-values'),
        terms: go('/termos/'),
        account: go('/conta/', '.session'),
        'account with faults': async (shown) => {
          await go('/conta/', '.session')(shown);
          await shown.getByLabel('E-mail').fill('ana@');
          await shown.getByRole('button', { name: 'Salvar' }).click();
          await shown.locator('.error').waitFor();
        },
        forbidden: go('/admin/'),
        'processes, for staff': async (shown) => {
          await staff();
          await go('/admin/')(shown);
          await go('/sistema/monitoramento/', '.chart canvas')(shown);
          await shown.getByRole('button', { name: 'Ver agora' }).click();
          await shown.locator('.processes').waitFor();
          await staff('--revoke');
        },
      },
      (page) => admit(page, person),
    );
    expect(faults).toEqual({});
  }, 240_000);

  test('the terms and every section of the administration, with what months leave there', async () => {
    const { dataDir } = commandLine();
    const staff = { ...ANA, username: 'chefe' };
    writeExampleData(dataDir, staff);
    const { baseUrl } = await startService({ DATA_DIR: dataDir });
    const section = (word: string) => go(`/admin/?parte=${word}`, '.record');
    const faults = await faultsOf(
      await openChromium(),
      baseUrl,
      {
        'home, with word of new terms': go('/', '.terms-notice'),
        terms: go('/termos/', '.prose'),
        overview: go('/admin/', '.health'),
        users: section('usuarios'),
        'a question, its answer at fault': async (page) => {
          await page.getByRole('button', { name: 'Nova senha: ze' }).click();
          await page.getByRole('dialog').getByLabel('Nova senha').fill('1234');
          await page.getByRole('dialog').getByRole('button', { name: 'Nova senha' }).click();
          await page.getByRole('dialog').locator('.error').waitFor();
        },
        'a question that asks for the own password': async (page) => {
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: 'Incluir na equipe: ze' }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Incluir na equipe' }).click();
          await page.getByRole('dialog').locator('.error').waitFor();
        },
        'a new account': async (page) => {
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: 'Nova conta' }).click();
          await page.getByLabel('Faz parte da equipe').check();
          await page.locator('.user-create').waitFor();
        },
        sessions: section('sessoes'),
        locks: go('/admin/?parte=bloqueios', '.state'),
        versions: section('termos'),
        'a version edited': async (page) => {
          await page.getByRole('button', { name: 'Editar a versão 2' }).click();
          await page.locator('.terms-preview .prose').waitFor();
        },
        'versions compared': async (page) => {
          await section('termos')(page);
          await page.getByRole('button', { name: 'Comparar a versão 2 com outra' }).click();
          await page.locator('.terms-difference').waitFor();
        },
        domains: section('dominios'),
        mails: section('emails'),
        audit: section('auditoria'),
      },
      (page) => enter(page, staff),
      [390],
    );
    expect(faults).toEqual({});
  }, 240_000);

  test('the converter in its states', async () => {
    const faults = await faultsOf(
      await openChromium(),
      (await service()).baseUrl,
      {
        'steps by division': go('/sistema/conversor/?value=-200&signed=true&stepsOpen=true', '.stage'),
        'place values': go('/sistema/conversor/?value=2F&base=16&to=10&bits=16&stepsOpen=true', '.stage'),
        groups: go('/sistema/conversor/?value=2F&base=16&to=8&bits=64&stepsOpen=true', '.bit-groups'),
        faults: go('/sistema/conversor/?value=2.5&value2=x&expression=A+AND', '#logic .error'),
      },
      (page) => admit(page, newPerson()),
    );
    expect(faults).toEqual({});
  }, 240_000);

  test('every component in every state', async () => {
    const server = await createServer({ root: 'client', configFile: 'client/vite.config.ts', logLevel: 'silent' });
    onTestFinished(() => server.close());
    await server.listen(0);
    const [baseUrl = ''] = server.resolvedUrls?.local ?? [];
    const faults = await faultsOf(await openChromium(), baseUrl, {
      gallery: go('/static/gallery.html', '.gallery-lookout'),
    });
    expect(faults).toEqual({});
  }, 240_000);
});
