import { devices, type Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const { userAgent: IPHONE, viewport } = devices['iPhone 15'];
const { userAgent: ANDROID } = devices['Pixel 7'];

const LANGUAGES = [
  { locale: 'pt-BR', title: 'Alertas neste aparelho', steps: /^Toque em Compartilhar/, install: 'Instalar o Vigia' },
  { locale: 'en-GB', title: 'Alerts on this device', steps: /^Tap Share/, install: 'Install Vigia' },
  { locale: 'es-ES', title: 'Alertas en este dispositivo', steps: /^Toca Compartir/, install: 'Instalar Vigia' },
];

/** Safari has no push service outside an installed application. */
const WITHOUT_PUSH = 'delete window.PushManager;';
const INSTALLED = `
  const { matchMedia } = window;
  window.matchMedia = (query) => query.includes('standalone') ? { matches: true } : matchMedia(query);
  Object.defineProperty(Notification, 'permission', { get: () => 'default' });`;

/** Whether the page has fetched the hint. */
const FETCHED = `performance.getEntriesByType('resource').some(({ name }) => /install-hint-.*js$/.test(name))`;

const service = sharedService();

interface Opened {
  readonly userAgent?: string;
  readonly locale?: string;
  readonly script?: string;
}

async function openOn({ userAgent, locale = 'pt-BR', script = '' }: Opened, path = '/sistema/alertas/') {
  const { baseUrl } = await service();
  const phone = userAgent ? { userAgent, viewport, hasTouch: true } : {};
  const opened = await openPage(await openChromium(), baseUrl, { locale, ...phone });
  await opened.page.addInitScript({ content: script });
  await admit(opened.page, newPerson());
  await opened.page.goto(path);
  return opened;
}

const hintOn = (page: Page, name = 'Alertas neste aparelho') => page.getByRole('complementary', { name });

describe.runIf(chromiumPath || process.env.CI)('a phone that could be told of alerts', () => {
  test.each(LANGUAGES)(
    'learns how to install Vigia, until it does not want to ($locale)',
    async ({ locale, ...texts }) => {
      const { page, faults } = await openOn({ userAgent: IPHONE, locale });
      const hint = hintOn(page, texts.title);
      await hint.getByText(texts.steps).waitFor();
      await hint.getByRole('button').click();
      await hint.waitFor({ state: 'detached' });
      await page.reload();
      await expect.poll(() => page.evaluate(FETCHED)).toBe(true);
      await page.locator('.bell-button').waitFor();
      expect(await hint.count()).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  test('is asked by the browser itself where that offers it', async () => {
    const { page } = await openOn({ userAgent: ANDROID });
    const hint = hintOn(page);
    await hint.getByText('No menu do navegador', { exact: false }).waitFor();
    await page.evaluate(`
      window.prompted = 0;
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => { window.prompted += 1; },
      }))`);
    await hint.getByRole('button', { name: 'Instalar o Vigia' }).click();
    expect(await page.evaluate('window.prompted')).toBe(1);
  });

  test('once installed, is led to where notifications are turned on', async () => {
    const { page } = await openOn({ userAgent: IPHONE, script: INSTALLED });
    await hintOn(page).getByRole('link').click();
    await page.waitForURL('**/conta/#notifications');
  });

  test('learns on its account that an iPhone needs the installed Vigia', async () => {
    const { page } = await openOn({ userAgent: IPHONE, script: WITHOUT_PUSH }, '/conta/');
    const section = page.locator('#notifications');
    await section.getByText('as notificações só chegam ao Vigia instalado', { exact: false }).waitFor();
    await section.getByText('Toque em Compartilhar', { exact: false }).waitFor();
  });

  test('is no laptop: there the page has no hint', async () => {
    const { page } = await openOn({});
    await page.locator('.bell-button').waitFor();
    expect([await hintOn(page).count(), await page.evaluate(FETCHED)]).toEqual([0, false]);
  });
});
