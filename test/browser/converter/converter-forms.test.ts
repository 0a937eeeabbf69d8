import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService({ PUBLIC_CONVERTER: 'true' });

async function openForms(query: string) {
  const { baseUrl } = await service();
  const opened = await openPage(await openChromium(), baseUrl, { viewport: { width: 390, height: 844 } });
  await opened.page.goto(`/sistema/conversor/formas/${query}`);
  await opened.page.locator('.karnaugh-map').first().waitFor();
  return opened;
}

const minimal = (page: Page) => page.locator('.form-expression').innerText();

describe.runIf(chromiumPath || process.env.CI)('the forms of an expression on the page (contract 5)', () => {
  test('a visitor minimises a column, turns a cell of its map, and takes the link along', async () => {
    const { page, faults, foreign } = await openForms('?source=column&outputs=0000011111------&notation=ENGINEERING');
    expect(await minimal(page)).toBe('A + B·C + B·D');
    const tab = await page.getByRole('link', { name: 'Formas' }).boundingBox();
    expect(tab && tab.x >= 0 && tab.x + tab.width <= 390).toBe(true);

    // Row 10 was "don't care" and becomes 0.
    await page.getByRole('button', { name: /^Célula 10:/ }).click();
    await page.waitForURL('**outputs=00000111110-----*');
    expect(await minimal(page)).not.toBe('A + B·C + B·D');
    const shown = await minimal(page);
    await page.reload();
    await page.locator('.karnaugh-map').first().waitFor();
    expect(await minimal(page)).toBe(shown);
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  });

  test('the whole map and the minimal form are on the first screen of a desk and of a projector', async () => {
    // Six variables take four maps, of which the first row has to be there.
    const six = `?expression=${encodeURIComponent('(A XOR B) AND (C XOR D) OR E AND F')}`;
    const { page } = await openForms('');
    for (const query of ['', '?source=column&outputs=0000011111------&notation=ENGINEERING', six]) {
      if (query) await page.goto(`/sistema/conversor/formas/${query}`);
      const parts = query === six ? ['.karnaugh-cells'] : ['.karnaugh-cells', '.form-expression'];
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const part of parts) {
          const box = await page.locator(part).first().boundingBox();
          expect([query, width, part, box && box.y > 0 && box.y + box.height <= height]).toEqual([
            query,
            width,
            part,
            true,
          ]);
        }
      }
    }
  });

  test('compares with another expression, and draws with one kind of gate', async () => {
    const { page } = await openForms('?expression=A%27BC%2BAB%27C%2BABC%27%2BABC&notation=ENGINEERING');
    expect((await minimal(page)).split(' + ').sort()).toEqual(['A·B', 'A·C', 'B·C']);
    await page.getByLabel('Só NÃO-E (NAND)').check();
    await page.getByText('portas de até 2 entradas').waitFor();
    const compared = page.getByLabel('Outra expressão, na mesma notação');
    await compared.fill('AB + BC + AC');
    await page.getByText('Sim: as duas têm o mesmo valor em todas as linhas.').waitFor();
    await compared.fill('AB + BC');
    await page.getByText('Não: com', { exact: false }).waitFor();
  });
});
