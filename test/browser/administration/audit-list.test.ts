import { describe, expect, test } from 'vitest';
import { promote } from '../../support/accounts/stored-accounts.js';
import { admit, newPerson, tableRows } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService();

/** Opens the audit page as a staff member and returns a way to cause a new event. */
async function openAudit(filter = '') {
  const { baseUrl, dataDir } = await service();
  const { page, faults } = await openPage(await openChromium(), baseUrl);
  const eva = newPerson('eva');
  await admit(page, eva);
  promote(dataDir, eva.username);
  await page.goto(`/admin/?parte=auditoria${filter}`);
  const rows = tableRows(page, 'Eventos');
  await rows.or(page.getByText('Nenhum evento encontrado.')).first().waitFor();
  // Uses a separate client because the page would recognise its own actions.
  const other = await openPage(await openChromium(), baseUrl);
  const guess = (username: string) =>
    other.page.request.post('/accounts/api/v1/token/', { data: { username, password: 'wrong' } });
  return { page, faults, rows, guess };
}

describe.runIf(chromiumPath || process.env.CI)('the audit that is open', () => {
  test('grows by itself, the newest first, but keeps its rows in place while the pointer is on them', async () => {
    const { page, faults, rows, guess } = await openAudit();
    const [first, second] = [newPerson().username, newPerson().username];
    const [during, after] = [newPerson().username, newPerson().username];
    await page.mouse.move(0, 0);
    await guess(first);
    await rows.first().filter({ hasText: first }).waitFor();
    await guess(second);
    await rows.first().filter({ hasText: second }).waitFor();
    await rows.nth(1).filter({ hasText: first }).waitFor();

    await rows.first().hover();
    const box = await rows.first().boundingBox();
    const answered = page.waitForResponse((response) => response.request().postData()?.includes(' Audit(') === true);
    await guess(during);
    await answered;
    await rows.first().filter({ hasText: second }).waitFor();
    expect(await rows.first().boundingBox()).toEqual(box);
    await page.mouse.move(0, 0);
    await rows.first().filter({ hasText: during }).waitFor();
    await guess(after);
    await rows.first().filter({ hasText: after }).waitFor();
    expect(faults).toEqual([]);
  });

  test('that is filtered shows what fits alone, also where there was nothing', async () => {
    const name = newPerson().username;
    const { page, rows, guess } = await openAudit(`&usuario=${name}`);
    await page.getByText('Nenhum evento encontrado.').waitFor();
    await guess(newPerson().username);
    await guess(name);
    await rows.filter({ hasText: name }).waitFor();
    expect(await rows.count()).toBe(1);
  });
});
