import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fillRegistration, logIn, newPerson, register, send } from '../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../support/browser/chromium.js';
import { sharedService } from '../support/processes/running-service.js';

/** Waits until the page shows a sample other than the given one, and returns its time. */
async function nextSample(page: Page, before: string | null): Promise<string | null> {
  await page.locator(`[data-testid="sampled-at"]:not([datetime="${before}"])`).waitFor();
  return page.locator('[data-testid="sampled-at"]').getAttribute('datetime');
}

describe.runIf(chromiumPath || process.env.CI)('a newcomer in a browser', () => {
  const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

  test('registers, logs in, sees two pushes of the real host arrive, and logs out', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page, faults, foreign } = await openPage(await openChromium(), baseUrl);
    await register(page, ana);
    await logIn(page, ana);
    await page.waitForURL(`${baseUrl}/`);
    await page.getByRole('navigation').getByRole('link', { name: 'Monitoramento' }).click();
    await page.waitForURL('**/sistema/monitoramento/');

    const first = await nextSample(page, null);
    const second = await nextSample(page, first);
    expect(Date.parse(second ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
    for (const measure of ['cpu', 'ram', 'disk']) {
      expect(await page.locator(`[data-testid="${measure}-percent"]`).innerText()).toMatch(/^\d{1,3}([.,]\d)?\s?%?$/);
    }
    expect(await page.locator('[data-testid="connection-state"]').getAttribute('data-state')).toBe('live');

    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL('**/accounts/login/');
    await page.goto('/sistema/monitoramento/');
    expect(new URL(page.url()).search).toBe('?next=/sistema/monitoramento/');
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  });

  test('is led back to the page that was asked for, and every page of the navigation opens', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page, faults, foreign } = await openPage(await openChromium(), baseUrl);
    await page.goto('/sistema/monitoramento/?a=1');
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await fillRegistration(page, ana);
    await page.getByText('Conta criada. Agora é só entrar.').waitFor();
    // The username is already filled in, and the password field gets focus, though only once the page is drawn.
    await page.locator('[name=password]:focus').waitFor();
    await page.keyboard.type(ana.password);
    await send(page);
    await page.waitForURL('**/sistema/monitoramento/?a=1');
    for (const name of ['Início', 'Conversor', 'Termos', 'Conta']) {
      const link = page.getByRole('navigation').getByRole('link', { name });
      await link.click();
      await link.and(page.locator('[aria-current=page]')).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  });

  test('logs out in one tab, and the other tab goes to the login too', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page } = await openPage(await openChromium(), baseUrl);
    await register(page, ana);
    await logIn(page, ana);
    await page.goto('/sistema/monitoramento/');
    await nextSample(page, null);
    const other = await page.context().newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL('**/accounts/login/?next=/sistema/monitoramento/');
  });

  test('tries the subscription in the playground, with no request to another origin', async () => {
    const { baseUrl } = await service();
    const ana = newPerson();
    const { page, faults, foreign } = await openPage(await openChromium(), baseUrl);
    await register(page, ana);
    await page.goto('/graphql');
    await logIn(page, ana);
    await page.waitForURL('**/graphql');
    const result = () => page.locator('.result-window').innerText();
    const run = async (operation: string, name: string) => {
      await page.locator('.graphiql-query-editor .CodeMirror').click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(operation);
      // The tab is named after the operation once the editor has passed on its text.
      await page.getByRole('tab', { name }).waitFor();
      await page.getByRole('button', { name: /execute/i }).click();
    };
    await run('subscription Watch { metrics { cpuPercent sampledAt } }', 'Watch');
    await expect.poll(result).toContain('sampledAt');
    const before = await result();
    await expect.poll(result).not.toBe(before);
    await page.getByRole('button', { name: /stop/i }).click();

    await run(`mutation LogIn { login(username: "${ana.username}", password: "wrong") { access } }`, 'LogIn');
    await expect.poll(result).toContain('UNAUTHENTICATED');
    expect(new URL(page.url()).pathname).toBe('/graphql');
    expect(foreign).toEqual([]);
    // The browser logs the expected 401 and nothing else.
    expect(faults.filter((fault) => !fault.includes('401 (Unauthorized)'))).toEqual([]);
  });
});
