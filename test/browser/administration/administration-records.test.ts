import { readFile } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { admit, newPerson, tableRows } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { parseCsv } from '../../support/csv.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';

const HOSTILE = '<img src=x onerror="document.title=1">';
const FORMULA = '=1+1';

/** Writes failed logins for a name without an account, a minute apart, with text that a spreadsheet would run. */
function fillTrail(file: string): void {
  const database = new SqliteDatabase(file);
  const insert = database.prepare(
    `insert into authentication_events (at, event, result, door, address, username, username_key)
     values (?, 'login', 'failure', 'form', '203.0.113.9', @name, @name)`,
  );
  const begin = Date.now() - 200 * 60_000;
  database.transaction(() => {
    for (let minute = 0; minute < 120; minute += 1) insert.run(begin + minute * 60_000, { name: 'intruso' });
    for (const name of [HOSTILE, FORMULA]) insert.run(begin, { name });
  })();
  database.close();
}

describe.runIf(chromiumPath || process.env.CI)('records of the administration (contract 2, /admin/)', () => {
  test('staff see how the service is, block a domain, follow the trail to it, and take the trail with them', async () => {
    const service = await startService();
    const line = commandLine(service.dataDir);
    const { page, faults, foreign } = await openPage(await openChromium(), service.baseUrl);
    const chefe = newPerson('chefe');
    await admit(page, chefe);
    expect((await line.run(['user', 'staff', chefe.username])).code).toBe(0);
    fillTrail(line.file);

    // The overview shows the current state and the latest events.
    await page.goto('/admin/');
    await page.getByText('Tudo em ordem.').or(page.getByText('Pede atenção')).waitFor();
    await page
      .getByRole('definition')
      .filter({ hasText: /^SQLite$/ })
      .waitFor();
    const newest = tableRows(page, 'Últimos eventos');
    await newest.filter({ hasText: 'Entrou na equipe' }).waitFor();
    expect(await newest.count()).toBe(12);

    // Blocking a domain that accounts use requires confirmation; a whole country's domain is never blocked.
    await page.getByRole('link', { name: 'Domínios' }).click();
    await page.getByText('Nenhum domínio foi adicionado.').waitFor();
    const field = page.getByLabel('Bloquear um domínio');
    await field.fill('com.br');
    await page.keyboard.press('Enter');
    await page.getByText('fecharia a porta a um país inteiro').waitFor();
    await field.fill('EXAMPLE.com');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Bloquear example.com?' });
    await question.getByText('Uma conta tem endereço neste domínio.').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.getByText('Nenhum domínio foi adicionado.').waitFor();
    await page.getByRole('button', { name: 'Verificar' }).click();
    await question.getByRole('button', { name: 'Bloquear' }).click();
    await page.getByText('example.com está bloqueado.').waitFor();
    const domains = page.getByRole('list', { name: 'Domínios adicionados' });
    await domains.getByText(`por ${chefe.username}`).waitFor();
    await page.getByLabel('Procurar na lista').fill('zzz');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhum domínio com “zzz”.').waitFor();
    await page.getByLabel('Procurar na lista').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Liberar example.com' }).click();
    await page.getByText('example.com foi liberado.').waitFor();

    // Blocking a domain with many users requires typing it again, so the keys that opened the question cannot confirm
    // it.
    await field.fill('gmail.com');
    await page.keyboard.press('Enter');
    const warning = page.getByRole('dialog', { name: 'Bloquear gmail.com?' });
    await warning.getByText('muita gente tem e-mail neste domínio').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('gmail.co');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await warning.waitFor({ state: 'detached' });
    // If the keys had blocked the domain, this check would report it.
    await page.getByRole('button', { name: 'Verificar' }).click();
    await warning.waitFor();
    await page.keyboard.type('Gmail.com');
    await page.keyboard.press('Enter');
    await page.getByText('gmail.com está bloqueado.').waitFor();
    await page.getByRole('button', { name: 'Liberar gmail.com' }).click();
    await page.getByText('gmail.com foi liberado.').waitFor();

    // The search is part of the URL, and names are treated as text whatever they contain.
    await page.getByRole('link', { name: 'Auditoria' }).click();
    const events = tableRows(page, 'Eventos');
    const unblocked = events.filter({ hasText: 'Domínio liberado' }).filter({ hasText: 'example.com' });
    await unblocked.waitFor();
    const heads = await page.getByRole('table', { name: 'Eventos' }).getByRole('columnheader').allTextContents();
    expect(heads).toEqual(['Quando', 'Evento', 'Conta ou ajuste', 'Feito por', 'De onde', 'Ações']);
    // Changes are shown on request; on narrow screens, the table becomes a list.
    const change = page.getByRole('deletion').filter({ hasText: 'example.com' });
    expect(await change.count()).toBe(0);
    await page.getByRole('button', { name: 'Detalhes: Domínio liberado example.com' }).click();
    await change.waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const items = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem');
    await items.filter({ hasText: 'Domínio liberado example.com' }).getByRole('deletion').waitFor();
    expect(await events.count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    // The printed page shows the table without controls.
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('button', { name: 'Exportar CSV' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Monitoramento' }).waitFor({ state: 'hidden' });
    await unblocked.waitFor();
    await page.emulateMedia({ media: null });
    await page.getByLabel('Nome de usuário').fill(HOSTILE);
    await page.getByLabel('Resultado').selectOption({ label: 'Falha' });
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await events.filter({ hasText: HOSTILE }).waitFor();
    expect(await events.count()).toBe(1);
    expect(await page.title()).toBe('Auditoria · Administração · Vigia');
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('usuario'), searchParams.get('resultado')]).toEqual([HOSTILE, 'FAILURE']);
    await page.reload();
    await events.filter({ hasText: HOSTILE }).waitFor();
    expect(await page.getByLabel('Nome de usuário').inputValue()).toBe(HOSTILE);

    // Paging forward and back works with the keyboard and loses no rows.
    await page.goto('/admin/?parte=auditoria&usuario=INTRUSO');
    await expect.poll(() => events.count()).toBe(50);
    const next = page.getByRole('button', { name: 'Próximo' });
    const previous = page.getByRole('button', { name: '‹ Anterior' });
    const top = () => events.first().innerText();
    const first = await top();
    // A double click moves forward by only one page.
    await next.evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    });
    await expect.poll(top).not.toBe(first);
    await previous.click();
    await expect.poll(top).toBe(first);
    expect(await previous.isDisabled()).toBe(true);
    await next.focus();
    await page.keyboard.press('Enter');
    await expect.poll(top).not.toBe(first);
    await next.click();
    await expect.poll(() => events.count()).toBe(20);
    await previous.click();
    await expect.poll(() => events.count()).toBe(50);

    // The file contains exactly the events shown, and nothing that a spreadsheet would run.
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?parte=auditoria');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^vigia-auditoria-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith('\ufeffid,at,event,')).toBe(true);
    const rows = parseCsv(text.slice(1)).slice(1);
    await page.getByText(`Exportados: ${rows.length} eventos.`).waitFor();
    const names = rows.map(([, , , , , , username]) => username);
    expect(names.filter((name) => name === 'intruso')).toHaveLength(120);
    expect(names).toContain(HOSTILE);
    expect(names).toContain(`'${FORMULA}`);
    expect(rows.map(([, , event]) => event)).toEqual(
      expect.arrayContaining(['domain_block', 'domain_unblock', 'register']),
    );
    expect(faults.filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([]);
    expect(foreign).toEqual([]);
  });
});
