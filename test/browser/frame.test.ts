import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage, settle } from '../support/browser/chromium.js';
import { chooseInRow } from '../support/browser/row-menu.js';
import { commandLine } from '../support/processes/command-line.js';
import { sharedService } from '../support/processes/running-service.js';

/** Pages of the server, which have no more than the frame in common with those of the client. */
const SERVER_PAGES = ['/accounts/login/', '/accounts/registrar/', '/accounts/senha/', '/admin/login/', '/nothing'];
const CLIENT_PAGES = [
  '/sistema/monitoramento/',
  '/sistema/conversor/',
  '/sistema/alertas/',
  '/sistema/alertas/regras/nova/',
  '/termos/',
  '/conta/',
  '/admin/',
  '/admin/?parte=usuarios',
];
const WIDTHS = [390, 1440, 1920, 2200];
/** Room for the line height of a smaller heading. */
const HEADING_PX = 6;

/** Distances of the logo's drawing from the left and the top, and of the heading likewise. */
async function places(page: Page): Promise<[x: number, y: number, left: number, top: number]> {
  const at = async (selector: string): Promise<[number, number]> => {
    const box = await page.locator(selector).first().boundingBox();
    return [box?.x ?? -1, box?.y ?? -1];
  };
  return [...(await at('.word-mark svg')), ...(await at('h1'))];
}

/** Opens a page once, and returns the places of its logo and heading at each of the widths. */
async function placesAtWidths(page: Page, path: string): Promise<Map<number, Awaited<ReturnType<typeof places>>>> {
  await page.goto(path);
  await page.locator('h1').waitFor();
  await settle(page);
  const found = new Map<number, Awaited<ReturnType<typeof places>>>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    found.set(width, await places(page));
  }
  return found;
}

/** Controls of the page that a thumb would miss. A control within a label is as large as the label. */
const SMALL_CONTROLS = `
  [...document.querySelectorAll('header a, header button, main :is(button, summary, select, input, nav a)')].flatMap((control) => {
    const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
    const isShown = width > 0 && getComputedStyle(control).opacity !== '0';
    return isShown && (width < 44 || height < 44) ? [control.outerHTML.slice(0, 80) + ' ' + width + ' × ' + height] : [];
  })
`;

describe.runIf(chromiumPath || process.env.CI)('one frame for all pages', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

  async function openAsStaff(options: Parameters<typeof openPage>[2] = {}) {
    const { baseUrl, dataDir } = await service();
    const eva = newPerson('eva');
    const watched = await openPage(await openChromium(), baseUrl, options);
    await admit(watched.page, eva);
    expect((await commandLine(dataDir).run(['user', 'staff', eva.username])).code).toBe(0);
    return { ...watched, eva };
  }

  test('the logo and the heading stay where they are, from a phone to a very wide screen', async () => {
    const { baseUrl } = await service();
    const { page: visitor } = await openPage(await openChromium(), baseUrl);
    const { page } = await openAsStaff();
    const first = await placesAtWidths(visitor, '/accounts/login/');
    for (const [x, , left] of first.values()) expect(left).toBe(x);
    for (const path of [...SERVER_PAGES, ...CLIENT_PAGES]) {
      const found = await placesAtWidths(CLIENT_PAGES.includes(path) ? page : visitor, path);
      for (const [width, [x, y, left, top]] of first) {
        const [, , , heading = 0] = found.get(width) ?? [];
        expect([path, width, ...(found.get(width) ?? [])]).toEqual([path, width, x, y, left, heading]);
        expect(Math.abs(heading - top), `${path}, ${width}`).toBeLessThanOrEqual(HEADING_PX);
      }
    }
  });

  test('labels stand on one line, and so do the controls below them', async () => {
    const { page } = await openAsStaff({ viewport: { width: 1440, height: 900 } });
    for (const path of ['/admin/?parte=usuarios', '/admin/?parte=maquinas']) {
      await page.goto(path);
      const edges = async (selector: string) => {
        const { y, height } = (await page.locator(selector).first().boundingBox()) ?? { y: -1, height: -1 };
        return [y, y + height];
      };
      await page.locator('.choice legend').waitFor();
      await settle(page);
      const search = 'input[type=search]';
      expect([path, await edges('.choice-options')]).toEqual([path, await edges(search)]);
      expect([path, await edges('.choice legend')]).toEqual([path, await edges(`.field:has(${search}) > label`)]);
    }
  });

  test('the actions of a row are reached and left by the keyboard alone', async () => {
    const { page, eva } = await openAsStaff();
    await page.goto('/admin/?parte=usuarios');
    const button = page.getByRole('button', { name: `Ações: ${eva.username}` });
    const items = page.getByRole('menuitem');
    await button.press('Enter');
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
    await expect.poll(focused).toBe(`Desativar: ${eva.username}`);
    expect(await items.evaluateAll((all) => all.map(({ textContent }) => textContent))).toEqual([
      'Desativar',
      'Tirar da equipe',
      'Função e máquinas…',
      'Encerrar sessões',
    ]);
    for (const [key, name] of [
      ['ArrowDown', 'Tirar da equipe'],
      ['ArrowUp', 'Desativar'],
      ['ArrowUp', 'Encerrar sessões'],
      ['Home', 'Desativar'],
      ['End', 'Encerrar sessões'],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, `${name}: ${eva.username}`]);
    }
    await page.keyboard.press('Escape');
    expect(await items.count()).toBe(0);
    expect(await focused()).toBe(`Ações: ${eva.username}`);
    await page.keyboard.press('ArrowDown');
    await items.first().waitFor();
    await page.locator('h1').click();
    expect(await items.count()).toBe(0);
    await chooseInRow(page, eva.username, `Encerrar sessões: ${eva.username}`);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe(`Ações: ${eva.username}`);
  });

  test('every control is large enough for a thumb', async () => {
    const { page } = await openAsStaff({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const path of CLIENT_PAGES.slice(2)) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await page.evaluate(SMALL_CONTROLS)]).toEqual([path, []]);
    }
  });

  test('figures are text: pages of machines fetch no font for code', async () => {
    const { page } = await openAsStaff();
    const fonts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
    for (const path of ['/', '/sistema/monitoramento/', '/admin/']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.filter((font) => font.includes('mono'))).toEqual([]);
    // The font is there where expressions are.
    await page.goto('/sistema/alertas/regras/');
    await expect.poll(() => fonts.some((font) => font.includes('jetbrains-mono'))).toBe(true);
  });
});
