import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { fillHistory } from '../../../scripts/benches/data/fill-history.js';
import type { AtTheEnd } from '../../support/at-the-end.js';
import { findFaults, go } from '../../support/browser/accessibility.js';
import { ANA, enter } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { PASSWORD } from '../../support/test-app.js';

const RULES = '/sistema/alertas/regras/';
const NEW_RULE = `${RULES}nova/`;
const STAFF = { ...ANA, username: 'chefe', password: PASSWORD };

const condition = (page: Page) => page.getByRole('combobox', { name: 'Condição' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

describe.runIf(chromiumPath || process.env.CI)('the rules of alerts on their page (contract 12)', () => {
  const service = serviceWithHistory();

  test('a rule is written by keyboard alone, changed, switched off and deleted', async () => {
    const { baseUrl } = await service();
    const { page, faults, foreign } = await openStaffPage(baseUrl, RULES);
    await page.getByRole('link', { name: 'Nova regra' }).press('Enter');
    await page.getByLabel('Nome').focus();
    await page.keyboard.type('Sempre ligada');

    await condition(page).focus();
    await page.keyboard.type('av');
    await expect.poll(() => options(page).allInnerTexts()).toEqual([expect.stringContaining('avg')]);
    expect(await condition(page).getAttribute('aria-expanded')).toBe('true');
    expect(await activeOption(page)).toContain('avg');
    await page.keyboard.press('Enter');
    await page.keyboard.type('ra');
    await page.keyboard.press('Tab');
    expect(await condition(page).inputValue()).toBe('avg(ram, ');
    await page.keyboard.type('10m) ');
    await page.keyboard.press('ArrowDown');
    expect(await activeOption(page)).toContain('maior que');
    await page.keyboard.press('Enter');
    await page.keyboard.type('0 AND uptime > 0');
    await page.keyboard.press('Escape');
    expect(await options(page).count()).toBe(0);
    expect(await condition(page).inputValue()).toBe('avg(ram, 10m) > 0 AND uptime > 0');

    const comparisons = page.getByRole('list', { name: 'Comparações e seus valores de agora' }).getByRole('listitem');
    await expect
      .poll(() => comparisons.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^A\s+avg\(ram, 10m\) > 0 %\s+agora \d+,\d%\s+1$/),
        expect.stringMatching(/^B\s+uptime > 0 s\s+agora \d.*\s+1$/),
      ]);
    expect(await page.locator('.expression-result').innerText()).toBe('A condição vale agora.');
    await expect.poll(() => page.locator('.truth-table [aria-current]').innerText()).toMatch(/^1\s+1\s+1$/);
    expect(await page.locator('.circuit .wire:not([data-lit])').count()).toBe(0);

    await page.getByLabel('Dispara depois').fill('0 s');
    await page.getByRole('button', { name: 'Criar regra' }).press('Enter');
    await page.getByText('Regra “Sempre ligada” salva.').waitFor();
    await expect.poll(() => row(page, 'Sempre ligada').innerText()).toMatch(/Disparada\s+desde \d/);

    await page.getByRole('link', { name: 'Sempre ligada' }).press('Enter');
    await page.getByLabel('Nome').fill('Sempre ligada ou quase');
    expect(await page.getByLabel('Dispara depois').inputValue()).toBe('0 s');
    await page.getByText('Crítico', { exact: true }).click();
    await page.getByRole('button', { name: 'Salvar' }).press('Enter');
    const changed = row(page, 'Sempre ligada ou quase');
    await changed.getByText('Crítico').waitFor();

    const toggle = changed.getByRole('switch', { name: 'Regra ligada: Sempre ligada ou quase' });
    await toggle.press('Space');
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    await page.reload();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    expect(await changed.innerText()).not.toContain('Disparada');

    await changed.getByRole('button', { name: 'Ações: Sempre ligada ou quase' }).press('Enter');
    await changed.getByRole('menuitem', { name: 'Excluir Sempre ligada ou quase' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Regra “Sempre ligada ou quase” excluída.').waitFor();
    await expect.poll(() => changed.count()).toBe(0);
    await page.getByRole('list', { name: 'Regras' }).and(page.locator(':focus')).waitFor();
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  });

  test('a fault is marked where it is, and what would fit is put in by a button', async () => {
    const { baseUrl } = await service();
    const { page } = await openStaffPage(baseUrl, NEW_RULE);
    await condition(page).fill('cpu > 90 AND rum > 5');
    expect(await condition(page).getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.fault-mark mark').innerText()).toBe('rum');
    expect(await page.getByText('na posição 14').innerText()).toMatch(/^“rum”/);
    await page.getByRole('button', { name: 'Inserir ram' }).click();
    expect(await condition(page).inputValue()).toBe('cpu > 90 AND ram > 5');
    expect(await condition(page).getAttribute('aria-invalid')).toBeNull();
    await expect.poll(() => condition(page).evaluate('document.activeElement.name')).toBe('expression');

    await condition(page).press('End');
    await page.getByText('O que se pode escrever').click();
    await page.getByRole('button', { name: 'Inserir rise(disk, 24h) > 5 %' }).click();
    expect(await condition(page).inputValue()).toBe('cpu > 90 AND ram > 5 AND rise(disk, 24h) > 5 %');
    // An incomplete ending is not reported as an error while the user is still typing.
    await page.keyboard.type(' OR');
    expect(await condition(page).getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('Nome').focus();
    await expect.poll(() => condition(page).getAttribute('aria-invalid')).toBe('true');
  });

  test('what was written and not saved is there when one comes back, until it is discarded', async () => {
    const { baseUrl } = await service();
    const { page } = await openStaffPage(baseUrl, NEW_RULE);
    await page.getByRole('button', { name: 'Disco enchendo rápido' }).click();
    expect(await condition(page).inputValue()).toBe('rise(disk, 24h) > 5 AND disk > 70');
    await page.getByRole('link', { name: 'Todas as regras' }).click();
    await page.getByRole('link', { name: 'Nova regra' }).click();
    await page.getByText('está de volta').waitFor();
    expect(await page.getByLabel('Nome').inputValue()).toBe('Disco enchendo rápido');
    await page.getByRole('button', { name: 'Descartar' }).click();
    expect(await page.getByLabel('Nome').inputValue()).toBe('');
  });

  test('the server’s faults stand beside their fields', async () => {
    const { baseUrl } = await service();
    const { page } = await openStaffPage(baseUrl, NEW_RULE);
    await page.getByLabel('Fuso horário').fill('Lua/Tranquilidade');
    await page.getByLabel('Termina depois').fill('3 dias');
    await page.getByRole('button', { name: 'Criar regra' }).click();
    for (const name of ['Nome', 'Condição', 'Fuso horário', 'Termina depois']) {
      await expect.poll(() => page.getByLabel(name).getAttribute('aria-invalid'), { message: name }).toBe('true');
    }
    expect(await page.getByLabel('Dispara depois').getAttribute('aria-invalid')).toBeNull();
  });

  test('a backtest marks on the chart when the rule would have fired, and lists it', async () => {
    const { baseUrl } = await service();
    const { page } = await openStaffPage(baseUrl, NEW_RULE);
    await condition(page).fill('swap > 1 AND uptime > 0');
    // Uses the keyboard, since the button moves away from a pointer once the current values have been fetched.
    await page.getByRole('button', { name: 'Testar' }).press('Enter');
    await page.getByText('Não teria disparado nenhuma vez em 24 horas.').waitFor();
    await page.getByText('O histórico não tem uptime').waitFor();
    await page.getByText('Não há gráfico de uptime.').waitFor();
    await condition(page).fill('ram > 1');
    await page.getByText('Teste de novo.').waitFor();
    await page.getByRole('button', { name: 'Testar' }).press('Enter');
    await page.getByText(/Teria disparado 1 vez em 24 horas, [1-6] h/).waitFor();
    expect(await page.getByRole('table', { name: 'Quando teria disparado' }).getByRole('row').count()).toBe(2);
    // Charts are drawn only once they are in view.
    await page.locator('.past-chart').scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(MARKED_ROWS)).toBeGreaterThan(0);
  });

  test('the channels of a rule are chosen among those that there are, and stay when it is switched off', async () => {
    const { baseUrl } = await service();
    const { page } = await openStaffPage(baseUrl, NEW_RULE);
    await page.getByRole('link', { name: 'Criar um canal' }).waitFor();
    expect(await page.evaluate(MAKE_CHANNEL)).toContain('"createChannel":{');
    await page.reload();
    await page.getByLabel('Plantão').check();
    await page.getByLabel('Nome').fill('Com canal');
    await condition(page).fill('cpu > 99');
    await page.getByRole('button', { name: 'Criar regra' }).click();
    const toggle = page.getByRole('switch', { name: 'Com canal' });
    await toggle.click();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    await page.getByRole('link', { name: 'Com canal' }).click();
    expect(await page.getByLabel('Plantão').isChecked()).toBe(true);
    expect(await page.getByLabel('Regra ligada').isChecked()).toBe(false);
  });

  test('rules that came with a newer version are off until somebody switches them on', async () => {
    const { baseUrl, file } = await service();
    const database = new SqliteDatabase(file);
    database.exec('update alert_rules set is_notice_due = 1, is_active = 0 where is_supplied = 1');
    database.close();
    const { page } = await openStaffPage(baseUrl, RULES);
    await page.getByText('trouxe 4 prontas').waitFor();
    const supplied = page.getByRole('listitem').filter({ hasText: 'Veio com o Vigia' });
    expect(await supplied.count()).toBe(4);
    const off = supplied.getByRole('switch', { checked: false });
    expect(await off.count()).toBe(4);
    await page.getByRole('button', { name: 'Ligar todas' }).click();
    await expect.poll(() => off.count()).toBe(0);
    await expect.poll(() => page.getByText('trouxe').count()).toBe(0);
  });

  test('axe-core finds nothing in the list and the editor', async () => {
    const { baseUrl } = await service();
    const faults = await findFaults(
      await openChromium(),
      baseUrl,
      {
        list: go(RULES, '.record'),
        completions: async (page) => {
          await go(NEW_RULE, '[role=combobox]')(page);
          await condition(page).pressSequentially('d');
          await options(page).first().waitFor();
        },
        'a fault': async (page) => {
          await condition(page).fill('cpuu > 90');
          await page.getByText('O que se pode escrever').click();
          await page.locator('.fault-mark').waitFor();
        },
        'a condition with its backtest': async (page) => {
          await condition(page).fill('ram > 1 OR time(08:00-18:00)');
          await page.getByRole('button', { name: 'Testar' }).press('Enter');
          await page.locator('.truth-table [aria-current]').waitFor();
          await page.getByRole('table', { name: 'Quando teria disparado' }).waitFor();
        },
      },
      (page) => enter(page, STAFF),
      [390],
    );
    expect(faults).toEqual({});
  });
});

/** Returns the text of the option that Enter would select. */
async function activeOption(page: Page): Promise<string> {
  const id = await condition(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"][aria-selected=true]`).innerText();
}

/**
 * Counts the chart's pixel rows with an unbroken line in the warning colour, like the edge of a marked span. The dotted
 * line of a threshold has gaps, and the name of a line may cover a part of the edge.
 */
const MARKED_ROWS = `(() => {
  const canvas = document.querySelector('.past-chart canvas');
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const isWarning = (index) => data[index] === 138 && data[index + 1] === 90 && data[index + 2] === 0;
  let rows = 0;
  for (let y = 0; y < height; y += 1) {
    let [run, longest] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      run = isWarning(4 * (y * width + x)) ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    if (longest > width / 20) rows += 1;
  }
  return rows;
})()`;

const MAKE_CHANNEL = `fetch('/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-csrftoken': /csrftoken=([^;]+)/.exec(document.cookie)[1] },
  body: JSON.stringify({
    query: 'mutation { createChannel(input: { name: "Plantão", kind: EMAIL, addresses: ["plantao@example.com"] }) { id } }',
  }),
}).then((answer) => answer.text())`;

async function openStaffPage(baseUrl: string, path: string) {
  const watched = await openPage(await openChromium(), baseUrl);
  await enter(watched.page, STAFF);
  await watched.page.goto(path);
  await watched.page.locator('h2').first().waitFor();
  return watched;
}

/** Starts one service for all tests, with a staff member and six hours of history. */
function serviceWithHistory() {
  const cleanUps: Parameters<AtTheEnd>[0][] = [];
  const atTheEnd: AtTheEnd = (cleanUp) => cleanUps.push(cleanUp);
  let started: Promise<{ baseUrl: string; file: string }> | undefined;
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });
  const start = async () => {
    const { create, dataDir, file } = commandLine(join(temporaryFolder(atTheEnd), 'data'));
    await create(STAFF.username, `${PASSWORD}\n`, '--staff');
    fillHistory(file, { samples: 0.25, minutes: 0.25, hours: 1 });
    const { baseUrl } = await startService({ DATA_DIR: dataDir, METRICS_INTERVAL_MS: '2000' }, 'node', atTheEnd);
    return { baseUrl, file };
  };
  return () => {
    started ??= start();
    return started;
  };
}
