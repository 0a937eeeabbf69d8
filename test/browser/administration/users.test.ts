import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { promote } from '../../support/accounts/stored-accounts.js';
import { admit, newPerson, type Person, tableRows } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { chooseInRow } from '../../support/browser/row-menu.js';
import { commandLine } from '../../support/processes/command-line.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

async function open(person: Person, path: string, { isStaff = false } = {}) {
  const { baseUrl, dataDir } = await service();
  const opened = await openPage(await openChromium(), baseUrl);
  await admit(opened.page, person);
  if (isStaff) promote(dataDir, person.username);
  await opened.page.goto(path);
  return opened;
}

function row(page: Page, name: string, text: string) {
  return tableRows(page, name).filter({ hasText: text });
}

describe.runIf(chromiumPath || process.env.CI)('users in the administration', () => {
  test('are found as one types, made, and let out: their open page goes to the login', async () => {
    const [eva, bia] = [newPerson('eva'), newPerson('beatriz')];
    const { page, faults } = await open(eva, '/admin/?parte=usuarios', { isStaff: true });
    const { page: hers } = await open(bia, '/sistema/monitoramento/');
    await hers.locator('[data-state=live]').waitFor();

    const search = page.getByLabel('Procurar');
    await search.fill(bia.username.slice(4).toUpperCase());
    await expect.poll(() => tableRows(page, 'Usuários').count()).toBe(1);
    await search.fill('"; drop %');
    await page.getByText('Nenhuma conta encontrada.').waitFor();
    await search.fill('BEATRIZ');
    await row(page, 'Usuários', bia.username).waitFor();

    const made = newPerson('nova pessoa');
    await page.getByRole('button', { name: 'Nova conta' }).click();
    await page.getByRole('textbox', { name: 'Nome de usuário', exact: true }).fill(made.username);
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(made.firstName);
    await page.getByLabel('E-mail').fill('x@mailinator.com');
    await page.getByLabel('Senha', { exact: true }).fill(made.password);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText('Endereços descartáveis não são aceitos.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('new-user-email');
    await page.getByLabel('E-mail').fill(made.email);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText(`Conta ${made.username} criada.`).waitFor();

    await chooseInRow(page, bia.username, `Desativar: ${bia.username}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Todas as sessões, tokens e conexões de ${bia.username} terminam em segundos`).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const button = page.getByRole('button', { name: `Ações: ${bia.username}` });
    await expect.poll(() => button.evaluate((element) => element.matches(':focus'))).toBe(true);
    await chooseInRow(page, bia.username, `Desativar: ${bia.username}`);
    await dialog.getByRole('button', { name: 'Desativar' }).click();
    await page.getByText(`${bia.username} não pode mais entrar.`).waitFor();
    await hers.waitForURL('**/accounts/login/?next=/sistema/monitoramento/');
    await hers.getByText('Sua sessão foi encerrada').waitFor();
    await expect.poll(() => button.evaluate((element) => element.matches(':focus'))).toBe(true);
    await button.click();
    await page.getByRole('menuitem', { name: `Ativar: ${bia.username}`, exact: true }).waitFor();
    expect(faults.filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([]);
  });

  test('are seen locked out while it happens, and let try again; a session ends with its page', async () => {
    const [eva, rui] = [newPerson('eva'), newPerson('rui')];
    const { page } = await open(eva, '/admin/?parte=bloqueios', { isStaff: true });
    const { page: ruiPage } = await open(rui, '/sistema/monitoramento/');
    await page.getByRole('heading', { name: 'Bloqueios' }).waitFor();
    const guess = () =>
      ruiPage.request.post('/accounts/api/v1/token/', { data: { username: rui.username, password: 'wrong' } });
    // The list only receives events once its subscription has begun.
    await page.locator('.records, .state').first().waitFor();
    for (let count = 0; count < 5; count += 1) await guess();
    const lock = page.getByRole('list', { name: 'Bloqueios' }).getByRole('listitem').filter({ hasText: rui.username });
    await lock.getByText(/Faltam (10:00|9:\d\d)/).waitFor();
    const before = await lock.innerText();
    await expect.poll(() => lock.innerText()).not.toBe(before);
    await page.getByRole('button', { name: `Desbloquear: ${rui.username}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click();
    await page.getByText(`${rui.username} já pode tentar de novo de 127.0.0.1.`).waitFor();
    expect((await guess()).status()).toBe(401);

    await page.getByRole('link', { name: 'Sessões' }).click();
    const session = row(page, 'Sessões', rui.username);
    await session.getByText('1 conexão').waitFor();
    await row(page, 'Conexões ao vivo', rui.username).getByText('Por sessão').first().waitFor();
    await session.getByRole('button', { name: /^Encerrar/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
    await page.getByText(`A sessão de ${rui.username} foi encerrada.`).waitFor();
    await ruiPage.waitForURL('**/accounts/login/?next=/sistema/monitoramento/');
  });

  test('lose the staff role on an open page, which stays where it is and says so', async () => {
    const [eva, leo] = [newPerson('eva'), newPerson('leo')];
    const { page: hers } = await open(eva, '/admin/?parte=usuarios', { isStaff: true });
    const { page } = await open(leo, '/admin/?parte=usuarios', { isStaff: true });
    await row(page, 'Usuários', leo.username).getByText('Sua conta').waitFor();
    await hers.reload();
    await chooseInRow(hers, leo.username, `Tirar da equipe: ${leo.username}`);
    await hers.getByRole('dialog').getByRole('button', { name: 'Tirar da equipe' }).click();
    await hers.getByText(`${leo.username} não faz mais parte da equipe.`).waitFor();
    await page.getByLabel('Procurar').fill('qualquer');
    await page.getByText('Use uma conta da equipe: a sua não tem permissão para executar essa ação.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/');
    await page.getByRole('link', { name: 'Monitoramento' }).first().click();
    await page.locator('[data-state=live]').waitFor();

    // Staff about to shut themselves out are warned; a double Enter does nothing.
    const { dataDir } = await service();
    expect((await commandLine(dataDir).run(['user', 'staff', leo.username])).code).toBe(0);
    await hers.reload();
    await hers.getByRole('button', { name: `Ações: ${eva.username}` }).press('Enter');
    await hers.getByRole('menuitem', { name: `Desativar: ${eva.username}` }).press('Enter');
    const question = hers.getByRole('dialog', { name: 'Desativar a sua própria conta?' });
    await question.getByText('Só outra pessoa da equipe pode reativá-la.').waitFor();
    await hers.keyboard.press('Enter');
    await question.waitFor({ state: 'hidden' });
    await chooseInRow(hers, eva.username, `Desativar: ${eva.username}`);
    await question.getByRole('button', { name: 'Desativar' }).click();
    await hers.waitForURL('**/accounts/login/?next=/admin/*');
    await hers.getByText('Sua sessão foi encerrada').waitFor();
  });
});
