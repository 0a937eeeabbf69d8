import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { standInForPushes } from '../../support/http/stand-in-for-pushes.js';
import { sharedService } from '../../support/processes/running-service.js';

const MONITORING = '/sistema/monitoramento/';

interface Finding {
  readonly kind: string;
  readonly severity: string;
  readonly text: string;
  readonly measure: string | null;
  readonly cause: string | null;
}

const QUIET = { kind: 'QUIET', severity: 'INFORMATION', text: 'Nada fora do comum.', measure: null, cause: null };
const CPU = { kind: 'CPU_HIGH', severity: 'BAD', measure: 'cpuPercent', cause: 'node 61%' };
const DISK = {
  kind: 'DISK_FILLING',
  severity: 'WARNING',
  text: 'Nesse ritmo, o disco fica cheio em cerca de 9 dias.',
  measure: 'diskPercent',
  cause: null,
};

/** Fakes the server's findings. @returns a function that replaces them and makes the page refresh. */
async function standInForFindings(page: Page, ...first: Finding[]): Promise<(...next: Finding[]) => Promise<void>> {
  let findings = first;
  let asked = 0;
  await page.route('**/graphql', async (route) => {
    if (!String(route.request().postDataJSON()?.query).includes('findings')) return route.fallback();
    asked += 1;
    const data = { findings: findings.map((finding) => ({ __typename: 'Finding', ...finding })) };
    return route.fulfill({ json: { data } });
  });
  return async (...next) => {
    findings = next;
    const before = asked;
    // Findings older than half a minute are refreshed with the next sample.
    await page.evaluate('{ const now = Date.now; Date.now = () => now() + 40_000; }');
    await expect.poll(() => asked).toBeGreaterThan(before);
  };
}

/** Returns an element's distance from the top of the window. */
async function measureTop(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
}

const period = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const queryOf = (page: Page) => new URL(page.url()).search;
const icon = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');

describe.runIf(chromiumPath || process.env.CI)('the monitoring page (second part, 16)', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '500' });

  test('has charts on the first screen, under one line for the machine, and its period and zoom in the address', async () => {
    const { baseUrl } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl, { viewport: { width: 1440, height: 900 } });
    const hostName = `${'servidor-de-nome-longo-'.repeat(6)}fim`;
    await standInForFindings(page, QUIET);
    await page.route('**/graphql', async (route) => {
      if (!/query Host\b/.test(String(route.request().postDataJSON()?.query))) return route.fallback();
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.host.name = hostName;
      return route.fulfill({ response, json: answer });
    });
    await admit(page, newPerson());
    await page.goto(`${MONITORING}?periodo=decada&de=ontem`);
    await page.locator('.chart canvas').first().waitFor();
    expect(await measureTop(page, '.chart canvas')).toBeLessThanOrEqual(260);
    await expect
      .poll(() => page.locator('.host-line').innerText())
      .toMatch(/^servidor-de-nome-longo-.* · .*Linux.* · .*núcleo/s);
    expect(await period(page, 'Ao vivo').isChecked()).toBe(true);
    const shift = await page.evaluate(LAYOUT_SHIFT);
    expect(shift).toBeLessThan(0.02);

    await period(page, '24 h').check();
    await expect.poll(() => queryOf(page)).toBe('?periodo=day');
    await page.getByRole('group', { name: 'Período' }).waitFor();
    await page.locator('.range-steps button').nth(2).click();
    await expect.poll(() => queryOf(page)).toMatch(/^\?periodo=day&de=20[\d-]+T[\d:]+Z&ate=20[\d-]+T[\d:]+Z$/);
    const zoomed = queryOf(page);
    await page.reload();
    await page.locator('.period-line').filter({ hasText: /\d/ }).waitFor();
    expect(queryOf(page)).toBe(zoomed);
    await page.goBack();
    await expect.poll(() => period(page, '24 h').isChecked()).toBe(true);
    expect(queryOf(page)).toBe('?periodo=day');

    // On a phone, the bar stays visible without covering focused elements.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => measureTop(page, '.chart canvas')).toBeLessThanOrEqual(400);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.locator('summary').last().scrollIntoViewIfNeeded();
    await expect.poll(() => measureTop(page, '.monitoring-bar')).toBe(0);
    await page.getByRole('link', { name: 'Ir para os gráficos' }).focus();
    await page.keyboard.press('Enter');
    const belowBar = async () => (await measureTop(page, '.chart-panel')) - (await measureTop(page, '.live-status'));
    await expect.poll(belowBar).toBeGreaterThan(40);
    await expect.poll(() => measureTop(page, '.chart-panel')).toBeLessThan(400);

    // Nothing overlaps on paper.
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.evaluate(OVERLAPS)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('shows what is critical on the card, in the tab and in words, once, and on a wall from afar', async () => {
    const { baseUrl } = await service();
    // Touch screens get larger controls.
    const viewport = { width: 1920, height: 1080 };
    const { page, faults } = await openPage(await openChromium(), baseUrl, { viewport, hasTouch: true });
    const found = await standInForFindings(page, QUIET);
    await admit(page, newPerson());
    await page.goto(MONITORING);
    const announced = page.getByTestId('announcement');
    await page.locator('.finding').filter({ hasText: 'Nada fora do comum.' }).waitFor();
    expect(await page.title()).toBe('Monitoramento · Vigia');

    await found({ ...CPU, text: 'CPU acima de 90% há 12 minutos.' }, DISK);
    await expect.poll(() => page.title()).toMatch(/^● Crítico: CPU \d+% · Vigia$/);
    expect(await icon(page)).toBe('/static/favicon-bad.svg');
    expect((await page.request.get('/static/favicon-bad.svg')).status()).toBe(200);
    expect(await page.locator('.finding').allInnerTexts()).toEqual([
      'Crítico: CPU acima de 90% há 12 minutos. node 61%',
      `Atenção: ${DISK.text}`,
    ]);
    expect(await page.locator('#chart-cpu').getAttribute('data-state')).toBe('bad');
    expect(await page.locator('#chart-disk').getAttribute('data-state')).toBe('warning');
    expect(await page.locator('#chart-memory').getAttribute('data-state')).toBe(null);
    await expect.poll(() => announced.innerText()).toBe('CPU acima de 90% há 12 minutos.');
    expect(await announced.getAttribute('aria-live')).toBe('assertive');

    // Both findings leave room for the charts on a phone's first screen.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => measureTop(page, '.chart canvas')).toBeLessThanOrEqual(400);
    await page.setViewportSize({ width: 1920, height: 1080 });

    // The same finding is not announced again a minute later.
    await found({ ...CPU, text: 'CPU acima de 90% há 13 minutos.' });
    await page.locator('.finding').filter({ hasText: '13 minutos' }).waitFor();
    expect(await announced.innerText()).toBe('CPU acima de 90% há 12 minutos.');

    await page.getByRole('button', { name: 'Modo parede' }).click();
    await expect.poll(() => queryOf(page)).toBe('?parede');
    await page.locator('.wall-state').filter({ hasText: 'Crítico: CPU acima de 90% há 13 minutos.' }).waitFor();
    await expect.poll(() => page.evaluate(IS_FULL_SCREEN)).toBe(true);
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    // The exit button appears when the mouse moves.
    const leave = page.getByRole('button', { name: 'Sair do modo parede' });
    await leave.waitFor({ state: 'hidden' });
    await page.mouse.move(200, 200);
    await leave.click();
    await expect.poll(() => queryOf(page)).toBe('');
    expect(await page.evaluate(IS_FULL_SCREEN)).toBe(false);
    await page.getByRole('navigation').waitFor();

    // The URL also opens wall mode, without full screen.
    await page.goto(`${MONITORING}?parede`);
    await page.locator('.wall .chart canvas').first().waitFor();
    for (const [width, height] of WALLS) {
      await page.setViewportSize({ width, height });
      // The charts adapt only after a resize event.
      await expect.poll(() => page.evaluate(WALL_FIGURE)).toBeGreaterThanOrEqual(64);
      await expect.poll(async () => [width, await page.evaluate(WALL_OVERFLOW)]).toEqual([width, false]);
    }
    await expect.poll(() => page.title()).toMatch(/^● Crítico/);
    await found(QUIET);
    await page.getByText('Tudo calmo').waitFor();
    await expect
      .poll(async () => [await page.title(), await icon(page), await announced.innerText()])
      .toEqual(['Monitoramento · Vigia', '/static/favicon.svg', '']);
    await page.keyboard.press('Escape');
    await expect.poll(() => queryOf(page)).toBe('');
    expect(faults).toEqual([]);
  });

  test('stands still on a wall whatever is found and whatever sensor is lost, and keeps the screen on', async () => {
    const { baseUrl } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl, { viewport: { width: 390, height: 844 } });
    await page.addInitScript(WAKE_LOCK);
    const found = await standInForFindings(page, QUIET);
    const feed = await standInForPushes(page, { cpuTemperatureCelsius: 40 });
    await admit(page, newPerson());
    // The page requests findings along with a sample.
    const finds = async (...findings: Finding[]) => {
      let isAsked = false;
      const asked = found(...findings).finally(() => {
        isAsked = true;
      });
      while (!isAsked) await feed(1);
      await asked;
    };
    await page.goto(`${MONITORING}?parede`);
    await feed(2);
    await page.locator('.wall .chart canvas').first().waitFor();
    for (const [width, height] of [[390, 844], ...WALLS] as const) {
      await page.setViewportSize({ width, height });
      const before = await page.evaluate(CHART_PLACES);
      const text = 'O espaço em disco acaba em cerca de duas horas, e nesse ritmo o serviço para de gravar. '.repeat(3);
      await finds({ ...CPU, text }, { ...DISK, text });
      await expect.poll(() => page.locator('.wall-state .finding').count()).toBe(2);
      expect([width, await page.evaluate(CHART_PLACES)]).toEqual([width, before]);
      await finds(QUIET);
      await page.getByText('Tudo calmo').waitFor();
    }
    // After ten minutes without a sensor value, the old chart disappears, but its space remains.
    const before = await page.evaluate(CHART_PLACES);
    await feed(130, { cpuTemperatureCelsius: null });
    expect(await page.evaluate(CHART_PLACES)).toEqual(before);
    expect(await page.locator('#chart-temperature .figure').innerText()).toBe('–');

    // Browsers release a hidden tab's lock.
    expect(await page.evaluate(LOCKS)).toEqual({ taken: 1, released: 0 });
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await expect.poll(() => page.evaluate(LOCKS)).toEqual({ taken: 2, released: 0 });
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(LOCKS)).toEqual({ taken: 2, released: 1 });
    expect(faults).toEqual([]);
  });

  test('is drawn in light colours for paper, as before on the screen, and in the colours that the reader wishes', async () => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl, { colorScheme: 'dark' });
    const feed = await standInForPushes(page);
    await admit(page, newPerson());
    await page.goto(MONITORING);
    await feed(3);
    await page.locator('.chart canvas').first().waitFor();
    // The last sample is drawn in the frame after it is shown.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    const picture = () => page.evaluate<string>('document.querySelector(".chart canvas").toDataURL()');
    const first = await picture();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(picture).not.toBe(first);
    const light = await picture();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(picture).not.toBe(light);
    const dark = await picture();
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await picture()).toBe(light);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    await expect.poll(picture).toBe(dark);

    // Other colour preferences also take effect immediately.
    await page.emulateMedia({ contrast: 'more' });
    await expect.poll(picture).not.toBe(dark);
    await page.emulateMedia({ contrast: 'no-preference' });
    await expect.poll(picture).toBe(dark);
    expect(await page.evaluate(HAS_COLOUR)).toBe(true);
    await page.emulateMedia({ forcedColors: 'active' });
    await expect.poll(() => page.evaluate(HAS_COLOUR)).toBe(false);
  });
});

/** The charts' positions and the page's scroll position. */
const CHART_PLACES = `[...document.querySelectorAll('.chart-panel')].map((panel) => {
  const { x, y, width, height } = panel.getBoundingClientRect();
  return [panel.id, x, y, width, height].join(' ');
})`;

/** Whether the CPU line has its own colour from the dark theme. */
const HAS_COLOUR = `(() => {
  const canvas = document.querySelector('#chart-cpu canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4) {
    const isNear = [0x7f, 0xa8, 0xf5].every((share, place) => Math.abs(data[at + place] - share) < 12);
    if (isNear && data[at + 3] > 60) return true;
  }
  return false;
})()`;

/** Fakes and counts wake locks, which a browser without a screen lacks. */
const WAKE_LOCK = `(() => {
  const locks = (window.locks = { taken: 0, released: 0 });
  Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
    if (kind !== 'screen') throw new Error(kind);
    locks.taken += 1;
    return { release: async () => { locks.released += 1; } };
  } } });
})()`;
const LOCKS = 'window.locks';

/** The sizes of a projector, a screen and a rotated screen. */
const WALLS = [
  [1024, 768],
  [1080, 1920],
  [1920, 1080],
] as const;

/** The layout shift since the page was opened, as browsers measure it. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 0);
})`;

/** The charts and panels that are covered by the one before, or whose canvas goes beyond them. */
const OVERLAPS = `[...document.querySelectorAll('.chart-panel, .panels > .panel')].filter((panel, index, panels) => {
  const { top, bottom } = panel.getBoundingClientRect();
  const canvas = panel.querySelector('canvas')?.getBoundingClientRect();
  const above = panels[index - 1]?.getBoundingClientRect().bottom ?? 0;
  return (canvas?.bottom ?? top) > bottom || (bottom > top && top < above);
}).map(({ id, className }) => id || className)`;

const IS_FULL_SCREEN = 'document.fullscreenElement !== null';

/** The size of a large number, in pixels. */
const WALL_FIGURE = `parseFloat(getComputedStyle(document.querySelector('#chart-cpu .figure')).fontSize)`;

/** Whether anything on the wall is out of view. */
const WALL_OVERFLOW = `(() => {
  const wall = document.querySelector('.wall');
  return wall.scrollHeight > wall.clientHeight + 1 || wall.scrollWidth > wall.clientWidth;
})()`;
