import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ageSessions } from '../../support/accounts/reauthentication.js';
import { admit, newPerson, type Person } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { chooseInRow } from '../../support/browser/row-menu.js';
import { commandLine } from '../../support/processes/command-line.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService();

const WRONG = 'wrong horse 8';

/** Opens the administration as a new staff member who logged in a while ago, and returns a way to register others. */
async function openAsStaff() {
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
  const open = async (part: string) => {
    ageSessions(dataDir);
    await page.goto(`/admin/?parte=${part}`);
  };
  return { page, faults, eva, run, another, open, dataDir };
}

/** Returns the focused element's name in the form, whether it is invalid, and its description. */
function focused(page: Page): Promise<[name: string, isInvalid: boolean, described: string]> {
  return page.evaluate(`(() => {
    const { activeElement: element } = document;
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
    const described = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
    return [element.name, element.getAttribute('aria-invalid') === 'true', described];
  })()`);
}

describe.runIf(chromiumPath || process.env.CI)('the dialog that asks again who one is', () => {
  test('is above the form of a machine, which goes on with what was typed', async () => {
    const { page, faults, eva, open } = await openAsStaff();
    const name = `web-${eva.username}`;
    await open('maquinas');
    await page.getByRole('button', { name: 'Adicionar máquina' }).first().click();
    await page.getByLabel('Nome', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.getByLabel('Sua própria senha', { exact: true }).fill(eva.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: `Cole esta linha em ${name}` }).waitFor();
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
  });

  test('is above the action that needs it, by keyboard alone, and the action goes on after it', async () => {
    const { page, faults, eva, another, open, dataDir } = await openAsStaff();
    const [bia, leo] = [await another('bia'), await another('leo')];
    await open('usuarios');
    await page.getByRole('button', { name: `Ações: ${bia.username}` }).press('Enter');
    await page.getByRole('menuitem', { name: `Incluir na equipe: ${bia.username}` }).press('Enter');
    const action = page.getByRole('dialog', { name: `Incluir ${bia.username} na equipe?` });
    await action.getByRole('button', { name: 'Incluir na equipe' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    const field = dialog.getByLabel('Sua própria senha', { exact: true });
    await field.waitFor();
    await expect.poll(() => focused(page)).toEqual(['own-password', false, expect.any(String)]);
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.getAttribute('autocomplete')).toBe('current-password');
    // After an empty value and after a wrong one, the field reports the error and has focus.
    await page.keyboard.press('Enter');
    await dialog.getByText('Este campo é obrigatório.').waitFor();
    await page.keyboard.type(WRONG);
    await page.keyboard.press('Enter');
    await dialog.getByText('Esta não é a sua senha atual.').waitFor();
    await expect
      .poll(() => focused(page))
      .toEqual(['own-password', true, expect.stringContaining('Esta não é a sua senha atual.')]);
    // Cancelling explains why nothing was done and allows another try.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await action.getByText('Para isto, confirme de novo a sua senha').waitFor();
    await action.getByRole('button', { name: 'Incluir na equipe' }).press('Enter');
    await field.fill(eva.password);
    await page.keyboard.press('Enter');
    await page.getByText(`${bia.username} faz parte da equipe.`).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    // For a while, no operation asks for the password again.
    await chooseInRow(page, leo.username, `Nova senha: ${leo.username}`);
    await page.getByRole('dialog').getByLabel('Nova senha', { exact: true }).fill('battery staple 8');
    await page.keyboard.press('Enter');
    await page.getByText(`A nova senha de ${leo.username} já vale.`).waitFor();
    ageSessions(dataDir);
    await chooseInRow(page, leo.username, `Desativar: ${leo.username}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
    await field.fill(eva.password);
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText(`${leo.username} não pode mais entrar.`).waitFor();
    expect(faults.filter((fault) => !/40[03] \(/.test(fault))).toEqual([]);
  });

  test('leaves a form as it was filled in', async () => {
    const { page, eva, open } = await openAsStaff();
    await open('usuarios');
    await page.getByRole('button', { name: 'Nova conta' }).click();
    const made = newPerson('nova');
    await page.getByRole('textbox', { name: 'Nome de usuário', exact: true }).fill(made.username);
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(made.firstName);
    await page.getByLabel('E-mail').fill(made.email);
    await page.getByLabel('Senha', { exact: true }).fill(made.password);
    await page.getByRole('group', { name: 'Função' }).getByText('Equipe', { exact: true }).click();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await dialog.getByLabel('Sua própria senha', { exact: true }).fill(eva.password);
    await page.keyboard.press('Enter');
    await page.getByText(`Conta ${made.username} criada.`).waitFor();
  });

  test('is asked of the user who opens a lock of the staff', async () => {
    const { page, eva, run, another, open } = await openAsStaff();
    const leo = await another('leo');
    await run('staff', leo.username);
    for (let count = 0; count < 5; count += 1) {
      await page.request.post('/accounts/api/v1/token/', { data: { username: leo.username, password: WRONG } });
    }
    await open('bloqueios');
    await page.getByRole('button', { name: `Desbloquear: ${leo.username}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click();
    await page.getByLabel('Sua própria senha', { exact: true }).fill(eva.password);
    await page.keyboard.press('Enter');
    await page.getByText(`${leo.username} já pode tentar de novo de 127.0.0.1.`).waitFor();
  });
});
