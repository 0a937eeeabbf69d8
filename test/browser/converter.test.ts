import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../support/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../support/chromium.js';
import { sharedService } from '../support/running-service.js';

const PATH = '/sistema/conversor/';

/** Asks the service as the page is signed in. */
function ask<T>(page: Page, query: string, variables: object): Promise<T> {
  const body = JSON.stringify({ query, variables });
  const headers = JSON.stringify({ 'content-type': 'application/json', accept: 'application/json' });
  return page.evaluate<T>(
    `fetch('/graphql', { method: 'POST', headers: ${headers}, body: ${JSON.stringify(body)} })
      .then((answer) => answer.json()).then(({ data }) => data)`,
  );
}

const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

async function openConverter(locale = 'pt-BR') {
  const { baseUrl } = await service();
  const opened = await openPage(await openChromium(), baseUrl, { locale });
  await admit(opened.page, newPerson());
  await opened.page.goto(PATH);
  await opened.page.locator('.machine-values').waitFor();
  const field = (base: number) => opened.page.locator(`[name=base-${base}]`);
  const values = async () => Promise.all([2, 8, 10, 16, 36].map((base) => field(base).inputValue()));
  return { ...opened, field, values };
}

const LANGUAGES = [
  {
    locale: 'pt-BR',
    decimal: 'Decimal',
    wrong: 'Na posição 2 há “9”, que não é um algarismo da base 8: 0 a 7.',
    signed: 'Complemento de dois',
    sign: /^Bit 7, o do sinal/,
    unfold: 'Ver os passos',
    expression: 'Expressão',
    missing: 'Na posição 8 há o fim, onde se espera',
    share: /^Copiar o endereço/,
    open: /^Abrir no conversor: Processador/,
  },
  {
    locale: 'en-GB',
    decimal: 'Decimal',
    wrong: 'At position 2 there is “9”, which is no digit of base 8: 0 to 7.',
    signed: 'Two’s complement',
    sign: /^Bit 7, the sign/,
    unfold: 'Show the steps',
    expression: 'Expression',
    missing: 'At position 8 there is the end where',
    share: /^Copy the address/,
    open: /^Open in the converter: Processor/,
  },
];

describe.runIf(chromiumPath || process.env.CI)('the converter', () => {
  test.each(LANGUAGES)('a number goes from the fields to the bits and back ($locale)', async (texts) => {
    const { page, field, values, faults, foreign } = await openConverter(texts.locale);
    await page.getByLabel(texts.decimal, { exact: true }).fill('-86');
    expect(await values()).toEqual(['-1010110', '-126', '-86', '-56', '-2E']);
    // A negative number is one in two's complement, whose highest bit is the sign.
    expect(await page.getByLabel(texts.signed).isChecked()).toBe(true);
    const sign = page.getByRole('switch', { name: texts.sign });
    expect(await sign.getAttribute('aria-checked')).toBe('true');
    await sign.click();
    expect(await values()).toEqual(['101010', '52', '42', '2A', '16']);

    // By keyboard: one stop, arrows from bit to bit.
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    expect(await field(10).inputValue()).toBe('40');
    await page.keyboard.press('Home');
    expect(await sign.evaluate((element) => element.matches(':focus'))).toBe(true);

    await field(8).fill('19');
    await page.getByText(texts.wrong).waitFor();
    expect(await values()).toEqual(['', '19', '', '', '']);
    expect(await field(8).evaluate((element) => element.matches('[aria-invalid=true]'))).toBe(true);
    await field(8).fill('');
    expect(await page.locator('.number-fields .error').count()).toBe(0);
    expect([faults, foreign]).toEqual([[], []]);
  });

  test('the page gives what the service gives', async () => {
    const { page, field } = await openConverter();
    const BASES = [2, 8, 10, 16, 36];
    for (const [base, value] of [
      [10, '-170141183460469231731687303715884105728'],
      [2, ' +0b00101 '],
      [16, '0xfF'],
      [36, 'zZ9'],
      [10, '9'.repeat(4096)],
    ] as const) {
      await field(base).fill(value);
      const query = `query ($value: String!, $from: Int!) { ${BASES.map((to) => `b${to}: convertBase(value: $value, from: $from, to: ${to}) { result }`).join(' ')} }`;
      const answer = await ask<Record<string, { result: string }>>(page, query, { value, from: base });
      for (const to of BASES) {
        const shown = await field(to).inputValue();
        expect([base, to, shown]).toEqual([base, to, to === base ? value : answer[`b${to}`]?.result]);
      }
    }

    await page.getByLabel('Expressão').fill('a e (b xor não c) ou 1 nand d');
    const { truthTable } = await ask<{ truthTable: { expression: string; rows: { result: number }[] } }>(
      page,
      'query ($text: String!) { truthTable(expression: $text) { expression rows { result } } }',
      { text: 'a e (b xor não c) ou 1 nand d' },
    );
    await page.locator('.read-as').getByText(truthTable.expression, { exact: true }).waitFor();
    const results = await page.locator('.truth-table tbody td[data-result]').allInnerTexts();
    expect(results.map(Number)).toEqual(truthTable.rows.map(({ result }) => result));
  });

  test.each(LANGUAGES)('steps unfold, and lead to what is shown ($locale)', async (texts) => {
    const { page, field } = await openConverter(texts.locale);
    await page.getByText(texts.unfold).click();
    const column = (index: number) => page.locator(`.stage tbody tr > :nth-child(${index})`).allInnerTexts();
    expect((await column(5)).reverse().join('')).toBe('101010');
    await field(16).fill('2F');
    expect(await page.locator('.bit-groups li').allInnerTexts()).toEqual([
      expect.stringMatching(/^2\s+↓\s+(=\s+)?0010$/),
      expect.stringMatching(/^F\s+↓\s+(=\s+)?1111$/),
    ]);
    await page.locator('#steps').getByText('Decimal').click();
    expect(await page.locator('.stage tfoot td').innerText()).toBe('47');
  });

  test.each(LANGUAGES)(
    'logic: a switch lights the wires and the row, and a row sets the switches ($locale)',
    async (texts) => {
      const { page } = await openConverter(texts.locale);
      await page.getByLabel(texts.expression).fill('A and B');
      const lit = page.locator('.truth-table tr[aria-current=true]');
      expect((await lit.locator('td').allInnerTexts()).slice(1)).toEqual(['1', '1', '1']);
      expect(await page.locator('.circuit .wire[data-lit]').count()).toBe(4);
      await page.getByRole('switch', { name: 'B', exact: true }).click();
      expect((await lit.locator('td').allInnerTexts()).slice(1)).toEqual(['1', '0', '0']);
      expect(await page.getByRole('img', { name: 'A AND B' }).getAttribute('aria-label')).toContain('0');

      await page.getByRole('radio', { name: 'A = 0, B = 1' }).check();
      expect(await page.getByRole('switch', { name: 'A', exact: true }).getAttribute('aria-checked')).toBe('false');
      expect(await page.getByRole('switch', { name: 'B', exact: true }).getAttribute('aria-checked')).toBe('true');

      await page.getByLabel(texts.expression).fill('A and (');
      await page.getByText(texts.missing).waitFor();
      expect(await page.locator('.truth-table').count()).toBe(0);
      await page.getByRole('button', { name: 'NOR', exact: true }).click();
      expect(await page.getByLabel(texts.expression).inputValue()).toBe('A NOR B');
      expect(await page.locator('.truth-table tbody td[data-result]').allInnerTexts()).toEqual(['1', '0', '0', '0']);
    },
  );

  test.each(LANGUAGES)('the address holds everything, and is copied ($locale)', async (texts) => {
    const { page, field, values } = await openConverter(texts.locale);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await field(16).fill('BEEF');
    await page.locator('#bits label').getByText('16', { exact: true }).click();
    await page.getByText(texts.unfold).click();
    await page.locator('#bitwise').getByText('XOR', { exact: true }).click();
    await page.getByLabel(texts.expression).fill('A ∨ ¬A');
    await page.getByRole('button', { name: texts.share }).click();
    const shared = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.waitForURL(shared);

    const typed = await values();
    const other = await page.context().newPage();
    await other.goto(shared);
    await other.locator('.circuit').waitFor();
    expect(await other.locator('[name=base-2]').inputValue()).toBe(typed[0]);
    expect(await other.locator('[name=base-16]').inputValue()).toBe('BEEF');
    expect(await other.locator('.bit').count()).toBe(16);
    expect(await other.locator('.stage').count()).toBe(1);
    expect(
      await other.locator('#bitwise input[type=radio]:checked').evaluate((radio) => radio.parentElement?.textContent),
    ).toBe('XOR');
    expect(await other.getByLabel(texts.expression).inputValue()).toBe('A ∨ ¬A');
    // Typing leaves no trail behind: the way back leads to where one came from.
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toBe(PATH);
  });

  test.each(LANGUAGES)('a live figure of the machine opens as a number ($locale)', async (texts) => {
    const { page, field } = await openConverter(texts.locale);
    const button = page.getByRole('button', { name: texts.open });
    await button.click();
    const number = await field(10).inputValue();
    expect(number).toMatch(/^\d+$/);
    await page.locator('#machine [role=status]').getByText(number).waitFor({ state: 'attached' });
    expect(await field(2).inputValue()).toBe(BigInt(number).toString(2));
  });

  test('numbers are copied with every digit where the clipboard is not offered', async () => {
    const { page, field } = await openConverter();
    await page.addInitScript({ content: "Object.defineProperty(navigator, 'clipboard', { value: undefined })" });
    await page.reload();
    await field(10).fill('9'.repeat(100));
    await page.evaluate("document.addEventListener('copy', () => { window.copied = document.activeElement.value })");
    await page.getByRole('button', { name: 'Copiar: Número na base 16' }).click();
    await page.getByText('Copiado.').waitFor({ state: 'attached' });
    expect(await page.evaluate('window.copied')).toBe(await field(16).inputValue());
  });
});
