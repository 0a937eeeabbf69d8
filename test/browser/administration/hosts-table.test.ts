import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { commandLine } from '../../support/processes/command-line.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService();

describe.runIf(chromiumPath || process.env.CI)('the table of hosts', () => {
  test('keeps the state of a host that has not been measured within its column', async () => {
    const { baseUrl, dataDir } = await service();
    const eva = newPerson('eva');
    const viewport = { width: 1280, height: 800 };
    const { page } = await openPage(await openChromium(), baseUrl, { viewport });
    await admit(page, eva);
    expect((await commandLine(dataDir).run(['user', 'staff', eva.username])).code).toBe(0);
    await page.goto('/admin/?parte=maquinas');
    await page.getByRole('button', { name: 'Adicionar máquina' }).first().click();
    await page.getByLabel('Nome', { exact: true }).fill(`web-${eva.username}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Cole esta linha em web-${eva.username}` }).waitFor();
    await page.goto('/admin/?parte=maquinas');
    const state = page.locator('td .host-state[data-state=WAITING]').first();
    await state.waitFor();
    const widths = await state.evaluate((one) => [one.scrollWidth, one.closest('td')?.clientWidth ?? 0]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });
});
