import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { promote } from '../../support/accounts/stored-accounts.js';
import { jsonOf, type ReceivedRequest, startReceiver } from '../../support/alerts/receiver.js';
import { admit, newPerson, tableRows } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { chooseInRow } from '../../support/browser/row-menu.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService({ METRICS_INTERVAL_MS: '1000', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' });

/** Opens a page as a signed-in user, a staff member by default. */
async function signedIn({ isStaff = true } = {}) {
  const { baseUrl, dataDir } = await service();
  const watched = await openPage(await openChromium(), baseUrl);
  const person = newPerson();
  await admit(watched.page, person);
  if (isStaff) promote(dataDir, person.username);
  return { ...watched, person };
}

/** Sends a GraphQL operation with a page's cookies. */
async function ask<T>(page: Page, query: string, variables: object = {}): Promise<T> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'csrftoken')?.value ?? '';
  const answer = await page.request.post('/graphql', { data: { query, variables }, headers: { 'x-csrftoken': token } });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Creates a rule whose condition is true while the machine is on. @returns its id. */
async function firingRule(page: Page, name: string, channels: readonly string[] = []): Promise<string> {
  const input = { name, expression: 'uptime > 0 s', forSeconds: 0, releaseSeconds: 0, severity: 'BAD', channels };
  const CREATE = 'mutation ($input: AlertRuleInput!) { createAlertRule(input: $input) { id } }';
  const { createAlertRule } = await ask<{ createAlertRule: { id: string } }>(page, CREATE, { input });
  return createAlertRule.id;
}

function deleteRule(page: Page, id: string): Promise<unknown> {
  return ask(page, 'mutation ($id: ID!) { deleteAlertRule(id: $id) }', { id });
}

async function saveTelegram(page: Page, { name, url }: { name: string; url: string }): Promise<void> {
  await page.getByLabel('Tipo').selectOption('Telegram');
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('Token do bot').fill('7:secret-of-the-bot');
  await page.getByLabel('Id da conversa').fill('-100');
  await page.getByLabel('Servidor próprio').fill(url);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL('**/sistema/alertas/canais/');
}

/** Writes incidents directly to the database, as if they had accumulated over time. */
async function writeIncidents(
  incidents: readonly { name: string; minutesAgo: number; measure?: string }[],
  host = `servidor-de-nome-comprido-${'x'.repeat(60)}`,
) {
  const { dataDir } = await service();
  const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'));
  const insert = database.prepare(
    `insert into incidents (rule_id, rule_name, expression, severity, for_seconds, host_number, host_name, measure,
       comparisons, started_at) values (null, ?, 'cpu > 90 %', 'WARNING', 300, 1, ?, ?, ?, ?)`,
  );
  const comparisons = JSON.stringify([{ text: 'cpu > 90 %', unit: 'percent', before: 41, atStart: 91, peak: 99.5 }]);
  for (const { name, minutesAgo, measure = null } of incidents) {
    insert.run(name, host, measure, comparisons, Date.now() - minutesAgo * 60_000);
  }
  database.close();
}

/** Removes a test's incidents so that the next test starts with nothing firing. */
async function forgetIncidents(): Promise<void> {
  const { dataDir } = await service();
  const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'));
  database.prepare('delete from incidents').run();
  database.close();
}

/** Returns a colour token as red, green and blue. */
function readColour(page: Page, token: string): Promise<number[]> {
  return page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = 'var(${token})';
    return getComputedStyle(probe).color.match(/\\d+/g).map(Number);
  })()`);
}

/** Returns the colour drawn just below a chart's top edge, at a fraction of its width. */
function edgeAt(page: Page, chart: string, share: number): Promise<number[]> {
  return page.evaluate(`(() => {
    const [canvas, over] = ['canvas', '.u-over'].map((name) => document.querySelector('#${chart} ' + name));
    const [outer, inner] = [canvas, over].map((element) => element.getBoundingClientRect());
    const scale = canvas.width / outer.width;
    const x = (inner.left - outer.left + inner.width * ${share}) * scale;
    const y = (inner.top - outer.top + 1) * scale;
    return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].slice(0, 3);
  })()`);
}

describe.runIf(chromiumPath || process.env.CI)('the pages of alerts (contract 12)', () => {
  test('lead an operator from nothing to a message, and on to its end', async () => {
    const { page, faults } = await signedIn();
    const telegram = await startReceiver();
    await page.goto('/sistema/alertas/');
    await page.getByText('Nada disparou.').waitFor();
    await page.getByRole('button', { name: 'Alertas: nada disparado' }).click();
    await page.getByText('Nada disparado agora.').waitFor();

    await page.getByRole('link', { name: 'Canais' }).click();
    await page.getByText('Nenhum canal ainda.').waitFor();
    await page.getByRole('link', { name: 'Novo canal' }).click();
    await saveTelegram(page, { name: 'Plantão', url: telegram.url });
    await chooseInRow(page, 'Plantão', 'Enviar teste: Plantão');
    await page.getByText(/Teste por “Plantão” entregue em \d+ ms/).waitFor();
    expect(telegram.received.map(({ path }) => path)).toEqual(['/bot7:secret-of-the-bot/sendMessage']);
    expect(await page.content()).not.toContain('secret-of-the-bot');

    const { channels } = await ask<{ channels: { nodes: { id: string }[] } }>(page, '{ channels { nodes { id } } }');
    const rule = await firingRule(page, 'Máquina ligada', [channels.nodes[0]?.id ?? '']);
    await page.getByRole('button', { name: 'Alertas: 1 disparado' }).waitFor();
    await expect.poll(() => page.title()).toBe('1 alerta · Canais · Alertas · Vigia');
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/static/favicon-bad.svg');
    await page
      .getByTestId('incident-announcement')
      .filter({ hasText: /^Alerta disparado: Máquina ligada em / })
      .waitFor({ state: 'attached' });
    // A message is sent half a minute after its event, together with any later ones.
    await expect.poll(() => telegram.received.length).toBe(2);
    const { chat_id: chat, text } = jsonOf<{ chat_id: string; text: string }>(telegram.received[1] as ReceivedRequest);
    expect(chat).toBe('-100');
    expect(text).toContain('Máquina ligada');

    // The message links to the incident's page.
    await page.goto(new URL(/https?:\S+\/sistema\/alertas\/\d+\//.exec(text)?.[0] ?? '').pathname);
    await page.getByRole('heading', { name: /^Tempo ligado acima de 0 s há \d+ (s|min) em / }).waitFor();
    await page.getByRole('table', { name: 'Avisos enviados' }).getByText('entregue').waitFor();
    await page.getByRole('button', { name: /^Reconhecer: / }).click();
    await page.getByLabel('Nota (opcional)').fill('Já vi');
    await page.getByRole('dialog').getByRole('button', { name: 'Reconhecer' }).click();
    await page.getByText('Já vi').waitFor();
    // Once an incident is acknowledged, the button changes the note.
    await page.getByRole('button', { name: /^Mudar a nota: / }).click();
    const note = page.getByRole('dialog', { name: /^Mudar a nota de “Máquina ligada” em / });
    await note.getByLabel('Nota (opcional)').fill('Já resolvo');
    await note.getByRole('button', { name: 'Salvar nota' }).click();
    await page.getByText(/^Nota salva: Máquina ligada em /).waitFor();
    await page.getByText('Já resolvo').waitFor();
    await page.getByRole('button', { name: /^Silenciar: / }).click();
    await page.getByLabel('Motivo').fill('Teste do silêncio');
    await page.getByRole('dialog').getByRole('button', { name: 'Silenciar' }).click();
    await page.getByText(/^Silenciado até /).waitFor();

    await page.getByRole('link', { name: 'Silêncios' }).click();
    const silence = tableRows(page, 'Silêncios').filter({ hasText: 'Teste do silêncio' });
    await silence.getByText('em vigor').waitFor();
    await silence.getByRole('button', { name: /^Encerrar o silêncio de Máquina ligada em / }).click();
    await page.getByText(/^Silêncio encerrado: Máquina ligada/).waitFor();
    await expect.poll(() => silence.getByText('em vigor').count()).toBe(0);

    await deleteRule(page, rule);
    await page.getByRole('button', { name: 'Alertas: nada disparado' }).waitFor();
    await expect.poll(() => page.title()).toBe('Silêncios · Alertas · Vigia');
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/static/favicon.svg');
    await page.getByRole('link', { name: 'Incidentes' }).click();
    await expect
      .poll(async () => (await tableRows(page, 'Encerrados').allInnerTexts())[0])
      .toMatch(/Tempo ligado acima de 0 s por .+ em [\s\S]*Máquina ligada[\s\S]*Já resolvo[\s\S]*a regra foi excluída/);
    expect(faults).toEqual([]);
    await forgetIncidents();
  });

  test('never show a secret again, keep it when it is not typed, and ask before a channel goes', async () => {
    const { page } = await signedIn();
    const telegram = await startReceiver();
    await page.goto('/sistema/alertas/canais/novo/');
    await saveTelegram(page, { name: 'Reserva', url: telegram.url });
    await page.getByRole('link', { name: 'Reserva' }).click();
    const token = page.getByLabel('Token do bot');
    expect([await token.inputValue(), await token.getAttribute('placeholder')]).toEqual([
      '',
      'guardado; escreva para trocar',
    ]);
    await page.getByLabel('Nome').fill('Reserva da noite');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await chooseInRow(page, 'Reserva da noite', 'Enviar teste: Reserva da noite');
    await page.getByText(/entregue em/).waitFor();
    expect(telegram.received.at(-1)?.path).toBe('/bot7:secret-of-the-bot/sendMessage');

    telegram.answersWith((response) => void response.writeHead(403).end('{"description":"Forbidden: bot was kicked"}'));
    await chooseInRow(page, 'Reserva da noite', 'Enviar teste: Reserva da noite');
    await page.getByText(/não entregue[\s\S]*403 Forbidden: bot was kicked/).waitFor();

    await chooseInRow(page, 'Reserva da noite', 'Excluir: Reserva da noite');
    const dialog = page.getByRole('dialog', { name: 'Excluir o canal “Reserva da noite”?' });
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Canal “Reserva da noite” excluído.').waitFor();
    await expect.poll(() => tableRows(page, 'Canais').filter({ hasText: 'Reserva' }).count()).toBe(0);
    await page.getByRole('table', { name: 'Canais' }).and(page.locator(':focus')).waitFor();
  });

  test('are the incidents alone for whoever is not of the staff, who can acknowledge them', async () => {
    await writeIncidents([{ name: 'CPU alta', minutesAgo: 12 }]);
    const { page } = await signedIn({ isStaff: false });
    await page.goto('/sistema/alertas/');
    const row = tableRows(page, 'Em aberto').filter({ hasText: 'CPU alta' });
    expect(await row.innerText()).toMatch(
      /Atenção[\s\S]*CPU acima de 90% há 1[2-9] min em servidor-de-nome[\s\S]*pico 99,5%, antes 41,0%/,
    );
    expect(await row.getByRole('button').allTextContents()).toEqual(['Reconhecer']);
    expect(await page.getByRole('navigation', { name: 'Partes dos alertas' }).count()).toBe(0);
    for (const part of ['canais/', 'canais/1/', 'silencios/', 'regras/']) {
      expect([part, (await page.request.get(`/sistema/alertas/${part}`)).status()]).toEqual([part, 403]);
    }
    await row.getByRole('button', { name: /^Reconhecer/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reconhecer' }).click();
    await row.getByText('reconhecido').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: /^CPU acima de 90% há 1[2-9] min em / }).waitFor();
    // Only staff can see whether messages were delivered.
    expect(await page.getByText('Avisos enviados').count()).toBe(0);
    await page.goto('/sistema/alertas/999999/');
    await page.getByText('Não existe um incidente com este número.').waitFor();
    await forgetIncidents();
  });

  test('hold two hundred incidents, page by page, by rule and by time, in the width of a phone', async () => {
    const names = ['CPU alta', 'Memória cheia'];
    await writeIncidents(
      Array.from({ length: 200 }, (_, at) => ({ name: names[at % 2] ?? '', minutesAgo: 3000 - at * 10 })),
    );
    const { page } = await signedIn();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/sistema/alertas/?estado=abertos');
    await page.getByRole('button', { name: 'Alertas: 100 disparados' }).or(page.getByText('99+')).first().waitFor();
    const items = page.getByRole('list', { name: 'Em aberto' }).locator('> li');
    await expect.poll(() => items.count()).toBe(25);
    expect(await items.first().innerText()).toMatch(/16 h 5\d min/);
    await page.getByRole('button', { name: 'Próximo ›' }).click();
    await expect.poll(() => items.first().innerText()).toMatch(/21 h \d min/);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.getByLabel('Período').selectOption('Últimas 24 horas');
    await page.waitForURL('**/sistema/alertas/?estado=abertos&periodo=dia');
    await page.reload();
    expect(await page.getByLabel('Período').inputValue()).toBe('dia');
    await page.getByLabel('Situação').selectOption('Encerrados');
    await page.getByText('Nenhum incidente com este filtro.').waitFor();
    await forgetIncidents();
  });

  test('a band on the chart of what a rule compares says what fired, and so does the line of the host', async () => {
    const { page } = await signedIn({ isStaff: false });
    const { host } = await ask<{ host: { name: string } }>(page, '{ host { name } }');
    // A name of its own, because the service may still push deleted incidents of earlier tests: it never deletes open
    // ones itself.
    await writeIncidents([{ name: 'Memória quase cheia', minutesAgo: 5, measure: 'ramPercent' }], host.name);
    await page.goto('/sistema/monitoramento/');
    const chart = page.locator('#chart-memory');
    await chart.locator('canvas').waitFor();
    const plot = chart.locator('.u-over');
    await expect
      .poll(async () => {
        const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
        await plot.hover({ position: { x: width - 2, y: height / 2 } });
        return chart.locator('.chart-reading-alerts').allTextContents();
      })
      .toEqual(['Alerta: Memória quase cheia']);
    expect(await page.locator('#chart-cpu .chart-reading-alerts').count()).toBe(0);
    // While the alert was firing, the top edge, which the memory line never reaches, has the severity's colour; before
    // that, it doesn't.
    const warning = await readColour(page, '--warn');
    await page.locator('#chart-disk canvas').waitFor();
    await expect.poll(() => edgeAt(page, 'chart-memory', 0.9)).toEqual(warning);
    expect(await edgeAt(page, 'chart-memory', 0.2)).not.toEqual(warning);
    expect(await edgeAt(page, 'chart-disk', 0.9)).not.toEqual(warning);
    await page
      .locator('.findings-strip')
      .getByRole('link', { name: /^Memória quase cheia, desde / })
      .click();
    await page.waitForURL(/\/sistema\/alertas\/\d+\/$/);
    await forgetIncidents();
  });
});
