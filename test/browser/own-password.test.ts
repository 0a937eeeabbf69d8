import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, newPerson, type Person } from '../support/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../support/chromium.js';
import { commandLine } from '../support/command-line.js';
import { sharedService } from '../support/running-service.js';

const service = sharedService();

const WRONG = 'wrong horse 8';

/** The list of accounts, as a new member of the staff sees it, and a way to register others. */
async function openUsers() {
  const { baseUrl, dataDir } = await service();
  const browser = await openChromium();
  const eva = newPerson('eva');
  const { page, faults } = await openPage(browser, baseUrl);
  const run = async (...line: string[]) => expect((await commandLine(dataDir).run(['user', ...line])).code).toBe(0);
  await admit(page, eva);
  await run('staff', eva.username);
  const another = async (firstName: string): Promise<Person> => {
    const person = newPerson(firstName);
    await admit((await openPage(browser, baseUrl)).page, person);
    return person;
  };
  return { page, faults, eva, run, another, open: () => page.goto('/admin/?parte=usuarios') };
}

/** What has the focus: its name in the form, and what it is described by. */
function focused(page: Page): Promise<[name: string, isInvalid: boolean, described: string]> {
  return page.evaluate(`(() => {
    const { activeElement: element } = document;
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
    const described = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
    return [element.name, element.getAttribute('aria-invalid') === 'true', described];
  })()`);
}

describe.runIf(chromiumPath || process.env.CI)('the own password in the administration', () => {
  test('is asked of the user who gives the role, by keyboard alone, and says what is wrong with it', async () => {
    const { page, faults, eva, another, open } = await openUsers();
    const bia = await another('bia');
    await open();
    await page.getByRole('button', { name: `Incluir na equipe: ${bia.username}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Incluir ${bia.username} na equipe?` });
    const field = dialog.getByLabel('Sua própria senha', { exact: true });
    await field.waitFor();
    expect((await focused(page))[0]).toBe('own-password');
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.getAttribute('autocomplete')).toBe('current-password');
    // Nothing, then something wrong: the field says so and has the focus.
    await page.keyboard.press('Enter');
    await dialog.getByText('Este campo é obrigatório.').waitFor();
    await page.keyboard.type(WRONG);
    await page.keyboard.press('Enter');
    await dialog.getByText('Esta não é a sua senha atual.').waitFor();
    expect(await focused(page)).toEqual([
      'own-password',
      true,
      expect.stringContaining('Esta não é a sua senha atual.'),
    ]);
    await field.fill(eva.password);
    await page.keyboard.press('Enter');
    await page.getByText(`${bia.username} faz parte da equipe.`).waitFor();
    // What takes the role needs none.
    await page.getByRole('button', { name: `Tirar da equipe: ${bia.username}` }).click();
    expect(await page.getByRole('dialog').locator('input').count()).toBe(0);
    expect(faults.filter((fault) => !/40[03] \(/.test(fault))).toEqual([]);
  });

  test('is asked for a new password and for letting in again where the account is of the staff, and not elsewhere', async () => {
    const { page, eva, run, another, open } = await openUsers();
    const [leo, ana] = [await another('leo'), await another('ana')];
    await run('staff', leo.username);
    await open();
    const dialog = page.getByRole('dialog');
    const own = dialog.getByLabel('Sua própria senha', { exact: true });
    await page.getByRole('button', { name: `Nova senha: ${ana.username}` }).click();
    await dialog.getByLabel('Nova senha', { exact: true }).waitFor();
    expect(await own.count()).toBe(0);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: `Nova senha: ${leo.username}` }).click();
    await dialog.getByLabel('Nova senha', { exact: true }).fill('battery staple 8');
    await own.fill(eva.password);
    await dialog.getByRole('button', { name: 'Nova senha' }).click();
    await page.getByText(`A nova senha de ${leo.username} já vale.`).waitFor();

    await page.getByRole('button', { name: `Desativar: ${leo.username}` }).click();
    await dialog.getByRole('button', { name: 'Desativar' }).click();
    // The whole name: the button before says "Desativar".
    await page.getByRole('button', { name: `Ativar: ${leo.username}`, exact: true }).click();
    await own.fill(eva.password);
    await dialog.getByRole('button', { name: 'Ativar', exact: true }).click();
    await page.getByText(`${leo.username} pode entrar de novo.`).waitFor();

    // The page may not know yet that an account has got the role: then the answer of the server asks.
    await page.getByRole('button', { name: `Nova senha: ${ana.username}` }).click();
    await run('staff', ana.username);
    await dialog.getByLabel('Nova senha', { exact: true }).fill('battery staple 8');
    await page.keyboard.press('Enter');
    await own.waitFor();
    expect((await focused(page)).slice(0, 2)).toEqual(['own-password', true]);
    await own.fill(eva.password);
    await page.keyboard.press('Enter');
    await page.getByText(`A nova senha de ${ana.username} já vale.`).waitFor();
  });

  test('is asked for by the form that makes an account, once that is to have the role', async () => {
    const { page, eva, open } = await openUsers();
    await open();
    await page.getByRole('button', { name: 'Nova conta' }).click();
    const made = newPerson('nova');
    await page.getByRole('textbox', { name: 'Nome de usuário', exact: true }).fill(made.username);
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(made.firstName);
    await page.getByLabel('E-mail').fill(made.email);
    await page.getByLabel('Senha', { exact: true }).fill(made.password);
    const own = page.getByLabel('Sua própria senha', { exact: true });
    expect(await own.count()).toBe(0);
    await page.getByLabel('Faz parte da equipe').check();
    await own.fill(WRONG);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText('Esta não é a sua senha atual.').waitFor();
    expect((await focused(page)).slice(0, 2)).toEqual(['own-password', true]);
    await own.fill(eva.password);
    await page.keyboard.press('Enter');
    await page.getByText(`Conta ${made.username} criada.`).waitFor();
    expect(await own.count()).toBe(0);
  });

  test('is asked of the user who opens a lock of the staff', async () => {
    const { page, eva, run, another } = await openUsers();
    const leo = await another('leo');
    await run('staff', leo.username);
    for (let count = 0; count < 5; count += 1) {
      await page.request.post('/accounts/api/v1/token/', { data: { username: leo.username, password: WRONG } });
    }
    await page.goto('/admin/?parte=bloqueios');
    await page.getByRole('button', { name: `Desbloquear: ${leo.username}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Sua própria senha', { exact: true }).fill(eva.password);
    await page.keyboard.press('Enter');
    await page.getByText(`${leo.username} já pode tentar de novo de 127.0.0.1.`).waitFor();
  });
});
