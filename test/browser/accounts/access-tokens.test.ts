import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService();

describe.runIf(chromiumPath || process.env.CI)('access tokens on the account page (contract 14)', () => {
  test('one is made, shown once, used by a program, listed with its last use, and revoked', async () => {
    const { baseUrl } = await service();
    const { page, faults } = await openPage(await openChromium(), baseUrl);
    await admit(page, newPerson());
    await page.goto('/conta/');
    await page.getByText('Você ainda não tem tokens de acesso.').waitFor();
    await page.getByRole('button', { name: 'Novo token' }).click();
    const form = page.locator('.new-token');
    // Scopes reserved for staff are not offered to other users.
    await expect.poll(() => form.getByRole('checkbox').count()).toBe(2);
    await form.getByLabel('Nome').fill('Um painel na parede da sala dos professores do terceiro andar, bloco B');
    await form.getByLabel('Leitura').uncheck();
    await form.getByRole('button', { name: 'Criar token' }).click();
    await form.getByText('Escolha ao menos uma permissão para o token.').waitFor();
    await form.getByLabel('Leitura').check();
    await form.getByLabel('Conversões').check();
    await form.getByLabel('Vale por').selectOption('30');
    await form.getByRole('button', { name: 'Criar token' }).click();

    const token = await form.locator('code').innerText();
    expect(token).toMatch(/^vigia_pat_[0-9A-Za-z]{49}$/);
    const use = () => fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await use()).status).toBe(200);
    await form.getByRole('button', { name: 'Já copiei' }).click();
    await page.reload();
    const row = page.getByRole('list', { name: 'Tokens de acesso' }).getByRole('listitem');
    await row.getByText(/Último uso em .+, de 127\.0\.0\.1\./).waitFor();
    expect(await page.content()).not.toContain(token.slice(10, 40));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => page.evaluate(overflow)).toBe(0);

    await row.getByRole('button', { name: 'Revogar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
    await page.getByText('Você ainda não tem tokens de acesso.').waitFor();
    expect(await page.locator('#tokens').innerText()).toContain('” foi revogado.');
    await page.locator('#tokens:focus').waitFor();
    expect((await use()).status).toBe(401);
    expect(faults.filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([]);
  });

  test('an answer that comes after its dialog was cancelled holds up and closes no other dialog', async () => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl);
    await admit(page, newPerson());
    await page.goto('/conta/');
    for (const name of ['Painel', 'Planilha', 'Relógio']) {
      await page.getByRole('button', { name: 'Novo token' }).click();
      await page.locator('.new-token').getByLabel('Nome').fill(name);
      await page.getByRole('button', { name: 'Criar token' }).click();
      await page.getByRole('button', { name: 'Já copiei' }).click();
    }
    const isSent = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation RevokeAccessToken')) {
        sent += 1;
        isSent.resolve();
        if (sent === 1) await late.promise;
      }
      await route.fallback();
    });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Revogar o token Painel' }).click();
    await dialog.getByRole('button', { name: 'Revogar' }).click();
    await isSent.promise;
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Revogar o token Planilha' }).click();
    await dialog.getByRole('button', { name: 'Revogar' }).click();
    await page.getByText('“Planilha” foi revogado.').waitFor();
    await page.getByRole('button', { name: 'Revogar o token Relógio' }).click();
    late.resolve();
    await page.getByText('“Painel” foi revogado.').waitFor();
    expect(await dialog.innerText()).toContain('Relógio');
  });
});
