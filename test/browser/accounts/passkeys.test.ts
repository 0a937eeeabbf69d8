import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ageSessions } from '../../support/accounts/reauthentication.js';
import { admit, logIn, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { chooseInRow } from '../../support/browser/row-menu.js';
import { sharedService } from '../../support/processes/running-service.js';

/** Adds an authenticator, simulated by Chromium's DevTools, that verifies its user without asking. */
async function addAuthenticator(page: Page): Promise<{ readonly cdp: CDPSession; readonly id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

/** Simulates a browser without passkey autofill. */
const WITHOUT_AUTOFILL = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false;';

const service = sharedService();

describe.runIf(chromiumPath || process.env.CI)('passkeys (contract 14)', () => {
  test('one is added, logs in without a password, gets another name and is removed', async () => {
    const { baseUrl, dataDir } = await service();
    const ana = newPerson();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await admit(page, ana);
    const { cdp, id: authenticatorId } = await addAuthenticator(page);
    await page.goto('/conta/');
    const section = page.locator('#passkeys');
    await section.getByText('Ainda não há nenhuma chave de acesso.').waitFor();
    await section.getByLabel('Nome da chave de acesso').fill('Celular');
    // The live region exists before there is anything to announce, and survives changes to the page around it.
    const announced = await section.getByRole('status').first().elementHandle();
    expect(await announced?.textContent()).toBe('');
    // Holds back the list until the announced codes have been read.
    const listed = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Passkeys')) await listed.promise;
      await route.fallback();
    });
    await section.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    // From now on, the password is no longer enough.
    await expect
      .poll(() => section.getByRole('list', { name: 'códigos de recuperação' }).locator('li').count())
      .toBe(10);
    await section.getByRole('button', { name: 'Já guardei' }).click();
    await section.getByText('Chave de acesso adicionada.').waitFor();
    expect(await announced?.evaluate((region) => [region.isConnected, region.textContent])).toEqual([
      ...[true, 'Chave de acesso adicionada.'],
    ]);
    await section.and(page.locator(':focus')).waitFor();
    listed.resolve();
    const rows = section.getByRole('list', { name: 'Suas chaves de acesso' }).getByRole('listitem');
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([expect.stringMatching(/^Celular\s+Adicionada em .* Ainda não usada\./)]);
    expect(await section.and(page.locator(':focus')).count()).toBe(1);
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId])).toEqual([
      [true, 'localhost'],
    ]);
    // The device already has a passkey.
    await section.getByLabel('Nome da chave de acesso').fill('Outra');
    await section.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    await section.getByText('Este aparelho já tem uma chave de acesso da sua conta.').waitFor();

    // Chromium's DevTools immediately pick the passkey that the browser offers in the username field.
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: /^(Bom dia|Boa tarde|Boa noite)/ }).waitFor();

    await page.addInitScript({ content: WITHOUT_AUTOFILL });
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL('**/accounts/login/');
    await page.goto('/accounts/login/?next=/conta/');
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.waitForURL('**/conta/');
    await expect.poll(() => rows.first().innerText()).toContain('Último uso em');

    // After the password, the second page asks for the passkey.
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL('**/accounts/login/');
    await page.goto('/accounts/login/?next=/conta/');
    // A slow script loses no press: the button is disabled until it can be answered.
    const pressed = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await pressed.promise;
      await route.fallback();
    });
    await logIn(page, ana);
    const usePasskey = page.getByRole('button', { name: 'Usar chave de acesso' });
    expect(await usePasskey.isDisabled()).toBe(true);
    pressed.resolve();
    await usePasskey.click();
    await page.waitForURL('**/conta/');

    await chooseInRow(rows.first(), 'Celular', 'Renomear Celular');
    await page.getByRole('dialog').getByLabel('Nome da chave de acesso').fill('Celular do trabalho');
    await page.getByRole('dialog').getByRole('button', { name: 'Renomear' }).click();
    await section.getByText('Chave de acesso renomeada.').waitFor();
    await expect.poll(() => section.locator('button:focus').getAttribute('aria-label')).toMatch(/^Ações: Celular/);
    // The login is too old, and the passkey replaces the password.
    ageSessions(dataDir);
    await chooseInRow(rows.first(), 'Celular do trabalho', 'Remover Celular do trabalho');
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
    await proof.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await section.getByText('Ainda não há nenhuma chave de acesso.').waitFor();
    expect(await section.getByRole('status').first().innerText()).toBe('Chave de acesso removida.');
    await section.and(page.locator(':focus')).waitFor();

    // The device still has the passkey, but the service has removed it.
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL('**/accounts/login/');
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.getByText('Não deu para entrar com a chave de acesso.').waitFor();
    // The 403 is the refusal that asked for the proof.
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
  });

  test('the recovery codes stay when the list cannot be asked for again', async () => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl);
    await admit(page, newPerson());
    await addAuthenticator(page);
    await page.goto('/conta/');
    const section = page.locator('#passkeys');
    await section.getByLabel('Nome da chave de acesso').fill('Celular');
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query Passkeys') ? route.abort() : route.fallback(),
    );
    const failed = page.waitForEvent('requestfailed');
    await section.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    await failed;
    await section.getByRole('button', { name: 'Já guardei' }).click();
    await section.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    await page.unroute('**/graphql');
    await section.getByRole('button', { name: 'Tentar de novo' }).click();
    await section.getByRole('list', { name: 'Suas chaves de acesso' }).waitFor();
  });

  test('are not offered where the page has another origin than they are bound to', async () => {
    const { port } = await service();
    const { page } = await openPage(await openChromium(), `http://127.0.0.1:${port}`);
    await page.goto('/accounts/login/');
    await page.getByRole('button', { name: 'Mostrar a senha' }).waitFor();
    expect(await page.getByRole('button', { name: 'Entrar com chave de acesso' }).count()).toBe(0);
    await admit(page, newPerson());
    await page.goto('/conta/');
    await page.getByText(`Chaves de acesso só funcionam em http://localhost:${port}.`).waitFor();
  });
});
