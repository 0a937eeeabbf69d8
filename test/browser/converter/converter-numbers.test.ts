import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const PATH = '/sistema/conversor/';
const service = sharedService();

async function openTab(address: string, locale = 'pt-BR') {
  const { baseUrl } = await service();
  const opened = await openPage(await openChromium(), baseUrl, { locale });
  await admit(opened.page, newPerson());
  await opened.page.goto(PATH + address);
  await opened.page.locator('.converter-section').waitFor();
  return opened;
}

/** Returns the rows of the first board, each as its name followed by its columns from left to right. */
function rowsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelector('.board').tBodies[0].rows].map((row) =>
    [...row.cells].map((cell, index) => index === 0 ? cell.textContent + ':' : cell.textContent || '_').join(''))`);
}

/** Returns a list's terms and definitions. */
function factsOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(`Object.fromEntries([...document.querySelectorAll('.facts dt')].map((term) =>
    [term.textContent, term.nextElementSibling.innerText.trim()]))`);
}

const isOn = (page: Page, name: string) => page.getByRole('switch', { name }).getAttribute('aria-checked');

describe.runIf(chromiumPath || process.env.CI)('fractions, floating point and arithmetic on the page', () => {
  test('arithmetic is written as on a board, with its flags, and a link brings it back', async () => {
    const { page, faults, foreign } = await openTab('operacoes/?value=200');
    await page.getByLabel('Aritmética', { exact: true }).check();
    await page.getByLabel('Segundo número').fill('100');
    await expect
      .poll(() => rowsOf(page))
      .toEqual(['Vai um:11_______', '200:_11001000', '+ 100:_01100100', 'Resultado:100101100']);
    const flags = () =>
      page.evaluate(`[...document.querySelectorAll('.flag-value')].map((value) => value.textContent).join('')`);
    expect(await flags()).toBe('1000');
    expect(await page.locator('.readings').innerText()).toContain('não cabe: os bits que ficam valem 44.');

    await page.getByLabel('Multiplicar ×').check();
    await page.getByLabel('Segundo número').fill('3');
    await expect.poll(() => rowsOf(page).then((rows) => rows.length)).toBe(12);
    await page.waitForURL('**?value=200&operation=MULTIPLY&value2=3');
    await page.reload();
    await page.locator('.board').first().waitFor();
    expect((await rowsOf(page)).slice(2, 4)).toEqual([
      '× 1, posição 0:________11001000',
      '× 1, posição 1:_______11001000_',
    ]);

    // An empty field is not reported as an error.
    await page.getByLabel('Segundo número').fill('');
    await expect.poll(() => page.locator('.board').count()).toBe(0);
    expect(await page.locator('.error').count()).toBe(0);
    await page.getByLabel('Segundo número').fill('1x');
    await page.locator('.error').getByText('posição 2').waitFor();

    // Shifting a negative number preserves its sign unless the user chooses otherwise.
    await page.goto(`${PATH}operacoes/?value=-8&operation=SHIFT_RIGHT&value2=1`);
    await page.locator('.readings').getByText('-8 >> 1 = -4').waitFor();
    await page.getByLabel('Zeros (lógico)').check();
    await page.locator('.readings').getByText('248 >>> 1 = 124').waitFor();
    await page.getByLabel('Quantas posições').fill('9');
    await page.getByText('Os bits podem ser deslocados de 0 a 8 posições.').waitFor();
    expect([faults, foreign]).toEqual([[], []]);
  });

  test('a fraction shows its period, its steps, and what is wrong with it', async () => {
    const { page, faults } = await openTab('fracoes/');
    const result = () => page.locator('.fraction-result p').innerText();
    expect(await page.getByLabel('Número a converter').inputValue()).toBe('0,1');
    expect(await result()).toBe('0,110 = 0,0(0011)2');
    expect(await page.locator('.stage tbody tr').allInnerTexts()).toHaveLength(6);
    await page.getByLabel('Para a base').selectOption('3');
    await page.getByLabel('Número a converter').fill('-2,(3)');
    await expect.poll(result).toBe('-2,(3)10 = -2,13');
    // Typed text reaches the URL a moment later, so either parameter may come first.
    await page.waitForURL(
      ({ searchParams }) => searchParams.get('fraction') === '-2,(3)' && searchParams.get('fractionTo') === '3',
    );
    await page.getByLabel('Número a converter').fill('0,1(6');
    await page.getByText('O parêntese da posição 4 não foi fechado.').waitFor();
    expect(await page.locator('.fraction-result').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('the bits of a floating-point number are switched by mouse and keyboard, and the address has them', async () => {
    const { page, faults } = await openTab('flutuante/?float=1');
    expect(await factsOf(page)).toMatchObject({
      'Número escrito': '1',
      Tipo: 'Normal',
      'Bits em hexadecimal': '0x3F800000',
    });
    await page.getByRole('switch', { name: 'Sinal, bit 31' }).click();
    await expect.poll(() => page.locator('[name=float]').inputValue()).toBe('0xBF800000');
    expect(await factsOf(page)).toMatchObject({ 'Valor guardado, exato': '-1' });
    // The arrows move from the sign right to the exponent, then down to the exponent's next row of eight.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    expect(await isOn(page, 'Expoente, bit 30')).toBe('true');
    expect(await factsOf(page)).toMatchObject({ 'Valor guardado, exato': '-Infinity' });
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    expect(await factsOf(page)).toMatchObject({ 'Valor guardado, exato': 'NaN' });
    await page.waitForURL('**/flutuante/?float=0xFF800001');
    await page.reload();
    await page.locator('.float-bit').first().waitFor();
    expect(await isOn(page, 'Mantissa, bit 0')).toBe('true');

    await page.locator('[name=float]').fill('0,1');
    await page.getByLabel('16 bits').check();
    await expect.poll(() => factsOf(page)).toMatchObject({ 'Erro (guardado − escrito)': '-0,0000244140625' });
    await page.getByRole('button', { name: 'Ver: Logo abaixo' }).click();
    await expect.poll(() => page.locator('[name=float]').inputValue()).toBe('0x2E65');
    expect(faults).toEqual([]);
  });

  test('a value of a thousand digits is short until it is unfolded, and no page is wider than a phone', async () => {
    const { page } = await openTab('flutuante/?float=5e-324&format=BINARY64');
    await page.setViewportSize({ width: 390, height: 844 });
    const typed = page.locator('.long-number summary').first();
    const summary = page.locator('.long-number summary').nth(1);
    expect(await typed.innerText()).toBe('5e-324 todos os 325 algarismos');
    expect(await summary.innerText()).toContain('4,9406564584124654417…e-324');
    await summary.click();
    expect(await page.locator('.long-number').nth(1).innerText()).toContain(`0,${'0'.repeat(323)}49406564584124654417`);
    for (const address of [
      'operacoes/?value=-1&operation=MULTIPLY&value2=-1&bits=64',
      'fracoes/?fraction=0.1234567890123456789&fractionTo=3',
      'flutuante/?float=1e300&format=BINARY64',
    ]) {
      await page.goto(PATH + address);
      await page.locator('.converter-section table').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      // The bar scrolls to the tab once it is laid out.
      await expect
        .poll(() => page.evaluate(`document.querySelector('.tab-bar [aria-current]').getBoundingClientRect().right`))
        .toBeLessThanOrEqual(390);
    }
  });

  test('on a phone the shown tab is in sight, and a board at its right end, after each change', async () => {
    const { page } = await openTab('operacoes/?value=-1&operation=ADD&value2=-1&bits=32');
    await page.setViewportSize({ width: 390, height: 844 });
    const board = () =>
      page
        .locator('.board')
        .first()
        .evaluate(({ parentElement: area }) => ({
          width: area?.scrollWidth ?? 0,
          hidden: area ? area.scrollWidth - area.clientWidth - area.scrollLeft : 0,
        }));
    await page.reload();
    await expect.poll(board).toMatchObject({ hidden: 0 });
    const { width: before } = await board();
    await page.getByLabel('64', { exact: true }).check();
    await expect.poll(async () => (await board()).width).toBeGreaterThan(before);
    expect(await board()).toMatchObject({ hidden: 0 });

    const link = (name: string) => page.locator('.tab-bar').getByRole('link', { name });
    const [first, last] = [link('Bits'), link('Praticar')];
    const isInSight = async (tab: typeof first) => {
      const { x, width } = (await tab.boundingBox()) ?? { x: -1, width: 0 };
      return x >= 0 && x + width <= 390;
    };
    for (const tab of [last, first, last]) {
      await tab.dispatchEvent('click');
      await expect.poll(() => isInSight(tab)).toBe(true);
    }
  });
});
