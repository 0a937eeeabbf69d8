import { readFile } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../support/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../support/chromium.js';
import { commandLine } from '../support/command-line.js';
import { parseCsv } from '../support/csv.js';
import { startService } from '../support/running-service.js';

const HOSTILE = '<img src=x onerror="document.title=1">';
const FORMULA = '=1+1';

/** Failures of a name without an account, a minute apart, and what a spreadsheet would run. */
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

    // The overview says how it is, and what happened last.
    await page.goto('/admin/');
    await page.getByText('Tudo em ordem.').or(page.getByText('Pede atenção')).waitFor();
    await page
      .getByRole('definition')
      .filter({ hasText: /^SQLite$/ })
      .waitFor();
    const newest = page.getByRole('list', { name: 'Últimos eventos' }).getByRole('listitem');
    await newest.filter({ hasText: 'Entrou na equipe' }).waitFor();
    expect(await newest.count()).toBe(12);

    // A domain that an account uses is blocked only after a question; the whole of a country never.
    await page.getByRole('link', { name: 'Domínios' }).click();
    await page.getByText('Nenhum domínio foi acrescentado.').waitFor();
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
    await page.getByText('Nenhum domínio foi acrescentado.').waitFor();
    await page.getByRole('button', { name: 'Verificar' }).click();
    await question.getByRole('button', { name: 'Bloquear' }).click();
    await page.getByText('example.com está bloqueado.').waitFor();
    const domains = page.getByRole('list', { name: 'Domínios acrescentados' });
    await domains.getByText(`por ${chefe.username}`).waitFor();
    await page.getByLabel('Procurar na lista').fill('zzz');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhum domínio com “zzz”.').waitFor();
    await page.getByLabel('Procurar na lista').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Liberar example.com' }).click();
    await page.getByText('example.com foi liberado.').waitFor();

    // What is looked for stands in the address; names are text, whatever they are.
    await page.getByRole('link', { name: 'Auditoria' }).click();
    const events = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem');
    await events.filter({ hasText: 'Domínio liberado' }).getByText('example.com').waitFor();
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

    // Pages go on and back by the keyboard, and lose nothing.
    await page.goto('/admin/?parte=auditoria&usuario=INTRUSO');
    await expect.poll(() => events.count()).toBe(50);
    await page.getByRole('button', { name: 'Próximos' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Próximos' }).click();
    await expect.poll(() => events.count()).toBe(20);
    await page.getByRole('button', { name: 'Anteriores' }).click();
    await expect.poll(() => events.count()).toBe(50);

    // The file holds what is shown, and nothing that a spreadsheet would run.
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
