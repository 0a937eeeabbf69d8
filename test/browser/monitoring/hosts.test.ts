import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { promote } from '../../support/accounts/stored-accounts.js';
import { AgentSocket } from '../../support/agents/agent-socket.js';
import { manyHosts, type StandInHost, standInForHosts } from '../../support/agents/stand-in-for-hosts.js';
import { findFaults, go } from '../../support/browser/accessibility.js';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { chooseInRow } from '../../support/browser/row-menu.js';
import { sharedService } from '../../support/processes/running-service.js';

const MONITORING = '/sistema/monitoramento/';

const WAITING = 'Aguardando a primeira leitura';

const rows = (page: Page) => page.getByRole('list', { name: 'Máquinas' }).locator('> li');
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole('link', { name, exact: true }) });
const queryOf = (page: Page) => new URL(page.url()).search;

/** Scrolls down by about a hundred rows, a few in each frame. */
const SCROLL_ON = `(async () => {
  for (let step = 1; step <= 20; step += 1) {
    scrollTo(0, step * 300);
    await new Promise(requestAnimationFrame);
  }
})()`;

/** Whether the wall has many of 120 hosts, all of them within the screen, and says how many more there are. */
const WALL = `(() => {
  const tiles = [...document.querySelectorAll('.hosts-wall .host-row')];
  const more = document.querySelector('.hosts-wall-more')?.textContent;
  return {
    areMany: tiles.length > 8,
    areWithin: tiles.every((tile) => tile.getBoundingClientRect().bottom <= innerHeight),
    isMoreRight: more === 'Mais ' + (120 - tiles.length) + ' máquinas',
  };
})()`;

async function openHosts(
  baseUrl: string,
  hosts: readonly StandInHost[],
  path = MONITORING,
  { hasOwnClock = false } = {},
) {
  const opened = await openPage(await openChromium(), baseUrl, { viewport: { width: 1440, height: 900 } });
  const standIn = await standInForHosts(opened.page, hosts);
  await admit(opened.page, newPerson());
  if (hasOwnClock) await opened.page.clock.install();
  await opened.page.goto(path);
  return { ...opened, ...standIn };
}

describe.runIf(chromiumPath || process.env.CI)('the pages of several hosts (second part, 13)', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '500' });

  test('with one host nothing is added to the monitoring', async () => {
    const { baseUrl } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await admit(page, newPerson());
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(MONITORING);
    await page.locator('.chart canvas').first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Monitoramento');
    expect(await page.locator('.host-head, .hosts').count()).toBe(0);
    expect(requests.filter((url) => /assets\/(all-hosts|host-page)-/.test(url))).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('of seven all are listed, the worst first, and what is pushed is shown in the row, also on a phone', async () => {
    const { baseUrl } = await service();
    const long = 'banco-de-dados-de-pedidos-réplica-02.loja.exemplo.com.br';
    const changes: Readonly<Record<string, Partial<StandInHost>>> = { '3': { state: 2 }, '4': { name: long } };
    const hosts = manyHosts(7).map((host) => ({ ...host, ...changes[host.id] }));
    const { page, faults, tick, seen } = await openHosts(baseUrl, hosts);
    await expect.poll(() => rows(page).count()).toBe(7);
    expect(await rows(page).first().innerText()).toMatch(/servidor-0002\s+testes\s+Sem contato\s+desde /s);
    await expect.poll(() => seen.subscribed.length).toBe(7);
    tick([{ ...(hosts[1] as StandInHost), state: 1, figures: [97, 20, 30, 2048, null] }]);
    await expect.poll(() => row(page, 'servidor-0001').innerText()).toMatch(/Atrasada.*97%.*20%.*30%.*2,0\sKiB\/s/s);
    expect(await row(page, 'servidor-0001').locator('[data-high]').count()).toBe(1);
    // A wide screen shows all of a host's data side by side.
    const lefts = await Promise.all(
      ['.host-row-name', '[data-measure="cpu"]', '[data-measure="network"]'].map(async (part) => {
        const box = await row(page, 'servidor-0001').locator(part).first().boundingBox();
        return box?.x ?? Number.NaN;
      }),
    );
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b));

    // On a phone, a name has the width of the list, and two lines if it needs them.
    await page.setViewportSize({ width: 390, height: 800 });
    const name = row(page, long).getByRole('link');
    const placed = () =>
      name.evaluate((link) => ({
        fits: link.scrollHeight <= link.clientHeight + 1 && link.scrollWidth <= link.clientWidth,
        lines: Math.round(
          link.clientHeight /
            Number.parseFloat(link.ownerDocument.defaultView?.getComputedStyle(link).lineHeight ?? ''),
        ),
        isWide: link.clientWidth / (link.closest('ul')?.clientWidth ?? 0) > 0.85,
      }));
    await expect.poll(placed).toEqual({ fits: true, lines: 2, isWide: true });
    // Rows must not overlap; they take their new places in the frame after the page has become narrow.
    const gaps = () =>
      rows(page).evaluateAll((all) => {
        const boxes = all.map((one) => one.getBoundingClientRect());
        return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)));
      });
    await expect.poll(gaps).toEqual([0, 0, 0, 0, 0, 0]);
    expect(faults).toEqual([]);
  });

  test('the filter is in the address, which Back and a reload know', async () => {
    const { baseUrl } = await service();
    const { page } = await openHosts(baseUrl, manyHosts(60));
    await page.getByRole('radio', { name: /Sem contato/ }).check();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(queryOf(page)).toBe('?estado=sem-contato');
    await page.getByRole('combobox', { name: 'Etiqueta' }).selectOption('produção');
    await page.getByRole('searchbox').fill('0033');
    await expect.poll(() => queryOf(page)).toBe('?busca=0033&etiqueta=produ%C3%A7%C3%A3o&estado=sem-contato');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.reload();
    await row(page, 'servidor-0033').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('0033');
    await page.getByRole('searchbox').fill('nenhuma');
    await page.getByText('Nenhuma máquina corresponde ao filtro.').waitFor();
    await page.getByRole('button', { name: 'Mostrar todas' }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
    await page.goBack();
    await page.getByText('Nenhuma máquina corresponde ao filtro.').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('nenhuma');
  });

  test('of a thousand only those in sight are in the document and subscribed to, also after the end was scrolled to', async () => {
    const { baseUrl } = await service();
    const { page, seen } = await openHosts(baseUrl, manyHosts(1000));
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBeLessThan(40);
    await expect.poll(() => seen.subscribed.length).toBeGreaterThan(0);
    expect(seen.subscribed.length).toBeLessThanOrEqual(100);
    const before = seen.subscriptions;
    // Within the page, so that the list isn't still between two steps on a slow machine.
    await page.evaluate(SCROLL_ON);
    const last = page.locator('li[aria-posinset="1000"] a');
    // The list grows by twenty pages, requested one after another.
    const isAtEnd = async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return last.isVisible();
    };
    await expect.poll(isAtEnd, { timeout: 480_000 }).toBe(true);
    expect(await rows(page).count()).toBeLessThan(40);
    const path = await last.getAttribute('href');
    await expect.poll(() => seen.subscribed.map((id) => `${MONITORING}${id}/`)).toContain(path);
    expect(seen.subscriptions - before).toBeLessThan(12);
  }, 600_000);

  test('the small charts are filled at load by one request for the rows in sight, and continued by what is pushed', async () => {
    const { baseUrl } = await service();
    const hosts = manyHosts(120);
    const { page, seen, tick, faults } = await openHosts(baseUrl, hosts);
    const asked = () => seen.asked.filter(({ query }) => String(query).includes('hostSparklines'));
    const idsOf = (request: (typeof seen.asked)[number] | undefined) =>
      (request?.variables as { ids: string[] } | undefined)?.ids ?? [];
    const first = rows(page).first();
    const line = () => first.locator('[data-measure="cpu"] .spark path').last().getAttribute('d');
    // A point for each minute of the hour.
    await expect.poll(async () => (await line())?.match(/[ML]/g)?.length).toBe(60);
    expect(asked()).toHaveLength(1);
    expect(idsOf(asked()[0]).length).toBeLessThanOrEqual(60);
    const before = await line();
    const id = (await first.getByRole('link').getAttribute('href'))?.split('/').at(-2);
    const host = hosts.find((one) => one.id === id) as StandInHost;
    tick([{ ...host, state: 0, figures: [3, ...host.figures.slice(1)] }]);
    await expect.poll(line).not.toBe(before);
    await page.evaluate('scrollTo(0, 3000)');
    await expect.poll(() => asked().length).toBeGreaterThan(1);
    const ids = asked().flatMap(idsOf);
    expect(ids).toEqual([...new Set(ids)]);
    expect(faults).toEqual([]);
  });

  test('are the home page: fifty cards, the worst first, in their place as soon as they appear, and the way to the others', async () => {
    const { baseUrl } = await service();
    const { page, seen, faults } = await openHosts(baseUrl, manyHosts(120), MONITORING);
    // The list's last request, which must not be counted for the home page.
    await expect.poll(() => rows(page).first().locator('.spark path').last().getAttribute('d')).toMatch(/L/);
    seen.asked.length = 0;
    await page.goto('/');
    const cards = page.locator('.host-cards > li');
    await expect.poll(() => cards.count()).toBe(50);
    await expect.poll(() => cards.first().locator('.spark path').last().getAttribute('d')).toMatch(/L/);
    expect(seen.asked.filter(({ query }) => String(query).includes('hostSparklines'))).toHaveLength(1);
    expect(await cards.first().innerText()).toMatch(/Sem contato/);
    await page.getByText('Nada disparado agora.').waitFor();
    const shifts = await page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value; }))
        .observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
    })`);
    expect(shifts).toBeLessThan(0.01);
    await page.getByRole('link', { name: 'Mais 70 máquinas' }).click();
    await page.waitForURL(`**${MONITORING}`);
    await page.goBack();
    await page.getByRole('link', { name: /Sem contato\s*6/ }).click();
    await page.waitForURL('**?estado=sem-contato');
    expect(faults).toEqual([]);
  });

  test('are on the wall: the worst that fit, all of them within the screen, until Escape', async () => {
    const { baseUrl } = await service();
    const { page, faults } = await openHosts(baseUrl, manyHosts(120));
    await page.getByRole('button', { name: 'Modo parede' }).click();
    await expect.poll(() => queryOf(page)).toBe('?parede');
    // By its address, so that it isn't in full screen and can have several sizes.
    await page.goto(`${MONITORING}?parede`);
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
      [1080, 1920],
    ] as const) {
      await page.setViewportSize({ width, height });
      // As many as fit, which the wall counts again after the screen has changed.
      await expect.poll(() => page.evaluate(WALL)).toEqual({ areMany: true, areWithin: true, isMoreRight: true });
    }
    expect(await page.locator('.hosts-wall .host-row').first().innerText()).toContain('Sem contato');
    await page.keyboard.press('Escape');
    await expect.poll(() => queryOf(page)).toBe('');
    await rows(page).first().waitFor();
    expect(faults).toEqual([]);
  });

  test('rows that are being read stay while the list is asked for again, and what got worse comes to the top after', async () => {
    const { baseUrl } = await service();
    const hosts = manyHosts(120);
    const { page, faults, tick } = await openHosts(baseUrl, hosts, MONITORING, { hasOwnClock: true });
    let away = hosts.filter(({ state }) => state === 2).length;
    /** Makes one more host appear away after the list's next refresh. */
    const getsWorse = async (place: number) => {
      tick([{ ...(hosts[place] as StandInHost), state: 2, figures: [100, 100, 100, 0, 0] }]);
      await page.clock.fastForward(15_000);
      away += 1;
      await page.getByRole('radio', { name: new RegExp(`Sem contato\\s*${away}$`) }).waitFor();
    };
    const pathAt = (place: number) => page.locator(`li[aria-posinset="${place}"] a`).getAttribute('href');
    await rows(page).first().waitFor();
    await page.evaluate('scrollTo(0, 1500)');
    const read = await pathAt(30);
    await getsWorse(3);
    expect(await pathAt(30)).toBe(read);
    await page.evaluate('scrollTo(0, 1600)');
    await getsWorse(4);
    expect(await pathAt(30)).toBe(read);
    await page.evaluate('scrollTo(0, 0)');
    await getsWorse(6);
    await expect
      .poll(async () => [await pathAt(1), await pathAt(2), await pathAt(3)])
      .toEqual([hosts[3], hosts[4], hosts[6]].map((host) => `${MONITORING}${host?.id}/`));
    expect(faults).toEqual([]);
  });

  test('what comes late for a list that is no longer shown does not keep the next list from being fetched on', async () => {
    const { baseUrl } = await service();
    const { page, seen, faults } = await openHosts(baseUrl, manyHosts(120), '/', { hasOwnClock: true });
    const late = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      const { after, state } = route.request().postDataJSON()?.variables ?? {};
      if (after === '50' && !state) {
        isAsked.resolve();
        await late.promise;
      }
      await route.fallback();
    });
    await page.goto(MONITORING);
    await rows(page).first().waitFor();
    await page.evaluate('scrollTo(0, 300)');
    await isAsked.promise;
    // Stops the list's refresh timer, which would otherwise hide the effect.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('radio', { name: /Ao vivo/ }).check();
    await expect.poll(() => page.locator('.host-row').filter({ hasText: 'Sem contato' }).count()).toBe(0);
    await page.evaluate('scrollTo(0, 600)');
    await page.locator('li[aria-posinset="20"] a').waitFor();
    late.resolve();
    const parts = () => seen.asked.filter(({ variables }) => (variables as { state?: string }).state === 'LIVE');
    await expect
      .poll(() => parts().map(({ variables }) => (variables as { after?: string }).after))
      .toEqual([null, '50']);
    expect(faults).toEqual([]);
  });

  test('the page of a host has its name, its state and the way back; what is away is shown as it was', async () => {
    const { baseUrl } = await service();
    const hosts = manyHosts(3).map((host) => (host.id === '2' ? { ...host, clockSkewSeconds: -7 } : host));
    const { page, faults, tick } = await openHosts(baseUrl, hosts);
    await page.getByRole('link', { name: 'servidor-0001', exact: true }).click();
    await page.waitForURL(`**${MONITORING}2/`);
    const heading = page.getByRole('heading', { level: 1, name: 'servidor-0001' });
    await heading.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('servidor-0001');
    await page.locator('.chart canvas').first().waitFor();
    expect(await page.locator('.host-head').innerText()).toMatch(
      /Ao vivo.*produção.*relógio atrasado 7 s.*Vigia 0\.1\.0/s,
    );
    const box = await page.locator('.chart canvas').first().boundingBox();
    expect(box?.y).toBeLessThanOrEqual(260);
    tick([{ ...(hosts[1] as StandInHost), state: 2, lastSeenAt: '2026-11-20T12:00:00Z' }]);
    await page
      .locator('.host-condition')
      .filter({ hasText: /Sem contato\s*desde 20\/11\/2026/ })
      .waitFor();
    expect(await page.locator('.chart-section').getAttribute('data-stale')).toBe('true');
    await page.getByRole('link', { name: 'Todas as máquinas' }).click();
    await expect.poll(() => rows(page).count()).toBe(3);

    // Addresses of charts mean the machine of the service, as ever.
    await page.goto('/');
    await page.goto(`${MONITORING}#chart-cpu`);
    await page.locator('.chart canvas').first().waitFor();
    await page.getByRole('link', { name: 'Monitoramento' }).first().click();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(faults).toEqual([]);
  });

  test('a host that was only added waits for its first reading on its page and in the list, in no colour of trouble', async () => {
    const { baseUrl } = await service();
    const unseen = { state: 4, lastSeenAt: null, figures: [null, null, null, null, null] };
    const hosts = manyHosts(3).map((host) => (host.id === '2' ? { ...host, ...unseen } : host));
    const { page, tick } = await openHosts(baseUrl, hosts, `${MONITORING}2/`);
    await page.getByText('Esta máquina ainda não enviou nada.').waitFor();
    expect(await page.locator('.host-head').innerText()).toContain(WAITING);
    await page.getByRole('link', { name: 'Todas as máquinas' }).click();
    const added = row(page, 'servidor-0001');
    await expect.poll(() => added.innerText()).toMatch(new RegExp(`servidor-0001\\s+produção\\s+${WAITING}`));
    const colour = () =>
      added.locator('.host-state').evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).color);
    const waiting = await colour();
    tick([{ ...(hosts[1] as StandInHost), state: 0, figures: [5, 5, 5, 5, 5] }]);
    await expect.poll(() => added.innerText()).toContain('Ao vivo');
    expect(await colour()).toBe(waiting);
    tick([{ ...(hosts[1] as StandInHost), state: 2 }]);
    await expect.poll(() => added.innerText()).toMatch(/Sem contato\s+desde/);
    expect(await colour()).not.toBe(waiting);

    // An address without a host is no page of charts.
    await page.goto(`${MONITORING}99/`);
    await page.getByText('Esta máquina não existe.').waitFor();
    expect(await page.locator('.chart').count()).toBe(0);
  });

  test('are accessible by axe-core, in both themes, from a phone to a wide screen', async () => {
    const { baseUrl } = await service();
    const hosts = manyHosts(30).map((host) => (host.id === '3' ? { ...host, clockSkewSeconds: 9 } : host));
    const pages = {
      home: go('/', '.host-row a'),
      all: go(MONITORING, '.host-row a'),
      wall: go(`${MONITORING}?parede`, '.hosts-wall .host-row'),
      one: go(`${MONITORING}3/`, '.chart canvas'),
    };
    const faults = await findFaults(await openChromium(), baseUrl, pages, async (page) => {
      await standInForHosts(page, hosts);
      await admit(page, newPerson());
    });
    expect(faults).toEqual({});
  });
});

describe.runIf(chromiumPath || process.env.CI)('machines in the administration', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '500' });

  test('are there in the list once their first sample has come, which who adds them sees', async () => {
    const { baseUrl, dataDir, port } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    const person = newPerson();
    await admit(page, person);
    promote(dataDir, person.username);
    await page.goto('/admin/?parte=maquinas&nova');
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Loja');
    await page.getByRole('textbox', { name: 'Etiquetas' }).fill('vendas');
    await page.getByRole('button', { name: 'Continuar' }).click();
    const line = page.getByRole('region', { name: 'Linha que inicia o agente' });
    const [token = ''] = /vigia_host_[\w-]{43}/.exec(await line.innerText()) ?? [];
    await page.getByText('Esperando a primeira medição…').waitFor();
    const agent = await AgentSocket.open(port, { token });
    if (typeof agent === 'number') throw new Error(`refused with ${agent}`);
    agent.greet(Date.now());
    await expect.poll(() => agent.messages.length).toBeGreaterThan(0);
    let cpuPercent = 73;
    // Keeps the agent sending, since a silent machine is shown as away.
    const sending = setInterval(() => agent.send(agent.sample(Date.now(), { cpuPercent })), 1000);
    onTestFinished(() => clearInterval(sending));
    await page.getByText('Loja está ao vivo. web-1 · Debian GNU/Linux 12 (bookworm)').waitFor();
    await page.goto(MONITORING);
    await expect.poll(() => row(page, 'Loja').innerText()).toMatch(/(Ao vivo|Atrasada).*73%/s);
    expect(await rows(page).count()).toBeGreaterThan(1);
    await page.getByRole('combobox', { name: 'Etiqueta' }).selectOption('vendas');
    await expect.poll(() => rows(page).count()).toBe(1);
    cpuPercent = 12;
    await expect.poll(() => row(page, 'Loja').innerText()).toMatch(/12%/);
    expect(faults).toEqual([]);
  });

  test('are added in three steps; renamed, tagged, given a token and retired with the own password', async () => {
    const { baseUrl, dataDir } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    const person = newPerson();
    await admit(page, person);
    promote(dataDir, person.username);
    await page.goto('/admin/?parte=maquinas&nova');

    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Banco');
    await page.getByRole('textbox', { name: 'Etiquetas' }).fill('Produção, banco');
    await page.getByRole('button', { name: 'Continuar' }).click();
    const line = page.getByRole('region', { name: 'Linha que inicia o agente' });
    expect(await line.innerText()).toMatch(
      /^echo vigia_host_[\w-]{43} \| sudo sh .* --hub http:\/\/localhost:\d+ --token-file -$/,
    );
    await page.getByText('Docker', { exact: true }).click();
    await expect.poll(() => line.innerText()).toMatch(/^docker run .*VIGIA_AGENT_TOKEN=vigia_host_/);
    await page.getByText('Esperando a primeira medição…').waitFor();
    await page.getByRole('button', { name: 'Fechar' }).click();
    expect(await line.count()).toBe(0);

    const machine = page.getByRole('table', { name: 'Máquinas' }).getByRole('row').filter({ hasText: 'Banco' });
    expect(await machine.innerText()).toMatch(/produção.*Nunca/s);
    await chooseInRow(page, 'Banco', 'Renomear: Banco');
    await page.getByRole('dialog').getByLabel('Nome').fill('Banco 2');
    await page.getByRole('dialog').getByRole('button', { name: 'Renomear' }).click();
    await page.getByText('Agora se chama Banco 2.').waitFor();

    await chooseInRow(page, 'Banco 2', 'Etiquetas: Banco 2');
    await page.getByRole('dialog').getByLabel('Etiquetas').fill('testes');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await expect.poll(() => machine.innerText()).toContain('testes');

    await chooseInRow(page, 'Banco 2', 'Novo token: Banco 2');
    await page.getByRole('dialog').getByRole('button', { name: 'Novo token' }).click();
    await line.waitFor();

    await chooseInRow(page, 'Banco 2', 'Retirar: Banco 2');
    await page.getByText('Não há volta', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
    await page.getByText('Banco 2 foi retirada.').waitFor();
    await expect.poll(() => machine.getByRole('button').count()).toBe(0);
    await page.getByRole('table', { name: 'Máquinas' }).and(page.locator(':focus')).waitFor();
    await page.getByText('Retiradas', { exact: true }).click();
    await expect.poll(() => machine.count()).toBe(1);
    expect(faults).toEqual([]);
  });
});
