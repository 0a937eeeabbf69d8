import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, enter, logIn, newPerson } from '../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../support/browser/chromium.js';
import { startProxy } from '../support/http/proxy.js';
import { sharedService } from '../support/processes/running-service.js';

const MONITORING = '/sistema/monitoramento/';

/** Whether the other pages, which are prefetched some seconds after the first, have arrived. */
const OTHER_PAGES_ARE_HERE = `performance.getEntriesByType('resource').some(({ name }) => /converter-/.test(name))`;

function state(page: Page) {
  return page.getByTestId('connection-state').getAttribute('data-state');
}

function sampledAt(page: Page) {
  return page.getByTestId('sampled-at').getAttribute('datetime');
}

async function reach(page: Page, wanted: string): Promise<void> {
  await expect.poll(() => state(page), { interval: 200 }).toBe(wanted);
}

async function newer(page: Page, than: string | null): Promise<string | null> {
  await expect.poll(() => sampledAt(page)).not.toBe(than);
  return sampledAt(page);
}

/** The filter that marks stale content. */
const GREY = `getComputedStyle(document.querySelector('.panels')).filter`;

/** Records every connection state shown from now on in `states`. */
const RECORD_STATES = `{
  window.states = [];
  const record = () => states.push(document.querySelector('[data-testid=connection-state]')?.dataset.state);
  new MutationObserver(record).observe(document.body, { subtree: true, attributeFilter: ['data-state'] });
}`;

describe.runIf(chromiumPath || process.env.CI)('when the service cannot be reached as usual', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

  test('an outage is shown, the last figures stay, and the page comes back by itself', async () => {
    const proxy = await startProxy((await service()).port);
    const { page } = await openPage(await openChromium(), proxy.baseUrl, { fetchesOtherPages: true });
    await admit(page, newPerson());
    await page.goto(MONITORING);
    await reach(page, 'live');
    await expect.poll(() => page.evaluate<boolean>(OTHER_PAGES_ARE_HERE)).toBe(true);
    // Only the first files have arrived; translations and styles may still be loading.
    await page.waitForLoadState('networkidle');
    await proxy.cut();
    await reach(page, 'offline');
    expect(await page.getByTestId('connection-state').innerText()).toMatch(
      /Sem conexão com o servidor desde \d\d:\d\d\./,
    );
    const before = await sampledAt(page);
    expect(await page.getByTestId('cpu-percent').innerText()).toMatch(/\d/);
    expect(await page.getByTestId('sampled-at').innerText()).toMatch(/^Última leitura às \d\d:\d\d:\d\d$/);
    await expect.poll(() => page.title()).toBe('○ Sem conexão · Monitoramento · Vigia');
    expect(await page.evaluate(GREY)).toBe('grayscale(1)');
    await page.getByRole('button', { name: 'Modo parede' }).click();
    await page
      .locator('.wall-lost')
      .filter({ hasText: /^Sem conexão com o servidor desde/ })
      .waitFor();
    await page.goBack();
    // Navigating to another page of the client works without a server.
    await page.getByRole('link', { name: 'Conversor' }).click();
    await page.getByRole('link', { name: 'Monitoramento' }).click();
    expect(await sampledAt(page)).toBe(before);
    await page.evaluate(RECORD_STATES);
    await proxy.restore();
    await reach(page, 'live');
    // The service is back, and no dialog blocks the page.
    expect(await page.evaluate<string[]>('states')).not.toContain('asking');
    await newer(page, before);
  });

  test('a page that could not be fetched says so, and the others are shown as before', async () => {
    const proxy = await startProxy((await service()).port);
    const { page } = await openPage(await openChromium(), proxy.baseUrl);
    await admit(page, newPerson());
    await page.route(/\/converter-/, (route) => route.abort());
    await page.goto(MONITORING);
    await reach(page, 'live');
    await page.getByRole('link', { name: 'Conversor' }).click();
    await page.getByRole('button', { name: 'Recarregar' }).waitFor();
    await page.getByRole('link', { name: 'Monitoramento' }).click();
    expect(await sampledAt(page)).toMatch(/^20/);
  });

  test('where WebSocket is blocked the server is polled, by one tab for all, and the page shows it', async () => {
    const proxy = await startProxy((await service()).port);
    const { page } = await openPage(await openChromium(), proxy.baseUrl, { locale: 'en-GB' });
    await admit(page, newPerson());
    proxy.blockSockets();
    await page.goto(MONITORING);
    await reach(page, 'asking');
    expect(await page.getByTestId('connection-state').innerText()).toContain('figures updated every 5 s');

    // Three tabs in separate windows, so all are visible.
    const others = await Promise.all([page.context().newPage(), page.context().newPage()]);
    for (const other of others) await other.goto('/');
    const tabs = [page, ...others];
    for (const tab of tabs) await reach(tab, 'asking');
    const polling = new Set<Page>();
    for (const tab of tabs) {
      tab.on('request', (request) => {
        if (request.postData()?.includes('AskMetrics')) polling.add(tab);
      });
    }
    // Two responses serve every tab, although they were requested by one of them.
    for (let answer = 0; answer < 2; answer += 1) {
      const before = await Promise.all(tabs.map(sampledAt));
      await Promise.all(tabs.map((tab, index) => newer(tab, before[index] ?? null)));
    }
    expect(polling.size).toBe(1);

    proxy.allowSockets();
    for (const tab of tabs) await reach(tab, 'live');
  });

  test('it waits as long as Retry-After requires, and shows it', async () => {
    const proxy = await startProxy((await service()).port);
    const { page } = await openPage(await openChromium(), proxy.baseUrl);
    await admit(page, newPerson());
    // The same user's scripts have used up the quota for this minute.
    const statuses: number[] = [];
    for (let call = 0; call < 21; call += 1) {
      statuses.push((await page.request.get('/sistema/monitoramento/api/v1/metrics')).status());
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    proxy.blockSockets();
    // Counted by name, because other parts of the page, such as the bell, may be loaded late and ask for their own.
    let polls = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('AskMetrics')) polls += 1;
    });
    await page.goto(MONITORING);
    await reach(page, 'asking');
    const secondsLeft = async () => {
      const shown = await page.getByTestId('connection-state').innerText();
      return Number(/Tentando de novo em ([345]?\d) s\./.exec(shown)?.[1]);
    };
    // The code that polls is fetched first.
    await expect.poll(secondsLeft).toBeGreaterThan(0);
    const first = await secondsLeft();
    const before = polls;
    expect(before).toBeGreaterThan(0);
    // The wait must exceed the usual interval between two requests.
    await expect.poll(secondsLeft).toBeLessThanOrEqual(first - 6);
    expect(polls).toBe(before);
  });

  test('a session that has ended leads to the login and back, and nothing typed is lost', async () => {
    const { baseUrl } = await service();
    const browser = await openChromium();
    const ana = newPerson();
    const { page, faults } = await openPage(browser, baseUrl);
    await admit(page, ana);
    const elsewhere = await openPage(browser, baseUrl);
    await enter(elsewhere.page, ana);

    // Closes sockets, since the server would otherwise report the end immediately, leaving no time to press the button.
    await page.routeWebSocket('**/graphql', (socket) => socket.close());
    await page.goto('/conta/?from=bookmark');
    await page.getByRole('heading', { name: 'Seus dados' }).waitFor();
    await page.waitForLoadState('networkidle');
    // Requests of other sections and of the bell must not be the first to discover that the session has ended.
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation ChangeProfile')) await route.fallback();
    });
    await page.getByLabel('Nome', { exact: true }).fill('Ana de Souza');
    await elsewhere.page.goto('/conta/');
    await elsewhere.page.getByRole('button', { name: 'Encerrar todas as outras' }).click();
    await elsewhere.page.getByText('As outras sessões foram encerradas, e os tokens deixaram de valer.').waitFor();

    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.waitForURL('**/accounts/login/?next=/conta/%3Ffrom%3Dbookmark');
    await page.unroute('**/graphql');
    await logIn(page, ana);
    await page.waitForURL('**/conta/?from=bookmark');
    await page.getByText('O que você digitou está aqui').waitFor();
    expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Ana de Souza');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe('{}');
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  });
});
