import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../support/browser/chromium.js';
import { chooseInRow } from '../support/browser/row-menu.js';
import { commandLine } from '../support/processes/command-line.js';
import { startService } from '../support/processes/running-service.js';

const FIRST =
  '# Uso\n\nSeja gentil. <script>document.title = "stolen"</script>\n\n[Fonte](https://example.com/)\n\n![Mapa](https://example.com/map.png)';

describe.runIf(chromiumPath || process.env.CI)('the terms of use', () => {
  test('are written by the staff, change on open pages at once, and are announced until they are seen', async () => {
    const service = await startService();
    const browser = await openChromium();
    const { page: reader, faults } = await openPage(browser, service.baseUrl);
    const { page: staff, faults: staffFaults } = await openPage(browser, service.baseUrl);
    const { page: third } = await openPage(browser, service.baseUrl);
    const eva = newPerson('eva');
    await admit(reader, newPerson());
    await admit(third, newPerson());
    await admit(staff, eva);
    const promoted = await commandLine(service.dataDir).run(['user', 'staff', eva.username]);
    expect(promoted.code).toBe(0);

    await reader.goto('/termos/');
    await reader.getByText('Ainda não há termos publicados.').waitFor();
    await third.goto('/conta/');
    const notice = third.getByRole('complementary', { name: 'Termos de uso' });

    // Typed text survives a reload and is previewed as it will appear.
    await staff.goto('/admin/?parte=termos');
    await staff.getByText('a página dos termos está vazia').waitFor();
    await staff.getByRole('button', { name: 'Nova versão' }).click();
    await staff.getByLabel('Texto, em Markdown').fill(FIRST);
    const preview = staff.getByRole('figure', { name: 'Prévia' });
    await preview.getByRole('heading', { name: 'Uso', level: 2 }).waitFor();
    await staff.reload();
    await staff.getByText('O que você escreveu está aqui').waitFor();
    expect(await staff.getByLabel('Texto, em Markdown').inputValue()).toBe(FIRST);
    await staff.getByText('esta versão é mostrada a todos na hora').waitFor();
    await staff.getByRole('button', { name: 'Salvar' }).click();
    const list = staff.getByRole('list', { name: 'Termos de uso' });
    await list.getByText('mostrada').waitFor();

    // The reader's page updates automatically, shows a tag as text, and counts the version as seen.
    await reader.getByRole('heading', { name: 'Uso', level: 2 }).waitFor();
    await reader.getByText('Os termos mudaram agora há pouco.').waitFor();
    await reader.getByText('<script>document.title = "stolen"</script>').waitFor();
    expect(await reader.locator('.prose script').count()).toBe(0);
    expect(await reader.title()).toBe('Termos de uso · Vigia');
    const link = reader.getByRole('link', { name: 'Fonte' });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    // An image becomes a link with its alternative text; nothing else of it remains.
    const map = reader.locator('.prose p').filter({ has: reader.getByRole('link', { name: 'Mapa', exact: true }) });
    expect(await map.innerText()).toBe('Mapa');
    expect(await reader.locator('.prose img').count()).toBe(0);

    // A reader on another page sees a notice that doesn't shift the page and can be closed.
    const email = third.getByLabel('E-mail');
    const boxBefore = await email.boundingBox();
    await notice.getByText('Há uma nova versão dos termos de uso.').waitFor();
    expect(await email.boundingBox()).toEqual(boxBefore);
    await notice.getByRole('link', { name: 'Ler os termos' }).waitFor();
    // The version's author sees no notice, although the page has checked for one.
    const seenMutation = staff.waitForResponse(
      (response) => response.request().postData()?.includes('TermsSeen') === true,
    );
    await staff.reload();
    await (await seenMutation).finished();
    await list.getByText('mostrada').waitFor();
    expect(await staff.getByText('Há uma nova versão dos termos de uso.').count()).toBe(0);
    await notice.getByRole('button', { name: 'Dispensar este aviso' }).click();
    await notice.waitFor({ state: 'detached' });
    await third.reload();
    await third.getByRole('heading', { name: 'Sua conta' }).waitFor();

    // A correction is not a new version: no notice appears again, the reader's page updates, and the draft is deleted.
    await chooseInRow(staff, 'Versão 1', 'Editar a versão 1');
    await staff.getByText('Esta é a versão mostrada').waitFor();
    await staff.getByLabel('Texto, em Markdown').fill(FIRST.replace('gentil', 'gentil e breve'));
    await staff.getByRole('button', { name: 'Salvar' }).click();
    await list.getByText('Vista por 2 pessoas').waitFor();
    await reader.getByText('Seja gentil e breve.').waitFor();

    // A new version is announced to everyone; a user who reads it dismisses the announcement in all their browsers.
    await staff.getByRole('button', { name: 'Nova versão' }).click();
    expect(await staff.getByLabel('Texto, em Markdown').inputValue()).toBe('');
    await staff.getByLabel('Texto, em Markdown').fill(FIRST.replace('gentil', 'justo'));
    await staff.getByRole('button', { name: 'Salvar' }).click();
    await notice.getByRole('link', { name: 'Ler os termos' }).click();
    await third.getByText('Seja justo.').waitFor();
    await third.getByRole('link', { name: 'Conta', exact: true }).click();
    await third.getByRole('heading', { name: 'Sua conta' }).waitFor();
    expect(await notice.count()).toBe(0);
    await list.getByText('Versão 2').waitFor();

    // The comparison shows the changed words verbatim.
    await chooseInRow(staff, 'Versão 2', 'Comparar a versão 2 com outra');
    await staff.getByRole('deletion').getByText('gentil e breve').waitFor();
    await staff.getByRole('insertion').getByText('justo').waitFor();
    await staff.getByRole('button', { name: 'Voltar às versões' }).click();

    // Deactivating a version brings back the previous one.
    await chooseInRow(staff, 'Versão 2', 'Desativar a versão 2');
    await staff.getByText('Todos passam a ver a versão ativa anterior').waitFor();
    await staff.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
    await reader.getByText('Seja gentil e breve.').waitFor();
    expect([...faults, ...staffFaults]).toEqual([]);
  });
});
