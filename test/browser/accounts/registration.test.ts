import { describe, expect, test } from 'vitest';
import { axeViolations } from '../../support/browser/axe-violations.js';
import { enter, fillRegistration, logIn, newPerson, register, send } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { partOf, startFakeMailProvider } from '../../support/fakes/fake-mail-provider.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';

const NEW_PASSWORD = 'another horse 8';

describe.runIf(chromiumPath || process.env.CI)('getting in and going', () => {
  test('the link of a first start leads to the account that may do everything, on the home page', async () => {
    const { baseUrl, dataDir } = await startService({ REGISTRATION: 'closed' });
    const { out } = await commandLine(dataDir, { PORT: new URL(baseUrl).port }).run(['setup', '--link']);
    const link = out.trim();
    const browser = await openChromium();
    const { page, faults, foreign } = await openPage(browser, baseUrl);
    const referrers: (string | undefined)[] = [];
    page.on('request', (request) => referrers.push(request.headers().referer));
    await page.goto(link);
    expect(page.url()).toBe(`${baseUrl}/accounts/primeira-conta/`);
    expect(await page.locator('h1').innerText()).toBe('Primeira conta');
    const ana = newPerson();
    await fillRegistration(page, { ...ana, password: '12345678' });
    await page.locator('#password1-error').waitFor();
    expect(await page.locator('[name=username]').inputValue()).toBe(ana.username);
    const axeFaults = await axeViolations(page);
    await fillRegistration(page, ana);
    await page.waitForURL(`${baseUrl}/`);
    await page.goto('/admin/?parte=usuarios');
    await page.getByText(ana.username).first().waitFor();
    expect(axeFaults).toEqual([]);
    expect(referrers.join()).not.toContain('codigo=');
    expect([faults, foreign]).toEqual([[], []]);

    const { page: late } = await openPage(browser, baseUrl);
    expect((await late.goto(link))?.status()).toBe(404);
    await late.getByText('vigia setup --link').waitFor();
  });

  test('staff close the registration to the uninvited and invite somebody, who registers by the link', async () => {
    const { baseUrl, dataDir } = await startService({ CONTACT: 'Ana, sala 12' });
    const browser = await openChromium();
    const eva = newPerson();
    const { page, faults } = await openPage(browser, baseUrl);
    await page.goto('/accounts/login/');
    await register(page, eva);
    expect((await commandLine(dataDir).run(['user', 'staff', eva.username])).code).toBe(0);
    await enter(page, eva);
    await page.goto('/admin/?parte=acesso');
    await page.getByRole('radio', { name: 'Só quem tem convite' }).check();
    await page.getByText('O cadastro só abre com o link de um convite').waitFor();
    const mode = page.getByRole('region', { name: 'Cadastro' });
    await mode.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Já está valendo.').waitFor();
    const rui = newPerson('rui');
    await page.getByLabel('E-mail (opcional)').fill(rui.email);
    await page.getByRole('button', { name: 'Criar convite' }).click();
    await page.getByText('Convite criado. Repasse o link').waitFor();
    const link = await page.locator('.invitation-link code').innerText();
    await page.getByRole('listitem').filter({ hasText: rui.email }).getByText('em aberto até').waitFor();

    const { page: visitor } = await openPage(browser, baseUrl);
    expect((await visitor.goto('/accounts/registrar/'))?.status()).toBe(403);
    await visitor.getByText('Com quem falar: Ana, sala 12').waitFor();
    await visitor.goto(link);
    await visitor.getByText(`Este convite é para ${rui.email}.`).waitFor();
    expect(await visitor.locator('[name=email]').inputValue()).toBe(rui.email);
    await fillRegistration(visitor, { ...rui, password: '12345678' });
    await visitor.locator('#password1-error').waitFor();
    await fillRegistration(visitor, rui);
    await visitor.getByText('Conta criada.').waitFor();
    expect(await visitor.getByRole('link', { name: 'Criar conta' }).count()).toBe(0);

    await page.reload();
    await page.getByRole('listitem').filter({ hasText: rui.email }).getByText(`conta ${rui.username}`).waitFor();
    await page.getByLabel('E-mail (opcional)').waitFor();
    await page.getByRole('button', { name: 'Criar convite' }).click();
    const withdraw = page.getByRole('button', { name: 'Retirar o convite: Para qualquer pessoa' });
    await withdraw.click();
    const dialog = page.getByRole('dialog', { name: 'Retirar o convite?' });
    // A second Enter does nothing.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => withdraw.and(page.locator(':focus')).count()).toBe(1);
    await withdraw.click();
    await dialog.getByText('o link deixa de valer na hora').waitFor();
    await dialog.getByRole('button', { name: 'Retirar' }).click();
    await page.getByText('Convite retirado.').waitFor();
    expect(await dialog.count()).toBe(0);
    await expect.poll(() => withdraw.count()).toBe(0);
    await page.getByRole('list', { name: 'Convites das últimas semanas' }).and(page.locator(':focus')).waitFor();
    expect(faults).toEqual([]);
  });

  test('a forgotten password is set by the link of a mail', async () => {
    const provider = await startFakeMailProvider();
    const { baseUrl } = await startService(provider.environment);
    const ana = newPerson();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await register(page, ana);
    await expect.poll(() => provider.received).toHaveLength(1);
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await page.getByLabel('E-mail').fill(ana.email);
    await send(page);
    await page.getByText('Confira seu e-mail').waitFor();
    await expect.poll(() => provider.received).toHaveLength(2);
    const link = /http:\S+codigo=\S+/.exec(partOf(provider.received[1] as never, 'text/plain'))?.[0] ?? '';
    await page.goto(link.replace(/^http:\/\/[^/]+/, ''));
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/accounts/senha/nova/');
    await page.locator('[name=password1]').fill(NEW_PASSWORD);
    await page.locator('[data-requirement=longEnough][data-met=true]').waitFor();
    await page.locator('[name=password2]').fill(NEW_PASSWORD);
    await send(page);
    await page.getByText('Nova senha salva.').waitFor();
    await logIn(page, { ...ana, password: NEW_PASSWORD });
    await page.waitForURL(`${baseUrl}/`);
    expect(faults).toEqual([]);
  });
});
