import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { measureNames, measures } from '../../../src/features/monitoring/measures.js';
import { ANA, admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage, settle } from '../../support/browser/chromium.js';
import { answersText, startFakeGemini } from '../../support/fakes/fake-gemini.js';
import { standInForPushes } from '../../support/http/stand-in-for-pushes.js';
import { commandLine } from '../../support/processes/command-line.js';
import { createScript, sharedService, startService } from '../../support/processes/running-service.js';

const MONITORING = '/sistema/monitoramento/';

function chart(page: Page, name: RegExp) {
  return page.getByRole('img', { name });
}

/** Returns the rows of a chart's table, opening the table if necessary. */
async function rowsOf(page: Page, name: string) {
  const panel = page.locator('.chart-panel').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const details = panel.locator('details');
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  return panel.locator('tbody tr');
}

/** Waits until a service has stored at least `count` samples. */
async function samplesStored(baseUrl: string, count: number): Promise<void> {
  const script = await createScript(baseUrl);
  const stored = async () => {
    const [from, to] = [Date.now() - 60_000, Date.now()].map((time) => new Date(time).toISOString());
    const answer = await script.graphql(HISTORY, { from, to });
    return answer.json<HistoryAnswer>().data.metricsHistory.cpuPercent.average.filter((value) => value !== null).length;
  };
  await expect.poll(stored, { interval: 500 }).toBeGreaterThanOrEqual(count);
}

const HISTORY =
  'query ($from: String!, $to: String!) { metricsHistory(from: $from, to: $to) { cpuPercent { average } } }';

interface HistoryAnswer {
  readonly data: { readonly metricsHistory: { readonly cpuPercent: { readonly average: (number | null)[] } } };
}

async function newerSample(page: Page): Promise<void> {
  const sampledAt = () => page.getByTestId('sampled-at').getAttribute('datetime');
  const before = await sampledAt();
  await expect.poll(sampledAt).not.toBe(before);
}

/** All charts in the registry of measures. */
const charts = new Set(measureNames.map((name) => measures[name].chart));

describe.runIf(chromiumPath || process.env.CI)('the dashboard (contract 4)', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '500' });

  test('is filled from the history at once, over every time, and is read as tables', async () => {
    const { baseUrl } = await service();
    // Waits for samples that are taken before anyone visits.
    await samplesStored(baseUrl, 12);
    const { page, faults, foreign } = await openPage(await openChromium(), baseUrl);
    await admit(page, newPerson());
    await page.goto(MONITORING);
    await chart(page, /^Processador, de .* a .*\. mín\. .* máx\./).waitFor();
    const unreported = (await page.locator('.charts-unreported').allInnerTexts()).flatMap((text) =>
      text.split(/,| e /),
    );
    expect((await page.locator('.chart canvas').count()) + unreported.length).toBe(charts.size);
    const rows = await rowsOf(page, 'Processador');
    await rows.first().waitFor();
    expect(await rows.count()).toBeGreaterThan(5);
    for (const range of ['1 h', '24 h', '7 dias', '30 dias', '1 ano']) {
      await page.getByText(range, { exact: true }).click();
      await expect.poll(() => page.locator('.charts[data-fetching]').count()).toBe(0);
      await (await rowsOf(page, 'Rede')).first().waitFor();
      await chart(page, /^Memória, de .* mín\./).waitFor();
    }
    await page.getByText('Ao vivo', { exact: true }).last().click();
    await expect.poll(() => page.locator('.charts[data-fetching]').count()).toBe(0);

    // The chart grows without any interaction.
    const label = () => chart(page, /^Processador/).getAttribute('aria-label');
    const before = await label();
    await expect.poll(label).not.toBe(before);
    expect([faults, foreign]).toEqual([[], []]);
  });

  test('is zoomed by drawing over a chart and by buttons, read under the pointer, and goes back', async () => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl, { locale: 'en-GB' });
    await admit(page, newPerson());
    await page.goto(MONITORING);
    await chart(page, /^Processor/).waitFor();
    const band = page.locator('.chart .u-over').first();
    await band.scrollIntoViewIfNeeded();
    const box = (await band.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;

    // The reading floats over the plot, stays within its card and doesn't move anything.
    const card = page.locator('#chart-cpu');
    const places = () =>
      page.locator('.chart-panel, .chart-panel *:not(.chart-reading, .chart-reading *)').evaluateAll(
        `(elements) => elements.map((element) => element.closest('.u-over, .chart-head') ? '' : [
        element.getBoundingClientRect().top, element.getBoundingClientRect().height].join())`,
      );
    const [before, present] = [await places(), await card.locator('.chart-time').innerText()];
    expect(present).toBe('now');
    await page.mouse.move(...at(0.99));
    const reading = page.locator('.chart-reading');
    await expect.poll(() => reading.innerText()).toMatch(/^\d\d:\d\d:\d\d\s+[\d.]+%$/);
    expect(await card.locator('.chart-time').innerText()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(await places()).toEqual(before);
    expect(await isWithin(reading, card)).toBe(true);
    // At times before the first sample, the reading only says when measuring started.
    await page.mouse.move(...at(0.01));
    await expect.poll(() => reading.innerText()).toMatch(/Measuring since \d\d:\d\d$/);
    expect(await isWithin(reading, card)).toBe(true);
    expect(await card.getByTestId('cpu-percent').innerText()).toBe('–');
    await page.mouse.move(...at(0.4));
    await page.mouse.down();
    await page.mouse.move(...at(0.99), { steps: 5 });
    await page.mouse.up();
    const shown = page.locator('.period-line');
    await expect.poll(() => shown.innerText()).toMatch(/\d\d:\d\d:\d\d – \d\d:\d\d:\d\d/);
    const drawn = await shown.innerText();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => shown.innerText()).not.toBe(drawn);
    await page.getByRole('button', { name: 'Earlier' }).click();

    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: 'Whole period' }).click();
    await expect.poll(() => shown.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Later' }).isDisabled()).toBe(true);
  });

  test('fills whole rows from a phone to a wide screen, with heads of one line and nothing cut off', async () => {
    const { baseUrl } = await service();
    await samplesStored(baseUrl, 2);
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await admit(page, newPerson());
    await page.goto(MONITORING);
    // The rules that come with Vigia are on.
    await chart(page, /^Memória, de .*limite: Memória quase esgotada 95,0%/).waitFor();
    await settle(page);
    const count = await page.locator('.chart-panel').count();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const columns = width < 960 ? 1 : width < 1200 ? 2 : 3;
      // A card's place is its distance from the edges of the page, so each row begins and ends at zero.
      const whole = Array.from({ length: Math.ceil(count / columns) }, () => '0,0');
      await expect.poll(async () => [width, await page.evaluate(ROW_EDGES)]).toEqual([width, whole]);
    }
    await page.getByRole('button', { name: 'Ampliar' }).click();
    await page.locator('.period-line').waitFor();
    await expect.poll(() => page.locator('.charts[data-fetching]').count()).toBe(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      // The canvases adapt to the new width in the next frame.
      await expect.poll(async () => [width, await page.evaluate(OUT_OF_PLACE)]).toEqual([width, NOTHING_OUT_OF_PLACE]);
    }
    expect(faults).toEqual([]);
  });

  test('is read by keyboard, point by point, and says what is pressed as the value of a slider', async () => {
    const { baseUrl } = await service();
    await samplesStored(baseUrl, 12);
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await admit(page, newPerson());
    await page.goto(MONITORING);
    const slider = page.getByRole('slider', { name: 'Processador: ler ponto a ponto', exact: true });
    await slider.focus();
    const spoken = () => slider.getAttribute('aria-valuetext');
    const seconds = async () => Number(await slider.getAttribute('aria-valuenow'));
    await expect.poll(spoken).toMatch(/^\d\d:\d\d:\d\d: \d+,\d%$/);
    const newest = await seconds();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(seconds).toBeLessThan(newest);
    const [before, text] = [await seconds(), await spoken()];
    expect(await page.locator('.chart-reading').innerText()).toContain(text?.slice(0, 8));
    // The other charts follow to the same pixel, which may cover several samples; only this one has the box.
    await expect.poll(() => page.locator('#chart-memory .chart-time').innerText()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(await page.locator('.chart-reading').count()).toBe(1);
    // The reading stays in place while samples arrive.
    await newerSample(page);
    expect([await seconds(), await spoken()]).toEqual([before, text]);
    await page.keyboard.press('Home');
    await expect.poll(seconds).toBe(Number(await slider.getAttribute('aria-valuemin')));
    await page.keyboard.press('PageUp');
    await expect.poll(seconds).toBeGreaterThan(Number(await slider.getAttribute('aria-valuemin')));
    await page.keyboard.press('End');
    await expect.poll(seconds).toBeGreaterThan(before);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.chart-reading').count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('slider');
    await expect.poll(() => page.locator('#chart-memory .chart-time').innerText()).toBe('agora');
    expect(faults).toEqual([]);
  });

  test('shows what would be sent before the first analysis, sends it, and shows the answer as text', async () => {
    const provider = await startFakeGemini();
    const answer = 'Tudo calmo <img src=x onerror=alert(1)>\n\nNada a fazer.';
    let release = () => {};
    const { baseUrl } = await startService({ ...provider.environment, METRICS_INTERVAL_MS: '1000' });
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await admit(page, ANA);
    await page.goto(MONITORING);
    await page.getByRole('button', { name: 'Analisar agora' }).click();
    const prompt = await page.locator('.prompt').innerText();
    expect(prompt).toContain('- Processador:');
    expect(provider.calls).toHaveLength(0);
    // Samples keep arriving, but the displayed text stays, and exactly that text is sent.
    await newerSample(page);
    const shown = await page.locator('.prompt').innerText();

    provider.answersWith((response) => {
      release = () => answersText(answer)(response);
    });
    const call = provider.nextCall();
    await page.getByRole('button', { name: 'Enviar isto e analisar' }).click();
    expect((await call).body.contents[0]?.parts[0]?.text).toBe(shown);
    await page.getByText('Analisando').waitFor();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByText('Cancelado.').waitFor();
    release();

    // As long as the sample is current, a new request returns the text begun earlier; otherwise it is written again.
    provider.answersWith(answersText(answer));
    await page.getByRole('button', { name: 'Analisar agora' }).click();
    const text = page.locator('.analysis-text');
    await text.waitFor();
    expect(await text.innerText()).toMatch(/^Tudo calmo/);
    expect(await page.locator('.analysis img').count()).toBe(0);

    // While the analysis of a newer sample is pending, the last one is not shown in its place.
    await newerSample(page);
    provider.answersWith((response) => {
      release = () => answersText('Agora outra coisa.')(response);
    });
    const next = provider.nextCall();
    await page.getByRole('button', { name: 'Analisar agora' }).click();
    await page.getByText('Analisando').waitFor();
    await next;
    await page.getByRole('button', { name: 'Cancelar' }).waitFor();
    expect(await text.count()).toBe(0);
    release();
    await expect.poll(() => text.innerText()).toBe('Agora outra coisa.');
    expect(faults).toEqual([]);
  });

  test('says that no AI is active, what stands out, and the processes to staff only', async () => {
    const { baseUrl, dataDir } = await service();
    const { page } = await openPage(await openChromium(), baseUrl, { locale: 'en-GB', hasTouch: true, isMobile: true });
    const person = newPerson();
    await admit(page, person);
    await page.goto(MONITORING);
    await page.getByText('AI analysis is turned off on this server.').waitFor();
    expect(await page.getByRole('heading', { name: 'AI analysis' }).count()).toBe(0);
    await page.locator('.findings li').first().waitFor();
    expect(await page.getByRole('heading', { name: 'Processes', exact: true }).count()).toBe(0);
    const peaks = await standInForPeaks(page);
    await page.locator('.chart').first().waitFor();
    await tapNewest(page);
    await page.locator('#chart-cpu .chart-reading').waitFor();
    expect(await page.locator('.chart-processes').count()).toBe(0);
    await commandLine(dataDir).run(['user', 'staff', person.username]);
    expect(peaks).toEqual([]);
    await page.reload();
    await page.locator('.chart').first().waitFor();
    expect(await page.getByText('Tap a chart to read a point.').isVisible()).toBe(true);
    await tapNewest(page);
    await expect.poll(() => page.locator('.chart-processes li').allInnerTexts()).toEqual(PEAK_TEXTS);
    // Once for each minute under the finger, which is the next one if a minute has just begun.
    expect(peaks).toEqual([...new Set(peaks)]);
    await page.getByRole('heading', { name: 'Network' }).tap();
    await expect.poll(() => page.locator('.chart-reading').count()).toBe(0);
    let asked = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('busiestProcesses')) asked += 1;
    });
    await page.getByText('Show the processes of now').click();
    const table = page.getByRole('table', { name: 'By memory' });
    await table.waitFor();
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'PID', 'Memory']);
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: /MiB|GiB/ })
        .count(),
    ).toBeGreaterThan(0);
    // Kernel processes have no command, but the largest process is never one of them.
    await table.getByRole('button').first().click();
    await expect.poll(() => page.locator('.process-command').innerText()).toMatch(/\S/);
    // The processes are refreshed only while the panel is open.
    await expect.poll(() => asked).toBeGreaterThan(1);
    await page.getByText('Show the processes of now').click();
    await table.waitFor({ state: 'detached' });
  });

  test('has no temperature of the processor until one is reported, and then has it everywhere', async () => {
    const { baseUrl } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    const feed = await standInForPushes(page, { cpuTemperatureCelsius: null });
    await withoutTemperatures(page);
    await admit(page, newPerson());
    await page.goto(MONITORING);
    await feed(1);
    await chart(page, /^Processador, de/).waitFor();
    await feed(1);
    const drawn = chart(page, /^Temperatura do processador, de/);
    const fact = page.locator('.facts div').filter({ hasText: 'Temperatura do processador' });
    const unreported = page.getByText(/^Esta máquina não informa: .*Temperatura do processador/);
    await unreported.waitFor();
    expect([await drawn.count(), await fact.count()]).toEqual([0, 0]);
    await feed(1, { cpuTemperatureCelsius: 40.25 });
    await expect.poll(() => drawn.getAttribute('aria-label')).toContain('máx. 40,3\u00a0°C');
    expect(await fact.locator('dd').innerText()).toBe('40,3\u00a0°C');
    expect(await unreported.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('is as light after the samples of a whole day as before', async () => {
    const { baseUrl } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    const feed = await standInForPushes(page);
    await admit(page, newPerson());
    await page.goto(MONITORING);
    await feed(200);
    await chart(page, /^Processador/).waitFor();
    await feed(400);
    const before = await measureWeight(page);
    await feed(17_280);
    const after = await measureWeight(page);
    expect(after.elements).toBe(before.elements);
    expect(after.heapBytes - before.heapBytes).toBeLessThan(4 * 1024 ** 2);
    await page.getByText('1 h', { exact: true }).click();
    await expect.poll(() => page.locator('.charts[data-fetching]').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

/** A phone, and screens with room for two and three charts beside each other. */
const WIDTHS = [390, 960, 1280, 1920];

/** How far the first and the last card of each row are from the edges of the charts. */
const ROW_EDGES = `(() => {
  const rows = Map.groupBy(document.querySelectorAll('.chart-panel'), (card) => card.offsetTop);
  const { left, right } = document.querySelector('.charts').getBoundingClientRect();
  const edges = (cards) => [cards.at(0).getBoundingClientRect().left - left, cards.at(-1).getBoundingClientRect().right - right];
  return [...rows.values()].map((cards) => edges(cards).map(Math.round).join());
})()`;

/** The elements that are cut off, how many heights the heads have, and how far the page is wider than the screen. */
const OUT_OF_PLACE = `(() => {
  const parts = document.querySelectorAll(
    '.chart-head, .chart-foot, .chart-about, .monitoring-bar, .monitoring-bar *, .period-line');
  const cut = [...parts]
    .filter((element) => !element.closest('.step-label, .wall-open-text, input, legend'))
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(({ className }) => className);
  const heads = new Set([...document.querySelectorAll('.chart-head')].map((head) => head.clientHeight));
  return { cut, heights: heads.size, beyond: document.documentElement.scrollWidth - innerWidth };
})()`;
const NOTHING_OUT_OF_PLACE = { cut: [], heights: 1, beyond: 0 };

async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([inner.boundingBox(), outer.boundingBox()]);
  if (!a || !b) return false;
  return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
}

async function tapNewest(page: Page): Promise<void> {
  const band = page.locator('#chart-cpu .u-over');
  await band.scrollIntoViewIfNeeded();
  const { width, height } = (await band.boundingBox()) ?? { width: 0, height: 0 };
  await band.tap({ position: { x: width - 2, y: height / 2 } });
}

const PEAK_TEXTS = ['p6\n60.0%', 'p5\n50.0%', 'p4\n40.0%', 'p3\n30.0%', 'p2\n20.0%'];

/** Fakes the server's response about a minute's processes. @returns the minutes requested so far. */
async function standInForPeaks(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('processPeaks')) return route.fallback();
    asked.push(route.request().postDataJSON().variables.from);
    const processes = [1, 2, 3, 4, 5, 6].map((use) => ({
      __typename: 'PeakProcess',
      name: `p${use}`,
      cpuPercent: use * 10,
      ramBytes: use,
    }));
    const processPeaks = [{ __typename: 'ProcessPeak', at: new Date().toISOString(), processes }];
    await route.fulfill({ json: { data: { processPeaks } } });
  });
  return asked;
}

/** Counts a page's elements and measures its heap after garbage collection. */
async function measureWeight(page: Page): Promise<{ elements: number; heapBytes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return {
    elements: await page.evaluate<number>(
      // Excludes findings and the start of measuring, which vary with the machine.
      'document.querySelectorAll(".charts :not(.chart-state, .chart-state *, .chart-since)").length',
    ),
    heapBytes: usedSize,
  };
}

/** Removes the machine's temperatures from the history, as if it had no sensor. */
async function withoutTemperatures(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const series = answer.data?.metricsHistory?.cpuTemperatureCelsius;
    for (const kind of Object.keys(series ?? {})) if (Array.isArray(series[kind])) series[kind].fill(null);
    await route.fulfill({ response, json: answer });
  });
}
