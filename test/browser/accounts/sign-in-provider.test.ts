import { describe, expect, test } from 'vitest';
import { OpenIdStandIn, personOf } from '../../support/accounts/openid-stand-in.js';
import { ageSessions } from '../../support/accounts/reauthentication.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { startService } from '../../support/processes/running-service.js';

const LANGUAGES = [
  { locale: 'pt-BR', button: 'Continuar com Casa ID', account: 'Login com Casa ID' },
  { locale: 'en-US', button: 'Continue with Casa ID', account: 'Sign-in with Casa ID' },
  { locale: 'es-MX', button: 'Continuar con Casa ID', account: 'Acceso con Casa ID' },
] as const;

describe.runIf(chromiumPath || process.env.CI)('signing in at a provider, in a browser', () => {
  test('leads from the button to the start page in every language, and proves who one is', async () => {
    const provider = await new OpenIdStandIn().start();
    const { baseUrl, dataDir } = await startService({ ...provider.environment, OIDC_CREATE: 'true' });
    const browser = await openChromium();
    for (const { locale, button, account } of LANGUAGES) {
      provider.visitor = personOf(`ana-${locale.slice(0, 2)}`);
      const { page, faults } = await openPage(browser, baseUrl, { locale });
      await page.goto('/accounts/login/');
      await page.getByRole('link', { name: button }).click();
      await page.waitForURL(`${baseUrl}/`);
      await page.getByRole('navigation').first().waitFor();
      await page.goto('/conta/');
      await page
        .getByRole('region', { name: account })
        .getByText(`ana-${locale.slice(0, 2)}@example.com`)
        .waitFor();
      expect(await page.locator('input[name=oldPassword]').count()).toBe(0);
      expect(faults).toEqual([]);
    }

    const { page } = await openPage(browser, baseUrl);
    await page.goto('/accounts/login/');
    provider.visitor = personOf('ana-pt');
    await page.getByRole('link', { name: 'Continuar com Casa ID' }).click();
    await page.waitForURL(`${baseUrl}/`);
    ageSessions(dataDir);
    await page.goto('/conta/');
    await page.getByRole('button', { name: 'Vincular com Casa ID' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: 'Confirmar com Casa ID' }).click();
    await (await opened).getByText('Era você mesmo.').waitFor();
    // The page goes on by itself: the person who is to be linked is linked already, which the service says.
    await page.getByRole('heading', { name: 'Conta não vinculada' }).waitFor();
  });
});
