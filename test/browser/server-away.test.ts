import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { promote } from '../support/accounts/stored-accounts.js';
import { admit, newPerson } from '../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../support/browser/chromium.js';
import { sharedService, startService } from '../support/processes/running-service.js';

const RULE = 'uptime > 0 s';

/**
 * The outage message that every page shows, either in its own connection state or in the notice shared by all others.
 */
const AWAY = /Sem conexão com o servidor desde \d\d:\d\d/;

/** Phrases that claim to describe the present. */
const CLAIMS = ['Ao vivo', 'Tudo em ordem', 'Tudo calmo', 'Nada disparou', 'Nada disparado agora'];

interface Shown {
  readonly path: string;
  /** Text that stays while the server is away. */
  readonly kept: string;
  readonly says: string;
}

const PAGES: Readonly<Record<string, Shown>> = {
  home: { path: '/', kept: '.host-row-name', says: '.connection-state' },
  list: { path: '/sistema/monitoramento/', kept: '.host-row-name', says: '.connection-state' },
  host: { path: '/sistema/monitoramento/1/', kept: '.chart canvas', says: '.connection-state' },
  wall: { path: '/sistema/monitoramento/1/?parede', kept: '.wall .chart canvas', says: '.wall-lost' },
  alerts: { path: '/sistema/alertas/', kept: '.section-nav', says: '.connection-notice' },
  rules: { path: '/sistema/alertas/regras/', kept: '.rule-expression', says: '.connection-notice' },
  administration: { path: '/admin/', kept: '.health', says: '.connection-notice' },
  account: { path: '/conta/', kept: '#profile', says: '.connection-notice' },
};

/** Starts a service, unless one is given, and opens a page as a staff member. */
async function begin(given?: Awaited<ReturnType<typeof startService>>) {
  const service = given ?? (await startService({ METRICS_INTERVAL_MS: '1000' }));
  const { page } = await openPage(await openChromium(), service.baseUrl, { viewport: { width: 1440, height: 900 } });
  const person = newPerson();
  await admit(page, person);
  promote(service.dataDir, person.username);
  return { service, page };
}

/** Sends a GraphQL operation with a page's cookies. */
async function ask<T>(page: Page, query: string): Promise<T> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'csrftoken')?.value ?? '';
  const answer = await page.request.post('/graphql', { data: { query }, headers: { 'x-csrftoken': token } });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Creates a rule that fires while the machine is on. @returns its id. */
async function createRule(page: Page, name: string): Promise<string> {
  const input = `{ name: "${name}", expression: "${RULE}", forSeconds: 0, releaseSeconds: 0, severity: BAD }`;
  const made = `mutation { createAlertRule(input: ${input}) { id } }`;
  return (await ask<{ createAlertRule: { id: string } }>(page, made)).createAlertRule.id;
}

/** Points of the bell's panel at which something else is hit. */
const COVERED_POINTS = `(() => {
  const panel = document.querySelector('.bell-panel');
  const { left, width, top, height } = panel.getBoundingClientRect();
  const points = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) => [0.05, 0.5, 0.95].map((y) => [x, y]));
  return points.filter(([x, y]) => !panel.contains(document.elementFromPoint(left + width * x, top + height * y)));
})()`;

const isLive = (page: Page) =>
  expect.poll(() => page.getByTestId('connection-state').getAttribute('data-state')).toBe('live');

/** Returns the visible claims about the present, ignoring controls that select the data to show. */
function claimsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    `(${(words: string[]) => {
      const { document } = globalThis as unknown as { document: { querySelectorAll(of: string): Iterable<Element> } };
      interface Element {
        innerText: string;
        closest(of: string): unknown;
        checkVisibility(): boolean;
      }
      const texts = [...document.querySelectorAll('body *')]
        .filter((one) => one.checkVisibility() && !one.closest('.choice, a, legend'))
        .map(({ innerText }) => innerText);
      return words.filter((word) => texts.includes(word));
    }})(${JSON.stringify(CLAIMS)})`,
  );
}

describe.runIf(chromiumPath || process.env.CI)('while the server is away (contract 4)', () => {
  test('every page says so and since when, keeps what it showed, and is live again by itself', async () => {
    const { service, page } = await begin();
    await ask(page, 'mutation { addHost(name: "nas", tags: []) { token } }');
    const pages = new Map<string, Page>();
    for (const [name, { path, kept }] of Object.entries(PAGES)) {
      const tab = pages.size === 0 ? page : await page.context().newPage();
      await tab.goto(path);
      await tab.locator(kept).first().waitFor();
      pages.set(name, tab);
    }
    for (const name of ['home', 'list', 'host', 'wall']) await isLive(pages.get(name) as Page);
    // The bell comes last because it holds the connection of all other pages.
    for (const tab of pages.values()) await tab.locator('.bell-button').waitFor({ state: 'attached' });

    process.kill(service.process.pid ?? 0, 'SIGSTOP');
    onTestFinished(() => void process.kill(service.process.pid ?? 0, 'SIGCONT'));
    for (const [name, { kept, says }] of Object.entries(PAGES)) {
      const tab = pages.get(name) as Page;
      await tab.locator(says).filter({ hasText: AWAY }).waitFor();
      expect([name, await claimsOf(tab)]).toEqual([name, []]);
      expect([name, await tab.locator(kept).first().isVisible()]).toEqual([name, true]);
      await expect.poll(() => tab.title()).toMatch(/^○ Sem conexão · /);
    }
    const alerts = pages.get('alerts') as Page;
    await alerts.getByRole('button', { name: 'Alertas: sem conexão' }).click();
    await alerts.locator('.bell-away').filter({ hasText: AWAY }).waitFor();

    process.kill(service.process.pid ?? 0, 'SIGCONT');
    // The stop was one long turn of the event loop, which the page reports for at least a minute.
    await (pages.get('administration') as Page).getByText('o event loop atrasou até').waitFor();
    for (const [name, { kept, says }] of Object.entries(PAGES)) {
      const tab = pages.get(name) as Page;
      await expect.poll(() => tab.locator(says).filter({ hasText: AWAY }).count()).toBe(0);
      expect([name, await tab.locator(kept).first().isVisible()]).toEqual([name, true]);
      await expect.poll(() => tab.title()).not.toContain('Sem conexão');
    }
    await alerts.getByText('Nada disparado agora.').waitFor();
  });

  test('what was typed and not saved stays, a chosen period comes when it can, and both go on after a restart', async () => {
    const { service, page } = await begin();
    await page.goto('/sistema/alertas/regras/1/');
    const name = page.getByLabel('Nome', { exact: true });
    await name.fill('Disco da frota');
    const charts = await page.context().newPage();
    await charts.goto('/sistema/monitoramento/');
    await charts.locator('.chart canvas').nth(3).waitFor();
    await isLive(charts);

    process.kill(-(service.process.pid ?? 0), 'SIGKILL');
    await service.ended;
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('O servidor não respondeu, então isto pode não ter sido salvo.').waitFor();
    expect(await name.inputValue()).toBe('Disco da frota');
    await charts.getByTestId('connection-state').filter({ hasText: AWAY }).waitFor();
    await charts.getByLabel('24 h').check();
    await charts.getByText('Sem conexão: este período aparece quando ela voltar.').waitFor();
    expect(await charts.locator('.chart canvas').count()).toBeGreaterThan(3);

    await startService({ METRICS_INTERVAL_MS: '1000', PORT: String(service.port), DATA_DIR: service.dataDir });
    await isLive(charts);
    await charts.getByText('Sem conexão: este período aparece quando ela voltar.').waitFor({ state: 'detached' });
    await expect.poll(() => charts.locator('.charts[data-fetching]').count()).toBe(0);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.waitForURL('**/sistema/alertas/regras/');
    await page.getByRole('link', { name: 'Disco da frota' }).waitFor();
  });
});

describe.runIf(chromiumPath || process.env.CI)('what pages say of a host', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

  test('a name of 150 letters leaves the figures on the first screen of a phone', async () => {
    const { page } = await openPage(await openChromium(), (await service()).baseUrl);
    await page.setViewportSize({ width: 390, height: 844 });
    await admit(page, newPerson('m'.repeat(150)));
    await page.goto('/');
    const third = page.locator('.small-chart').nth(2).locator('.small-figure').first();
    await third.waitFor();
    const { y = 0, height = 0 } = (await third.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBe(0);
  });

  test('the bell lies above what a page keeps in sight, also on a phone', async () => {
    const { page } = await begin(await service());
    const rules = await Promise.all(['um', 'dois', 'três'].map((name) => createRule(page, name)));
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/sistema/monitoramento/');
      await page.locator('.chart canvas').first().waitFor();
      await page.getByRole('button', { name: 'Alertas: 3 disparados' }).click();
      const links = page.locator('.bell-panel a');
      await expect.poll(() => links.count()).toBe(4);
      for (const link of await links.all()) {
        const isOnTop = await link.evaluate((one) => {
          const { left, top, width: w, height } = one.getBoundingClientRect();
          return one.contains(one.ownerDocument.elementFromPoint(left + w / 2, top + height / 2));
        });
        expect([width, await link.innerText(), isOnTop]).toEqual([width, expect.any(String), true]);
      }
      expect([width, await page.evaluate(COVERED_POINTS)]).toEqual([width, []]);
    }
    // The next test begins with nothing firing.
    for (const id of rules) await ask(page, `mutation { deleteAlertRule(id: "${id}") }`);
    await page.getByRole('button', { name: 'Alertas: nada disparado' }).waitFor();
  });

  test('no page calls it quiet while an alert fires on it; a past window wears no findings of today', async () => {
    const { page } = await begin(await service());
    await createRule(page, 'Máquina ligada');
    await page.goto('/sistema/monitoramento/');
    const firing = page.locator('.findings-strip').getByRole('link', { name: /^Máquina ligada, desde \d\d:\d\d$/ });
    await firing.waitFor();
    expect(await page.getByText(/Nada fora do comum/).count()).toBe(0);
    await page.getByRole('button', { name: 'Modo parede' }).click();
    await page.locator('.wall-state').getByText('Máquina ligada, desde').waitFor();
    expect(await page.getByText('Tudo calmo').count()).toBe(0);
    await page.goto('/');
    await page
      .locator('.home-firing')
      .filter({ hasText: /^Precisa de você\s*Crítico\s*Tempo ligado acima de 0 s/ })
      .waitFor();
    expect(await page.getByText('Nada disparado agora').count()).toBe(0);
    await ask(page, 'mutation { addHost(name: "nas", tags: []) { token } }');
    await page.goto('/sistema/monitoramento/');
    await page
      .locator('.host-row')
      .filter({ hasText: /1 alerta\s*Tempo ligado acima de 0 s, desde \d\d:\d\d/ })
      .waitFor();
    await page.locator('.host-row').filter({ hasText: 'Aguardando a primeira leitura' }).waitFor();

    for (const width of [1280, 1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/sistema/monitoramento/1/?de=2026-01-21T14:00:00Z&ate=2026-01-21T16:30:00Z');
      await page.locator('.chart canvas').first().waitFor();
      const dates = page.locator('.period-line');
      await expect.poll(() => dates.innerText()).toMatch(/^21 de jan\. de 2026.* – .*\d\d:30$/);
      const isWhole = () => dates.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
      await expect.poll(isWhole, { message: String(width) }).toBe(true);
      expect(await page.locator('.chart-panel[data-state], .chart-state, .findings-strip').count()).toBe(0);
      expect(await page.getByTestId('connection-state').count()).toBe(0);
    }
  });
});
