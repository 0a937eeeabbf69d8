import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage, settle } from '../support/browser/chromium.js';
import { commandLine } from '../support/processes/command-line.js';
import { sharedService } from '../support/processes/running-service.js';

const PAGES = [
  '/',
  '/sistema/monitoramento/',
  '/sistema/conversor/',
  '/sistema/conversor/logica/',
  '/termos/',
  '/conta/',
];

/** Records a page's layout shifts, except for live values that gain a digit. */
const WATCH_SHIFTS = `
  window.moved = [];
  const isFigure = ({ node }) => Boolean((node?.closest ? node : node?.parentElement)?.closest('.figure'));
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      for (const source of sources) if (!isFigure(source)) window.moved.push(String(source.node?.textContent));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Waits until a page has loaded everything and received its second pushed update. */
async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const sample = page.getByTestId('sampled-at');
  if ((await sample.count()) > 0) {
    const first = await sample.getAttribute('datetime');
    await expect.poll(() => sample.getAttribute('datetime')).not.toBe(first);
  }
  await settle(page);
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
}

function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.textContent');
}

describe.runIf(chromiumPath || process.env.CI)('the frame of the pages', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

  test.each([360, 1440])('nothing moves and nothing is cut off while a page loads, %i pixels wide', async (width) => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl, { viewport: { width, height: 800 } });
    await signIn(page, newPerson());
    await page.addInitScript({ content: WATCH_SHIFTS });
    for (const path of [...PAGES, '/accounts/login/', '/accounts/registrar/', '/nothing']) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      await loaded(page);
      expect([path, await page.evaluate<string[]>('window.moved')]).toEqual([path, []]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect([path, overflow]).toEqual([path, 0]);
    }
  });

  test('is used by keyboard alone: skip link, links, menu, and the focus follows to the new page', async () => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl);
    await signIn(page, newPerson());
    await page.locator('.small-chart').first().waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toContain('Processador');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sistema/monitoramento/#chart-cpu');
    await expect.poll(() => focused(page)).toBe('Monitoramento');

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    const account = page.getByRole('navigation').getByRole('link', { name: 'Conta' });
    await account.waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Início');
    await page.keyboard.press('Escape');
    await account.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Menu');
    await page.keyboard.press('Enter');
    await account.click();
    await page.waitForURL('**/conta/');
    await account.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('Sua conta');
  });

  test('shows the administration to staff only', async () => {
    const { baseUrl, dataDir } = await service();
    const { page } = await openPage(await openChromium(), baseUrl);
    const person = newPerson('Wolfeschlegelsteinhausenbergerdorff'.repeat(4));
    await signIn(page, person);
    const link = page.getByRole('navigation').getByRole('link', { name: 'Administração' });
    expect(await link.count()).toBe(0);
    await commandLine(dataDir).run(['user', 'staff', person.username]);
    await page.reload();
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Administração' }).waitFor();
    // From this width on, all links fit beside a name of any length.
    for (const width of [960, 1100, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await page.getByRole('button', { name: 'Menu' }).isVisible()]).toEqual([width, false]);
      const last = await page.getByRole('navigation').getByRole('link', { name: 'Playground' }).boundingBox();
      const leave = await page.getByRole('button', { name: 'Sair' }).boundingBox();
      expect(last && leave && last.x + last.width < leave.x && leave.x + leave.width <= width).toBe(true);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });

  test('can be installed, and keeps nothing for later', async () => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl);
    await signIn(page, newPerson());
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // An incognito browser cannot install anything; no other error is acceptable.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await page.request.get(href ?? '');
    const { icons } = await manifest.json();
    for (const { src, type } of icons) {
      const icon = await page.request.get(src);
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
    }
    expect(await page.evaluate('caches.keys()')).toEqual([]);
    expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0);
    for (const path of PAGES) {
      const answer = await page.request.get(path);
      expect([path, answer.headers()['cache-control']]).toEqual([path, 'no-store']);
    }
  });
});
