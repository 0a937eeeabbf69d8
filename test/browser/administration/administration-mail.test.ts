import { describe, expect, test } from 'vitest';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { ANA, enter, tableRows } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { startFakeMailProvider } from '../../support/fakes/fake-mail-provider.js';
import { Browser } from '../../support/http/browser.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';
import { PASSWORD } from '../../support/test-app.js';

const SECTION = '/admin/?parte=emails';

describe.runIf(chromiumPath || process.env.CI)('the mails in the administration', () => {
  test('show what failed and why, are tried again on demand, and say plainly when mail is off', async () => {
    const provider = await startFakeMailProvider();
    const { dataDir, file } = commandLine();
    await storeAccount(file, 'zoe', { isStaff: true });
    const service = await startService({ DATA_DIR: dataDir, ...provider.environment });
    provider.at('recipient', (address) => (address.startsWith('bia@') ? undefined : { code: 550, text: 'No' }));
    for (const username of ['ana', 'bia', 'caio']) {
      const form = { first_name: username, username, email: `${username}@example.com`, password1: PASSWORD };
      await new Browser(service.baseUrl).submit('/accounts/registrar/', { ...form, password2: PASSWORD });
    }
    const browser = await openChromium();
    const { page, faults } = await openPage(browser, service.baseUrl);
    await enter(page, { ...ANA, username: 'zoe' });
    await page.goto(SECTION);
    await page.getByText('Na fila: 0. Com falha: 2.').waitFor();
    const rows = tableRows(page, 'E-mails de boas-vindas');
    const row = (name: string) => rows.filter({ hasText: `${name}@example.com` });
    expect(await row('bia').getByText('Enviado', { exact: true }).count()).toBe(1);
    expect(await row('bia').getByRole('button').count()).toBe(0);
    expect(await row('ana').innerText()).toContain('O servidor recusou este e-mail: RCPT TO: 550 No');

    provider.acceptsAll();
    await page.getByRole('button', { name: 'Tentar agora o e-mail para ana' }).click();
    await page.getByText('Tentando enviar o e-mail agora.').waitFor();
    await row('ana').getByText('Enviado', { exact: true }).waitFor();
    expect(await row('caio').getByText('Falhou', { exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Tentar todos de novo' }).click();
    await page.getByText('Tentando de novo 1 e-mail.').waitFor();
    await row('caio').getByText('Enviado', { exact: true }).waitFor();
    await page.getByLabel('Com falha').check();
    await page.getByText('Nenhum e-mail aqui.').waitFor();
    await page.getByRole('button', { name: 'Tentar todos de novo' }).click();
    await page.getByText('Nenhum e-mail falhou').waitFor();
    expect(faults).toEqual([]);

    process.kill(service.process.pid ?? 0, 'SIGTERM');
    await service.ended;
    await startService({ DATA_DIR: dataDir, PORT: String(service.port) });
    await page.goto(SECTION);
    await page.getByText('O envio está desligado (EMAIL_MODE é false)').waitFor();
  });
});
