import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage, settle } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const PATH = '/sistema/conversor/';

function ask<T>(page: Page, query: string, variables: object): Promise<T> {
  const body = JSON.stringify({ query, variables });
  const headers = JSON.stringify({ 'content-type': 'application/json', accept: 'application/json' });
  return page.evaluate<T>(
    `fetch('/graphql', { method: 'POST', headers: ${headers}, body: ${JSON.stringify(body)} })
      .then((answer) => answer.json()).then(({ data }) => data)`,
  );
}

/** Six variables, with subexpressions wider than any screen. */
const SIX = encodeURIComponent('(A NAND B) XOR (C NOR D) XOR (E XNOR F) AND (A OR C) AND (B OR D) OR (E NAND A)');

const TABS = ['Bits', 'Passos', 'Operações', 'Frações', 'Ponto flutuante', 'Lógica', 'Formas', 'Praticar'];

async function tab(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
  await link.click();
  await page.locator('.tab-bar [aria-current=page]').getByText(name, { exact: true }).waitFor();
  await page.locator('.converter-section').waitFor();
}

/** Whether an element lies entirely within the window, or within another element. */
async function isInSight(element: Locator, frame?: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const size = element.page().viewportSize();
  const around = frame ? await frame.boundingBox() : { x: 0, y: 0, width: size?.width ?? 0, height: size?.height ?? 0 };
  if (!box || !around) return false;
  const isInside = box.x >= around.x && box.x + box.width <= around.x + around.width + 1;
  return isInside && (frame !== undefined || (box.y >= 0 && box.y + box.height <= around.height));
}

/**
 * Lists the elements that hide part of their text without an ellipsis, a fade at the edge, or bars to scroll them. A
 * typed text must end in an ellipsis whatever its length, since only some are too long.
 */
const CUT_OFF = `(() => {
  const isHinted = (element) =>
    getComputedStyle(element).textOverflow === 'ellipsis' || element.closest('.wide-frame[data-after], .truth-table, .tab-bar');
  const hides = (element) =>
    getComputedStyle(element).overflowX !== 'visible' &&
    (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1) &&
    element.clientWidth > 1 && !element.matches('.visually-hidden');
  const all = [...document.querySelectorAll('.workbench *')].filter((element) => element.checkVisibility());
  return all
    .filter((element) => element.matches('input:not([type=radio])') || hides(element))
    .filter((element) => !isHinted(element))
    .map((element) => element.outerHTML.slice(0, 80));
})()`;

const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

async function openConverter(locale = 'pt-BR', address = '') {
  const { baseUrl } = await service();
  const opened = await openPage(await openChromium(), baseUrl, { locale });
  await admit(opened.page, newPerson());
  await opened.page.goto(PATH + address);
  await opened.page.locator('.converter-section').waitFor();
  const field = (base: number) => opened.page.locator(`[name=base-${base}]`);
  const values = async () => Promise.all([2, 8, 10, 16, 36].map((base) => field(base).inputValue()));
  return { ...opened, field, values };
}

const LANGUAGES = [
  {
    locale: 'pt-BR',
    decimal: 'Decimal',
    wrong: 'O “9” na posição 2 não existe na base 8. Use só algarismos de 0 a 7.',
    signed: 'Complemento de dois',
    sign: /^Bit 7, o do sinal/,
    expression: 'Expressão',
    conjunction: 'A ∧ B',
    norButton: 'NÃO-OU ↓',
    nor: 'A ↓ B',
    inWords: 'A NÃO-OU B',
    missing: 'Falta algo depois de “and”: uma variável, 0, 1, NOT ou parêntese.',
    share: /^Copiar link/,
    use: /^Usar este número: Processador/,
  },
  {
    locale: 'en-GB',
    decimal: 'Decimal',
    wrong: 'The “9” at position 2 does not exist in base 8. Use only the digits 0 to 7.',
    signed: 'Two’s complement',
    sign: /^Bit 7, the sign/,
    expression: 'Expression',
    conjunction: 'A AND B',
    norButton: 'NOR',
    nor: 'A NOR B',
    inWords: 'A NOR B',
    missing: 'Something is missing after “and”: a variable, 0, 1, NOT or a bracket.',
    share: /^Copy link/,
    use: /^Use this number: Processor/,
  },
];

describe.runIf(chromiumPath || process.env.CI)('the converter', () => {
  test.each(LANGUAGES)(
    'a number goes from the fields to the bits and back, and a live figure becomes it ($locale)',
    async (texts) => {
      const { page, field, values, faults, foreign } = await openConverter(texts.locale);
      await page.getByLabel(texts.decimal, { exact: true }).fill('-86');
      expect(await values()).toEqual(['-1010110', '-126', '-86', '-56', '-2E']);
      // A negative number is shown in two's complement, where the highest bit is the sign.
      expect(await page.getByLabel(texts.signed).isChecked()).toBe(true);
      const sign = page.getByRole('switch', { name: texts.sign });
      expect(await sign.getAttribute('aria-checked')).toBe('true');
      await sign.click();
      expect(await values()).toEqual(['101010', '52', '42', '2A', '16']);

      // For the keyboard, the bits are one tab stop, and arrow keys move between them.
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Space');
      expect(await field(10).inputValue()).toBe('40');
      await page.keyboard.press('Home');
      await expect.poll(() => sign.evaluate((element) => element.matches(':focus'))).toBe(true);

      await field(8).fill('19');
      await page.getByText(texts.wrong).waitFor();
      expect(await values()).toEqual(['', '19', '', '', '']);
      expect(await field(8).evaluate((element) => element.matches('[aria-invalid=true]'))).toBe(true);
      await field(8).fill('');
      expect(await page.locator('.number-panel .error').count()).toBe(0);

      await page.getByRole('button', { name: texts.use }).click();
      const number = await field(10).inputValue();
      expect(number).toMatch(/^\d+$/);
      await page.locator('#machine [role=status]').getByText(number).waitFor({ state: 'attached' });
      expect(await field(2).inputValue()).toBe(BigInt(number).toString(2));
      expect([faults, foreign]).toEqual([[], []]);
    },
  );

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

    await tab(page, 'Lógica');
    await page.getByLabel('Expressão').fill('a e (b xor não c) ou 1 nand d');
    const { truthTable } = await ask<{ truthTable: { expression: string; rows: { result: number }[] } }>(
      page,
      'query ($text: String!) { truthTable(expression: $text, notation: MATHEMATICS) { expression rows { result } } }',
      { text: 'a e (b xor não c) ou 1 nand d' },
    );
    await page.locator('.read-as').getByText(truthTable.expression, { exact: true }).waitFor();
    const results = await page.locator('.truth-table tbody td[data-result]').allInnerTexts();
    expect(results.map(Number)).toEqual(truthTable.rows.map(({ result }) => result));
  });

  test('steps lead to what is shown', async () => {
    const { page, field } = await openConverter('pt-BR', 'passos/');
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
      const { page } = await openConverter(texts.locale, 'logica/');
      await page.getByLabel(texts.expression).fill('A and B');
      const lit = page.locator('.truth-table tr[aria-current=true]');
      expect((await lit.locator('td').allInnerTexts()).slice(1)).toEqual(['1', '1', '1']);
      expect(await page.locator('.circuit .wire[data-lit]').count()).toBe(4);
      await page.getByRole('switch', { name: 'B', exact: true }).click();
      expect((await lit.locator('td').allInnerTexts()).slice(1)).toEqual(['1', '0', '0']);
      expect(await page.getByRole('img', { name: texts.conjunction }).getAttribute('aria-label')).toContain('0');

      await page.getByRole('radio', { name: 'A = 0, B = 1' }).check();
      expect(await page.getByRole('switch', { name: 'A', exact: true }).getAttribute('aria-checked')).toBe('false');
      expect(await page.getByRole('switch', { name: 'B', exact: true }).getAttribute('aria-checked')).toBe('true');

      await page.getByLabel(texts.expression).fill('A and');
      await page.getByText(texts.missing).waitFor();
      expect(await page.locator('.truth-table').count()).toBe(0);
      await page.getByRole('button', { name: texts.norButton, exact: true }).click();
      expect(await page.getByLabel(texts.expression).inputValue()).toBe(texts.nor);
      expect(await page.locator('.read-as').innerText()).toContain(texts.inWords);
      expect(await page.locator('.truth-table tbody td[data-result]').allInnerTexts()).toEqual(['1', '0', '0', '0']);
    },
  );

  test('operations name their numbers as they were typed, and give the result as those were given first', async () => {
    const { page } = await openConverter();
    const rows = () => page.locator('.bit-columns tbody th, .bit-columns tfoot th').allInnerTexts();
    const result = () => page.locator('.bitwise-result').innerText();
    await page.goto(`${PATH}operacoes/?value=-200&operation=OR`);
    await expect.poll(rows).toEqual(['-200', 'OR 15', 'Resultado']);
    expect(await result()).toBe('-193 em complemento de dois, 65343 sem sinal, 0xFF3F');
    expect(await page.locator('.bit-columns caption').innerText()).toBe('-200 OR 15, coluna por coluna');

    await page.getByLabel('Segundo número').fill('-8');
    await expect.poll(rows).toEqual(['-200', 'OR -8', 'Resultado']);
    await page.goto(`${PATH}operacoes/?value=200&operation=NOT`);
    await expect.poll(rows).toEqual(['NOT 200', 'Resultado']);
    expect(await result()).toBe('55 sem sinal, 55 em complemento de dois, 0x37');
  });

  test('the address holds what is typed and chosen in every tab, and is copied', async () => {
    const { page, field, values } = await openConverter();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await field(16).fill('BEEF');
    await page.getByLabel('32', { exact: true }).check();
    await tab(page, 'Passos');
    await page.locator('#steps').getByText('Octal', { exact: true }).click();
    await tab(page, 'Operações');
    await page.getByLabel('OU EXCLUSIVO (XOR)', { exact: true }).check();
    const typed = await values();
    await tab(page, 'Lógica');
    await page.getByLabel('Expressão').fill('A ∨ ¬A');
    await page.getByRole('button', { name: /^Copiar link/ }).click();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    // Writing takes a moment.
    await expect.poll(copied).toContain(`${PATH}logica/`);
    const shared = await copied();
    await page.waitForURL(shared);

    const other = await page.context().newPage();
    await other.goto(shared);
    await other.locator('.circuit').waitFor();
    expect(await other.getByLabel('Expressão').inputValue()).toBe('A ∨ ¬A');
    await tab(other, 'Bits');
    expect(await other.locator('[name=base-2]').inputValue()).toBe(typed[0]);
    expect(await other.locator('[name=base-16]').inputValue()).toBe('BEEF');
    expect(await other.locator('.bit').count()).toBe(32);
    await tab(other, 'Passos');
    expect(await other.getByLabel('Octal').last().isChecked()).toBe(true);
    await tab(other, 'Operações');
    expect(await other.getByLabel('OU EXCLUSIVO (XOR)', { exact: true }).isChecked()).toBe(true);
  });

  test('each tab has an address, and the way back leads through them with what was typed since', async () => {
    const { page, field, faults } = await openConverter('pt-BR', 'passos/?value=77');
    const main = page.getByRole('navigation', { name: 'Páginas' });
    const parts = page.getByRole('navigation', { name: 'Partes do conversor' });
    const shown = () => parts.locator('[aria-current=page]').innerText();
    expect(await shown()).toBe('Passos');
    await expect.poll(() => page.title()).toBe('Passos · Conversor · Vigia');
    expect(await main.locator('[aria-current=page]').innerText()).toBe('Conversor');
    expect(await page.locator('.steps-result').innerText()).toContain('1001101');

    // With the keyboard, the link can be reached and followed, and focus moves to the tab's heading.
    await parts.getByRole('link', { name: 'Passos' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${PATH}operacoes/?value=77`);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Operações com bits');
    expect(await page.title()).toBe('Operações · Conversor · Vigia');
    await field(10).fill('90');
    await page.locator('.bit-columns').getByText('90', { exact: true }).waitFor();

    await tab(page, 'Bits');
    await field(2).fill('11');
    await page.goBack();
    await page.locator('.bit-columns').getByText('3', { exact: true }).first().waitFor();
    expect(await shown()).toBe('Operações');
    await page.goBack();
    await page.waitForURL(`**${PATH}passos/?value=11&base=2`);
    expect(await shown()).toBe('Passos');
    expect(await field(10).inputValue()).toBe('3');
    await page.goForward();
    await expect.poll(shown).toBe('Operações');
    expect(faults).toEqual([]);
  });

  test('an address from before there were tabs shows what it meant', async () => {
    const { page } = await openConverter('pt-BR', '?value=9&expression=A+OR+B&inputs=01');
    await page.waitForURL(`**${PATH}logica/?value=9&expression=A+OR+B&inputs=01`);
    expect(await page.locator('.read-as').innerText()).toContain('A OR B');
    await page.goto(`${PATH}?value=-200&signed=true&stepsOpen=true`);
    await page.locator('.steps-result').filter({ hasText: '-11001000' }).waitFor();
    await page.goto(`${PATH}?value=300&bits=8`);
    await expect.poll(() => page.locator('.bit').count()).toBe(8);
    expect(await page.locator('[name=base-10]').inputValue()).toBe('300');
  });

  test('the width grows with the number until one is chosen, and the sign leaves with it', async () => {
    const { page, field } = await openConverter();
    const bits = () => page.locator('.bit').count();
    const misfits = page.locator('#bits .notice');
    await field(10).fill('-86');
    expect(await page.getByLabel('Complemento de dois').isChecked()).toBe(true);
    await field(10).fill('200');
    expect(await page.getByLabel('Sem sinal').isChecked()).toBe(true);
    expect([await bits(), await misfits.count()]).toEqual([8, 0]);
    await field(10).fill('300');
    expect([await bits(), await misfits.count()]).toEqual([16, 0]);
    // Switching off one bit leaves the others on.
    await page.getByRole('switch', { name: /^Bit 8,/ }).click();
    expect([await field(10).inputValue(), await bits()]).toEqual(['44', 16]);
    await page.getByLabel('8', { exact: true }).check();
    await field(10).fill('300');
    expect([await bits(), await misfits.count()]).toEqual([8, 1]);
    await page.getByLabel('Automática').check();
    expect([await bits(), await misfits.count()]).toEqual([16, 0]);
    await tab(page, 'Operações');
    await page.getByLabel('Segundo número').fill('70000');
    expect(await page.locator('.bit-columns thead th').count()).toBe(33);
  });

  test('every tab opens without the server once the page is there', async () => {
    const { page } = await openConverter();
    // The tabs are fetched in sequence, and the last one's translations mark the end.
    const names = () => page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`);
    await expect.poll(names).toContainEqual(expect.stringMatching(/keys_ui\.practice/));
    await page.context().setOffline(true);
    for (const [name, content] of Object.entries({
      Passos: '.stage',
      Operações: '.bit-columns',
      Lógica: '.circuit',
      Bits: '.bit',
    })) {
      await tab(page, name);
      await page.locator(content).first().waitFor();
    }
  });

  test('a tab whose part does not arrive says so beside the number', async () => {
    const { baseUrl } = await service();
    const { page } = await openPage(await openChromium(), baseUrl);
    await admit(page, newPerson());
    await page.route(/operations-section-/, (route) => route.abort());
    await page.goto(`${PATH}operacoes/?value=77`);
    await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
    expect(await page.locator('[name=base-2]').inputValue()).toBe('1001101');
    await tab(page, 'Passos');
    await page.locator('.stage').waitFor();
  });

  test('the tabs stay where they are, the number is shown only beside those that use it, and forced colours tell which tab is shown', async () => {
    const { page } = await openConverter();
    const panel = page.getByRole('region', { name: 'Número', exact: true });
    const bar = page.getByRole('navigation', { name: 'Partes do conversor' });
    const places: unknown[][] = [];
    const withNumber: string[] = [];
    for (const name of TABS) {
      await tab(page, name);
      for (const [index, [width, height]] of [[1024, 768] as const, [1440, 900] as const].entries()) {
        await page.setViewportSize({ width, height });
        places[index] = [...(places[index] ?? []), await bar.boundingBox()];
        expect([name, width, places[index].at(-1)]).toEqual([name, width, places[index][0]]);
      }
      if (await panel.isVisible()) withNumber.push(name);
    }
    expect(withNumber).toEqual(['Bits', 'Passos', 'Operações']);

    await page.emulateMedia({ forcedColors: 'active' });
    const lineOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).borderBlockEndColor`);
    const isTold = async () =>
      (await lineOf('.tab-bar [aria-current]')) !== (await lineOf('.tab-bar a:not([aria-current])'));
    await expect.poll(isTold).toBe(true);
  });

  test('the number stays in sight beside many steps, on a phone, a projector and wide screens', async () => {
    const { page, field } = await openConverter('pt-BR', `passos/?value=${'9'.repeat(60)}`);
    for (const [width, height] of [
      [390, 844],
      [1024, 768],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate('scrollTo(0, 4000)');
      await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(50);
      expect([width, await isInSight(field(10))]).toEqual([width, true]);
    }
  });

  test('the result stays in sight in a large table, on a phone, a projector and wide screens', async () => {
    const { page } = await openConverter('pt-BR', `logica/?expression=${SIX}`);
    const table = page.getByRole('figure', { name: /^Tabela-verdade/ });
    const results = table.locator('tbody [data-result]').first();
    for (const [width, height] of [
      [390, 844],
      [1024, 768],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate('scrollTo(0, 4000)');
      await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(50);
      for (const left of [0, 120, 4000]) {
        await table.evaluate((area, to) => area.scrollTo({ left: to }), left);
        expect([width, left, await isInSight(results, table)]).toEqual([width, left, true]);
      }
      // Only the page's padding is below the table.
      const rest = await page.evaluate<number>(
        "document.documentElement.scrollHeight - scrollY - document.querySelector('.workbench').getBoundingClientRect().bottom",
      );
      expect([width, rest < 100]).toEqual([width, true]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  test('what is wider than the screen says so; paper has all of it, with the number at the head', async () => {
    const { page } = await openConverter('pt-BR', `logica/?expression=${SIX}`);
    const hint = page.getByText('Role para o lado para ver o resto.');
    await page.setViewportSize({ width: 1024, height: 768 });
    const circuit = page.getByRole('figure', { name: 'Circuito' });
    // The areas measure themselves again after each change of the width.
    await expect.poll(() => hint.count()).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => hint.count()).toBe(2);
    const fades = () => circuit.evaluate((area) => ({ ...area.parentElement?.dataset }));
    await expect.poll(fades).toEqual({ after: 'true' });
    await circuit.evaluate((area) => area.scrollTo({ left: 4000 }));
    await expect.poll(fades).toEqual({ before: 'true' });

    await page.emulateMedia({ media: 'print' });
    // The width of an A4 page without margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    const beyond = () =>
      page
        .locator('.scroll-area')
        .evaluateAll((areas) =>
          areas.flatMap((area) => [
            area.scrollWidth - area.clientWidth,
            area.scrollHeight - area.clientHeight,
            Math.max(0, area.getBoundingClientRect().right - 718),
          ]),
        );
    await expect.poll(beyond).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await page.locator('.truth-table tbody tr').last().isVisible()).toBe(true);
    await page.goto(`${PATH}bits/?value=${'9'.repeat(100)}`);
    // A new page is a screen for a moment, until it is told that it is paper.
    await expect.poll(() => page.locator('.number-readings li').filter({ visible: true }).count()).toBe(5);
    expect(await page.locator('.number-readings [data-typed]').innerText()).toContain('9'.repeat(100));
    expect(await page.locator('.number-readings').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await page.goto(`${PATH}bits/`);
    await page.getByText('Vai de 0 a 255').waitFor();
    await page.getByText('Clique em um bit').waitFor({ state: 'hidden' });
  });

  test('on a phone nothing is cut off in any tab without a hint that it goes on', async () => {
    const query = new URLSearchParams({
      value: '9'.repeat(80),
      operation: 'XOR',
      digits: '256',
      fractionTo: '7',
      fraction: `0.${'123456789'.repeat(28)}12`,
      float: `${'123456789'.repeat(9)}.5`,
      format: 'BINARY64',
      exercise: 'MINIMISE',
      level: '3',
      seed: 'vigia',
    });
    const { page, field } = await openConverter('pt-BR', `bits/?${query}&expression=${SIX}`);
    await page.setViewportSize({ width: 390, height: 844 });
    const cutOff = async () => [
      await page.evaluate('document.documentElement.scrollWidth'),
      await page.evaluate(CUT_OFF),
    ];
    for (const name of TABS) {
      await tab(page, name);
      if (name === 'Operações') await field(10).fill('-200000');
      await settle(page);
      // The hints appear in the frame after what they are about.
      await expect.poll(async () => [name, ...(await cutOff())]).toEqual([name, 390, []]);
    }
  });

  test('on a phone the number is one slim field until all are asked for', async () => {
    const { page, field } = await openConverter();
    await page.setViewportSize({ width: 390, height: 844 });
    const panel = page.getByRole('region', { name: 'Número', exact: true });
    expect((await panel.boundingBox())?.height).toBeLessThan(120);
    expect([await field(10).isVisible(), await field(2).isVisible()]).toEqual([true, false]);
    expect(await panel.getByRole('listitem').filter({ visible: true }).locator('.figures').allInnerTexts()).toEqual([
      '101010',
      '52',
      '2A',
      '16',
    ]);
    await panel.getByRole('button', { name: 'Todas as bases' }).click();
    await field(2).fill('111');
    expect(await field(10).inputValue()).toBe('7');
    await panel.getByRole('button', { name: 'Todas as bases' }).click();
    expect([await field(10).isVisible(), await field(2).isVisible()]).toEqual([false, true]);
  });

  test('numbers are copied with every digit where the clipboard is not offered', async () => {
    const { page, field } = await openConverter();
    await page.addInitScript({ content: "Object.defineProperty(navigator, 'clipboard', { value: undefined })" });
    await page.reload();
    await field(10).fill('9'.repeat(100));
    await page.evaluate("document.addEventListener('copy', () => { window.copied = document.activeElement.value })");
    // The notice is only shown for two seconds.
    const told = page.getByText('Copiado.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Copiar: Número na base 16' }).click();
    await told;
    expect(await page.evaluate('window.copied')).toBe(await field(16).inputValue());
  });
});
