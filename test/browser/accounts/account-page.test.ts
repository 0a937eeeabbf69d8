import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, enter, logIn, newPerson, send } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

/** Returns the page's rendered background colour. */
function ground(page: Page): Promise<string> {
  return page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
}

const PAPER = { light: 'rgb(250, 248, 244)', dark: 'rgb(15, 22, 32)' };

/** Records the background of each of the first frames that have a style sheet. */
const WATCH_GROUND = `
  const seen = [];
  const look = () => {
    if (document.styleSheets.length > 0) seen.push(getComputedStyle(document.documentElement).backgroundColor);
    if (seen.length < 20) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  window.seen = seen;
`;

const service = sharedService();

describe.runIf(chromiumPath || process.env.CI)('the account page', () => {
  test('changes the profile, says what is wrong beside the field, and the frame follows', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await admit(page, ana);
    await page.goto('/conta/');
    await page.getByLabel('E-mail').fill('ana@mailinator.com');
    await page.getByLabel('Nome', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Endereços descartáveis não são aceitos.').waitFor();
    const name = page.getByLabel('Nome', { exact: true });
    await expect.poll(() => name.evaluate((field) => field.matches(':focus[aria-invalid=true]'))).toBe(true);
    const described = await name.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe('Este campo é obrigatório.');

    await name.fill('BIA souza');
    await page.getByLabel('E-mail').fill('bia@example.com');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Perfil salvo.').waitFor();
    expect(await name.inputValue()).toBe('Bia Souza');
    await page.getByRole('link', { name: 'Sua conta, Bia Souza' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Sua conta, Bia Souza' }).waitFor();
    expect(faults.filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([]);
  });

  test('chooses units and times: the example follows at once, other pages and the next visit too', async () => {
    const { baseUrl } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl, { timezoneId: 'Pacific/Kiritimati' });
    await admit(page, newPerson());
    await page.goto('/conta/');
    const units = page.getByRole('region', { name: 'Unidades e horários' });
    const choose = async (label: string, example: RegExp) => {
      await units.getByLabel(label).check();
      await expect
        .poll(() => units.locator('.unit-example').allInnerTexts())
        .toContainEqual(expect.stringMatching(example));
    };
    await expect
      .poll(() => units.locator('.unit-example').allInnerTexts())
      .toEqual(
        ['23,6 GiB', '11,9 MiB/s', '54,0\u00a0°C', '\\d\\d:\\d\\d em Pacific/Kiritimati', '15:04'].map((text) =>
          expect.stringMatching(new RegExp(`^Exemplo: ${text}$`)),
        ),
      );
    await choose('Decimais (GB)', /25,3 GB/);
    await choose('Bits por segundo', /100,0 Mbit\/s/);
    await choose('Fahrenheit', /129,2\s°F/);
    await choose('Do servidor', /\d\d:\d\d em (?!Pacific)/);
    await choose('12 horas', /3:04 PM/);
    // Without a reload: the sessions on this page, and the figures of another.
    await page
      .locator('#sessions .hint', { hasText: /\d:\d\d [AP]M/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Monitoramento', exact: true }).first().click();
    const text = () => page.locator('main').innerText();
    await expect.poll(text).toMatch(/\d\s+[kM]?bit\/s/);
    await expect.poll(text).toMatch(/\d GB em uso/);
    expect(await text()).not.toMatch(/\d\s+[KMGT]?i?B\/s|\d [KMGT]iB/);
    await page.goto('/conta/');
    const chosen = () =>
      units.locator('input:checked').evaluateAll((all) => all.map((one) => one.parentElement?.innerText));
    await expect.poll(chosen).toEqual(['Decimais (GB)', 'Bits por segundo', 'Fahrenheit', 'Do servidor', '12 horas']);
    expect(faults).toEqual([]);

    // A choice that could not be saved is taken back.
    await page.route('**/graphql', (route) => route.abort());
    await units.getByLabel('Binárias (GiB)').click();
    await units.locator('.notice').waitFor();
    await units.getByText('25,3 GB').waitFor();
    expect(await units.getByLabel('Decimais (GB)').isChecked()).toBe(true);
  });

  test('changes the password, which ends the other sessions and not this one', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const browser = await openChromium();
    const { page } = await openPage(browser, baseUrl, { locale: 'en-GB' });
    await admit(page, ana);
    const other = await openPage(browser, baseUrl, { locale: 'en-GB' });
    await other.page.goto('/accounts/login/?next=/sistema/monitoramento/');
    await logIn(other.page, ana);
    await other.page.locator('[data-state=live]').waitFor();

    await page.goto('/conta/');
    const change = page.getByRole('button', { name: 'Change password' });
    const fill = async (old: string, password: string, repeated = password) => {
      await page.getByLabel('Current password').fill(old);
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Repeat the new password').fill(repeated);
    };
    // This password resembles none of the names used in the tests.
    await fill(ana.password, '0000000', '');
    const unmet = page.locator('.checks li[data-met=false]');
    expect(await unmet.allInnerTexts()).toEqual([
      expect.stringContaining('Has at least 8 characters'),
      expect.stringContaining('Is not only digits'),
      expect.stringContaining('Is the same in both fields'),
    ]);
    await fill('not mine 99', 'battery staple 8');
    expect(await unmet.count()).toBe(0);
    await change.click();
    await page.getByText('This is not your current password.').waitFor();
    await fill(ana.password, 'battery staple 8');
    await change.click();
    await page.getByText('Password changed. Your other sessions have ended.').waitFor();
    expect(await page.getByLabel('Current password').inputValue()).toBe('');
    await other.page.waitForURL('**/accounts/login/?next=/sistema/monitoramento/');

    await logIn(other.page, ana);
    await other.page.getByText('Wrong username or password.').waitFor();
    await logIn(other.page, { ...ana, password: 'battery staple 8' });
    await other.page.waitForURL('**/sistema/monitoramento/');
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  test('lists the sessions, ends one, then all others', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const browser = await openChromium();
    const { page } = await openPage(browser, baseUrl);
    await admit(page, ana);
    const others: Page[] = [];
    for (let session = 0; session < 3; session += 1) {
      const { page: other } = await openPage(browser, baseUrl);
      await enter(other, ana);
      await other.goto('/');
      others.push(other);
    }
    await page.goto('/conta/');
    const rows = page.getByRole('list', { name: 'Sessões abertas' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(4);
    await rows.filter({ hasText: 'Esta sessão' }).waitFor();
    expect(await rows.first().innerText()).toMatch(/Chrome \d+, Linux\s+Entrou em .* de 127\.0\.0\.1/);

    await rows
      .first()
      .getByRole('button', { name: /^Encerrar a sessão: Chrome/ })
      .click();
    await page.getByText('Sessão encerrada.').waitFor();
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('sessions');
    await others[2]?.waitForURL('**/accounts/login/?next=/');

    await page.getByRole('button', { name: 'Encerrar todas as outras' }).click();
    await page.getByText('Só esta sessão está aberta.').waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    for (const other of others) await other.waitForURL('**/accounts/login/?next=/');
  });

  test('the own data are saved as a file, and the account is deleted', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await admit(page, ana);
    // A deleted account's live connection may close before or after the response; here it closes before.
    const connected = page.waitForEvent('websocket');
    await page.route('**/graphql', async (route) => {
      const deletes = route.request().postData()?.includes(`"username":"${ana.username}"`);
      const disconnected = deletes && (await connected).waitForEvent('close');
      const response = await route.fetch();
      await disconnected;
      await route.fulfill({ response });
    });
    await page.goto('/conta/');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar meus dados' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^vigia-${ana.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(data.account).toMatchObject({ username: ana.username, email: ana.email });
    await page.getByRole('button', { name: 'Excluir conta' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('somebody');
    await dialog.getByRole('button', { name: 'Excluir conta' }).click();
    await dialog.getByText('Este não é o nome de usuário da sua conta.').waitFor();
    await dialog.getByRole('textbox').fill(ana.username);
    await dialog.getByRole('button', { name: 'Excluir conta' }).click();
    await page.waitForURL('**/accounts/login/');
    await page.getByText('Sua conta foi excluída.').waitFor();
    await logIn(page, ana);
    await page.locator('#failure').waitFor();
    expect(faults.filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([]);
  });

  test('the theme holds at once, over a reload without a flash, and on the pages before the login', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page } = await openPage(await openChromium(), baseUrl, { colorScheme: 'light' });
    await admit(page, ana);
    await page.goto('/conta/');
    await page.getByText('Escuro').click();
    await expect.poll(() => ground(page)).toBe(PAPER.dark);

    // No frame may show the other theme: the first style applied is already the chosen one.
    await page.addInitScript({ content: WATCH_GROUND });
    await page.reload();
    await page.getByRole('heading', { name: 'Sua conta' }).waitFor();
    await expect.poll(() => page.evaluate('seen.length')).toBe(20);
    expect(new Set(await page.evaluate<string[]>('seen'))).toEqual(new Set([PAPER.dark]));

    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL('**/accounts/login/');
    expect(await ground(page)).toBe(PAPER.dark);
  });

  test('the language holds at once, for messages of the server too, with no other one loaded, and in another browser', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const browser = await openChromium();
    const { page, faults } = await openPage(browser, baseUrl);
    await admit(page, ana);
    await page.goto('/conta/');
    await page.getByText('English').click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByLabel('E-mail').fill('ana@');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Write a valid e-mail address').waitFor();

    const sentences: string[] = [];
    page.on('request', (request) =>
      sentences.push(...(/assets\/(\w+)\.json_keys/.exec(request.url())?.slice(1) ?? [])),
    );
    await page.goto('/');
    await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ }).waitFor();
    await page.getByRole('link', { name: 'Converter' }).first().click();
    await page.getByText('Type into any field').waitFor();
    expect(sentences.length).toBeGreaterThan(2);
    expect(new Set(sentences)).toEqual(new Set(['en']));
    expect(faults.filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([]);

    const other = await openPage(browser, baseUrl);
    await other.page.goto('/accounts/login/');
    await other.page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await logIn(other.page, ana);
    await other.page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ }).waitFor();
  });
});

describe.runIf(chromiumPath || process.env.CI)('the pages of the server without script', () => {
  test.each([
    {
      locale: 'pt-BR',
      digits: 'O nome de usuário não pode ter apenas números.',
      created: 'Conta criada.',
      wrong: 'Usuário ou senha incorretos.',
      locked: 'Muitas tentativas',
    },
    {
      locale: 'en-GB',
      digits: 'The username cannot consist only of digits.',
      created: 'Account created.',
      wrong: 'Wrong username or password.',
      locked: 'Too many attempts',
    },
  ])('register, correct, log in, and are locked out ($locale)', async ({ locale, digits, created, wrong, locked }) => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page, faults } = await openPage(await openChromium(), baseUrl, {
      locale,
      javaScriptEnabled: false,
    });
    await page.goto('/accounts/registrar/');
    await page.locator('[name=first_name]').fill('Ana');
    await page.locator('[name=username]').fill('1234');
    await page.locator('[name=email]').fill(ana.email);
    await page.locator('[name=password1]').fill(ana.password);
    await page.locator('[name=password2]').fill(ana.password);
    await send(page);
    const name = page.locator('[name=username]');
    expect(await page.locator('#username-error').innerText()).toBe(digits);
    expect(await name.getAttribute('aria-describedby')).toContain('username-error');
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('username');
    expect(await page.locator('[name=email]').inputValue()).toBe(ana.email);
    await name.fill(ana.username);
    await page.locator('[name=password1]').fill(ana.password);
    await page.locator('[name=password2]').fill(ana.password);
    await send(page);
    await page.getByText(created).waitFor();

    for (let failure = 0; failure < 4; failure += 1) {
      await page.locator('[name=username]').fill(ana.username);
      await page.locator('[name=password]').fill('wrong');
      await send(page);
      await page.getByText(wrong).waitFor();
      // Without scripts, any other button would do nothing.
      expect(await page.getByRole('button').count()).toBe(1);
    }
    await page.locator('[name=password]').fill('wrong');
    await send(page);
    await page.getByRole('heading', { name: locked }).waitFor();
    expect(await page.locator('[data-wait]').innerText()).toMatch(/^(10:00|9:5\d)/);
    expect(faults.filter((fault) => !fault.includes('429'))).toEqual([]);
  });

  test('with script, the lockout counts down, passwords can be shown, and the rules are followed as one types', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page } = await openPage(await openChromium(), baseUrl);
    await page.goto('/accounts/registrar/');
    await page.locator('[name=first_name]').fill('Ana');
    const password = page.locator('[name=password1]');
    await password.fill('ana');
    const unmet = page.locator('.checks li[data-met=false]');
    expect(await unmet.count()).toBe(3);
    await password.fill(ana.password);
    await page.locator('[name=password2]').fill(ana.password);
    expect(await unmet.count()).toBe(0);
    await page.getByRole('button', { name: 'Mostrar a senha' }).first().click();
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Ocultar a senha' }).click();
    expect(await password.getAttribute('type')).toBe('password');

    await page.clock.install();
    await page.goto('/accounts/login/');
    for (let failure = 0; failure < 5; failure += 1) {
      await page.locator('[name=username]').fill('nobody');
      await page.locator('[name=password]').fill('wrong');
      await send(page);
    }
    const clock = page.locator('[data-wait] .figure');
    const before = await clock.innerText();
    await expect.poll(() => clock.innerText()).not.toBe(before);
    await page.clock.fastForward('10:00');
    await page.getByText('Pronto: você já pode tentar de novo.').waitFor();
    expect(await clock.innerText()).toBe('0:00');
  });
});
