import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { ageSessions } from '../../support/accounts/reauthentication.js';
import { promote } from '../../support/accounts/stored-accounts.js';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService();

/** Returns an unused code for this time step or for the next one, which is also accepted. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

describe.runIf(chromiumPath || process.env.CI)('the second factor in a browser (contract 14)', () => {
  test('is set up with a QR code, asked for at the login, and required of all by the staff', async () => {
    const { baseUrl, dataDir } = await service();
    const browser = await openChromium();
    const { page, faults } = await openPage(browser, baseUrl);
    const eva = newPerson('eva');
    await admit(page, eva);
    promote(dataDir, eva.username);

    await page.goto('/conta/');
    const factors = page.getByRole('region', { name: 'Segundo fator' });
    ageSessions(dataDir);
    await factors.getByRole('button', { name: 'Configurar aplicativo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.getByLabel('Sua própria senha', { exact: true }).fill(eva.password);
    await page.keyboard.press('Enter');
    await factors.getByRole('img', { name: 'Código QR' }).waitFor();
    const secret = (await factors.locator('code').innerText()).replaceAll(' ', '');
    await factors.getByLabel('Código', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await factors.getByText('Este código não está certo').waitFor();
    await factors.getByLabel('Código', { exact: true }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    const codes = factors.getByRole('list', { name: 'códigos de recuperação' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const recoveryCode = await codes.first().innerText();
    await factors.getByRole('button', { name: 'Já guardei' }).click();
    await factors.getByText('Aplicativo autenticador: ativo').waitFor();
    await factors.getByText('Restam 10 códigos de recuperação.').waitFor();
    await factors.and(page.locator(':focus')).waitFor();

    await page.goto('/admin/?parte=acesso');
    await page.getByText('Todos', { exact: true }).click();
    await page.locator('form').filter({ hasText: 'segundo fator' }).getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Salvo.').waitFor();
    await page.goto('/admin/?parte=usuarios');
    await page.getByText('2 fatores').waitFor();

    // The same account in another browser first needs the password, then a code or a recovery code.
    const { page: other } = await openPage(browser, baseUrl);
    await other.goto('/accounts/login/?next=/sistema/conversor/');
    await other.getByLabel('Nome de usuário').fill(eva.username);
    await other.getByLabel('Senha', { exact: true }).fill(eva.password);
    await other.keyboard.press('Enter');
    const code = other.getByLabel('Código de 6 dígitos');
    await code.waitFor();
    await code.fill('000000');
    await other.keyboard.press('Enter');
    await other.getByRole('alert').getByText('Este código não está certo').waitFor();
    await other.getByText('Usar um código de recuperação').click();
    await other.getByLabel('Código de recuperação').fill('AAAA-AAAA-AAAA-AAAA');
    await other.keyboard.press('Enter');
    await other.locator('#recovery-code[aria-invalid=true]').waitFor();
    await other.getByLabel('Código de recuperação').fill(recoveryCode);
    await other.keyboard.press('Enter');
    await other.waitForURL('**/sistema/conversor/');

    // A user without a second factor is sent from any page to the account page, sets one up and continues.
    const { page: third } = await openPage(browser, baseUrl);
    const ana = newPerson('ana');
    await third.goto('/accounts/registrar/');
    for (const [name, value] of Object.entries({
      ...{ first_name: ana.firstName, username: ana.username, email: ana.email },
      ...{ password1: ana.password, password2: ana.password },
    })) {
      await third.locator(`[name=${name}]`).fill(value);
    }
    await third.keyboard.press('Enter');
    await third.waitForURL('**/accounts/login/');
    await third.getByLabel('Senha', { exact: true }).fill(ana.password);
    await third.keyboard.press('Enter');
    await third.waitForURL('**/conta/');
    await third.getByText('Este serviço exige um segundo fator da sua conta.').waitFor();
    await third.getByRole('button', { name: 'Configurar aplicativo' }).click();
    const key = (await third.locator('code').innerText()).replaceAll(' ', '');
    await third.getByLabel('Código', { exact: true }).fill(codeOf(key));
    await third.keyboard.press('Enter');
    await third.getByRole('button', { name: 'Já guardei' }).click();
    await third.waitForURL(`${baseUrl}/`);

    // Harmful operations also ask for the code.
    await page.goto('/conta/');
    ageSessions(dataDir);
    await factors.getByRole('button', { name: 'Novos códigos de recuperação' }).click();
    const question = page.getByRole('dialog', { name: 'Criar novos códigos de recuperação?' });
    await question.getByText('Os códigos que você guardou deixam de valer na hora.').waitFor();
    // The cancel button has focus, so Enter keeps the codes.
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await factors.getByText('Restam 9 códigos de recuperação.').waitFor();
    await factors.getByRole('button', { name: 'Novos códigos de recuperação' }).click();
    await question.getByRole('button', { name: 'Criar códigos' }).click();
    await dialog.getByLabel('Sua própria senha', { exact: true }).fill(eva.password);
    await page.keyboard.press('Enter');
    // Asking for a code is the next step rather than an error: the field has focus, and nothing is red.
    const otp = dialog.getByLabel('Código de uso único');
    await otp.waitFor();
    await expect.poll(() => otp.and(page.locator(':focus')).count()).toBe(1);
    expect(await otp.getAttribute('aria-invalid')).toBeNull();
    await dialog.getByText('A senha está certa. Falta o código').waitFor();
    expect(await dialog.locator('.error, [role=alert]').count()).toBe(0);
    await otp.fill('000000');
    await page.keyboard.press('Enter');
    await dialog.locator('.error').getByText('A senha ou o código não está certo.').waitFor();
    expect(await otp.getAttribute('aria-invalid')).toBe('true');
    await otp.fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await codes.first().waitFor();
    expect(faults.filter((fault) => !/40[03] \(/.test(fault))).toEqual([]);
  });
});
