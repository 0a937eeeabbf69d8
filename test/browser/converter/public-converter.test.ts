import { describe, expect, test } from 'vitest';
import { admit, logIn, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const PATH = '/sistema/conversor/';

describe.runIf(chromiumPath || process.env.CI)('the converter without an account', () => {
  const service = sharedService({ PUBLIC_CONVERTER: 'true' });

  /** Opens a page as a visitor and records requests that failed or were not for client files. */
  async function openVisitor(options: Parameters<typeof openPage>[2] = {}) {
    const { baseUrl } = await service();
    const opened = await openPage(await openChromium(), baseUrl, options);
    const failed: string[] = [];
    // A prefetch cut off by leaving the page is not a failure.
    opened.page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') failed.push(`${reason} ${request.url()}`);
    });
    opened.page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    opened.page.on('websocket', (socket) => failed.push(socket.url()));
    return {
      ...opened,
      failed,
      tab: (name: string) => opened.page.locator('.tab-bar').getByRole('link', { name, exact: true }),
    };
  }

  test('converts, keeps its state over tabs, languages and themes, and the login leads back to it', async () => {
    const { page, faults, foreign, failed, tab } = await openVisitor({ colorScheme: 'light' });
    const person = newPerson();
    await admit(page, person);
    await page.context().clearCookies();
    await page.goto(PATH);
    await page.locator('[name=base-10]').fill('-200');
    await expect.poll(() => page.locator('[name=base-16]').inputValue()).toBe('-C8');
    for (const name of ['Passos', 'Operações', 'Lógica', 'Bits']) {
      await tab(name).click();
      await page.locator('.tab-bar [aria-current=page]').getByText(name, { exact: true }).waitFor();
      await page.locator('.converter-section').waitFor();
    }
    // The machine's measurements require an account, so a visitor's page must not request them, not even over a socket.
    await page.waitForLoadState('networkidle');
    expect(failed).toEqual([]);
    expect(await page.locator('.machine-values').count()).toBe(0);
    await tab('Passos').click();
    await page.locator('.stage').first().waitFor();

    // The click follows the typed number immediately, before the URL has been updated.
    await page.locator('[name=base-10]').fill('77');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Converter', level: 1 }).waitFor();
    expect(await page.locator('[name=base-10]').inputValue()).toBe('77');
    expect(new URL(page.url()).pathname).toBe(`${PATH}passos/`);
    expect(page.url()).not.toContain('language=');

    const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme');
    await page.getByRole('link', { name: 'Dark theme' }).click();
    await page.getByRole('link', { name: 'Light theme' }).waitFor();
    expect(await background()).toBe('dark');
    await page.getByRole('link', { name: 'Light theme' }).click();
    await page.getByRole('link', { name: 'Dark theme' }).waitFor();
    // The choice matches the device's own theme, so no cookie is set.
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('theme');
    expect(await page.locator('[name=base-10]').inputValue()).toBe('77');

    const here = page.url();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/accounts/login/**');
    await logIn(page, person);
    await page.waitForURL(here);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    expect(await page.locator('[name=base-10]').inputValue()).toBe('77');
    expect({ faults, foreign, failed: failed.filter((url) => !url.startsWith('ws')) }).toEqual({
      faults: [],
      foreign: [],
      failed: [],
    });
  });

  test('gives a link to what is shown, asks for nothing that needs an account, and leads nowhere that does', async () => {
    const { page, faults, failed } = await openVisitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith('/static/')) asked.push(request.url());
    });
    const { baseUrl } = await service();
    await page.goto(`${PATH}logica/?expression=A+AND+B`);
    await page.locator('.truth-table').waitFor();
    await page.getByRole('button', { name: /^Copiar link/ }).click();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await expect.poll(copied).toMatch(new RegExp(`^${baseUrl}${PATH}logica/\\?.*expression=A\\+AND\\+B`));
    await page.waitForLoadState('networkidle');
    const links = await page.evaluate<string[]>(
      '[...document.querySelectorAll("a[href]")].map((link) => link.pathname)',
    );
    expect(links.filter((path) => !path.startsWith(PATH))).toEqual(['/accounts/login/', '/sala/']);
    expect(asked.map((url) => new URL(url).pathname)).toEqual([`${PATH}logica/`]);
    expect({ faults, failed }).toEqual({ faults: [], failed: [] });

    // Navigating within the application to a page that requires an account requests that page from the server.
    await page.evaluate(`history.pushState(null, '', '/sistema/monitoramento/')`);
    await page.waitForURL('**/accounts/login/?next=/sistema/monitoramento/');
  });

  test('puts what is in the header into a menu where there is no room', async () => {
    const { page, faults } = await openVisitor({ viewport: { width: 360, height: 740 } });
    await page.goto(`${PATH}bits/`);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Idioma e tema' });
    await menu.getByRole('link', { name: 'Español' }).click();
    await page.getByRole('link', { name: 'Iniciar sesión' }).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(faults).toEqual([]);
  });
});
