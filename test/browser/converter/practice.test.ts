import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { exerciseSheet } from '../../../src/features/conversion/rules/exercises/exercise.js';
import { mixedSheet } from '../../../src/features/conversion/rules/exercises/mixed-sheet.js';
import { findFaults, go } from '../../support/browser/accessibility.js';
import { admit, newPerson } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { sharedService } from '../../support/processes/running-service.js';

const service = sharedService({ METRICS_INTERVAL_MS: '1000' });

async function openPractice(query = '') {
  const { baseUrl } = await service();
  const opened = await openPage(await openChromium(), baseUrl);
  await admit(opened.page, newPerson());
  await opened.page.goto(`/sistema/conversor/praticar/${query}`);
  await opened.page.locator('.exercise').first().waitFor();
  return opened;
}

const field = (page: Page, position: number) => page.locator(`[name=answer-${position}]`);
const result = (page: Page) => page.locator('.exercise-result').first();

const SHEET = '?exercise=DECIMAL_TO_BASE&level=1&seed=vigia';
const solutions = exerciseSheet({ kind: 'DECIMAL_TO_BASE', level: 1, seed: 'vigia' }).exercises.map(
  ({ solution }) => solution,
);

describe.skipIf(!chromiumPath)('practising in the browser (contract 15)', () => {
  test('by the keyboard alone: Enter checks and goes on, mistakes and hints are said, and a reload keeps all of it', async () => {
    const { page, faults, foreign } = await openPractice(SHEET);
    await field(page, 1).focus();
    await page.keyboard.type(`${solutions[0]}`);
    await page.keyboard.press('Enter');
    await expect.poll(() => result(page).textContent()).toBe('Certo.');
    await page.keyboard.press('Enter');
    await page.locator('[name=answer-2]:focus').waitFor();
    await page.keyboard.type([...(solutions[1] ?? '')].reverse().join(''));
    await page.keyboard.press('Enter');
    await expect.poll(() => result(page).textContent()).toContain('ordem contrária');
    await page.getByRole('button', { name: 'Dica 1 de 3' }).click();
    await page.getByRole('button', { name: 'Dica 2 de 3' }).click();
    await page.waitForURL('**position=2');
    await page.reload();
    await field(page, 2).waitFor();
    expect(await page.locator('.exercise-hints ol li').count()).toBe(2);
    expect(await result(page).textContent()).toContain('ordem contrária');
    expect(await page.locator('.practice-nav button').first().getAttribute('aria-label')).toBe('Exercício 1: certo');
    expect(await page.locator('.practice-summary').textContent()).toContain('1 de 10 certos. 1 sem dica.');
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  });

  test('the whole sheet is answered to its end, and then there is a new one', async () => {
    const { page } = await openPractice(SHEET);
    await page.getByText('A lista toda', { exact: true }).click();
    await expect.poll(() => page.locator('.exercise').count()).toBe(10);
    for (const [index, solution] of solutions.entries()) {
      await field(page, index + 1).fill(solution);
      await field(page, index + 1).press('Enter');
    }
    const summary = page.locator('.practice-summary');
    await expect.poll(() => summary.textContent()).toContain('Lista concluída. 10 de 10 certos. 10 sem dica.');
    await summary.getByRole('button', { name: 'Nova lista' }).click();
    await expect.poll(() => summary.textContent()).toContain('0 de 10 certos.');
    await expect.poll(() => new URL(page.url()).searchParams.get('seed')).toMatch(/^[a-z]+-[a-z]+-\d\d$/);
    expect(new URL(page.url()).searchParams.get('v')).toBe('2');
  });

  test('paper gets the sheet alone, with answers where they are asked for', async () => {
    const { page } = await openPractice(SHEET);
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('.printed-sheet');
    expect(await paper.isVisible()).toBe(true);
    expect(await page.locator('#app').isVisible()).toBe(false);
    expect(await paper.locator('.printed-questions > li').count()).toBe(10);
    expect(await paper.locator('.printed-answers').count()).toBe(0);
    // The size of an A4 page without margins: everything must fit on one.
    await page.setViewportSize({ width: 718, height: 1047 });
    expect(await paper.evaluate((sheet) => sheet.getBoundingClientRect().height)).toBeLessThan(1047);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate('window.print = () => {}');
    await page.getByRole('button', { name: 'Imprimir com respostas' }).click();
    await expect.poll(() => paper.locator('.printed-answers li').allTextContents()).toEqual(solutions);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await expect.poll(() => paper.locator('.printed-answers').count()).toBe(0);
  });

  test('paper gets a blank map in Gray order for each minimal form, and with the answers the filled one', async () => {
    const { page } = await openPractice('?exercise=MINIMISE&level=3&seed=vigia&v=2');
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('.printed-sheet');
    const cells = (map: ReturnType<typeof paper.locator>) => map.first().locator('td').allTextContents();
    const blank = paper.locator('.printed-questions .karnaugh');
    expect(await blank.count()).toBe(10);
    expect(await cells(blank)).toEqual('0 1 3 2 4 5 7 6 12 13 15 14 8 9 11 10'.split(' '));
    expect(await blank.locator('.karnaugh-group').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate('window.print = () => {}');
    await page.getByRole('button', { name: 'Imprimir com respostas' }).click();
    const [exercise] = exerciseSheet({ kind: 'MINIMISE', level: 3, seed: 'vigia', version: 2 }).exercises;
    const outputs = exercise?.task.kind === 'MINIMISE' ? exercise.task.outputs : '';
    const filled = paper.locator('.printed-answers .karnaugh');
    await expect.poll(() => filled.count()).toBe(10);
    expect((await cells(filled)).slice(0, 4)).toEqual([0, 1, 3, 2].map((row) => `${outputs[row]}${row}`));
    expect(await filled.first().locator('.karnaugh-group').count()).toBeGreaterThan(0);
  });

  test('a sheet of several subjects is the same by its link elsewhere and on paper, and goes whole into the list for a room', async () => {
    const { page, faults } = await openPractice('?exercise=DECIMAL_TO_BASE&level=1&seed=turma-b&v=2');
    await page.getByLabel('Assunto', { exact: true }).selectOption('Vários assuntos');
    await page.getByLabel('Exercícios da parte 1').selectOption('2');
    await page.getByLabel('Assunto da parte 2').selectOption('ADDITION');
    await page.getByLabel('Nível da parte 2').selectOption('2');
    await page.getByRole('button', { name: 'Acrescentar parte' }).click();
    await page.locator('[name=part-kind-3]:focus').waitFor();
    await page.getByLabel('Assunto da parte 3').selectOption('MINIMISE');
    await page.getByLabel('Exercícios da parte 3').selectOption('1');
    await page.getByRole('button', { name: 'Acrescentar parte' }).click();
    await page.getByRole('button', { name: 'Remover a parte 4' }).click();
    // The pressed button has disappeared, so focus moves to the list around it.
    await page.locator('.practice-parts ol:focus').waitFor();
    await page.getByText('8 exercícios ao todo.', { exact: false }).waitFor();
    await page.waitForURL('**parts=DECIMAL_TO_BASE.1.2-ADDITION.2.5-MINIMISE.2.1&seed=**');
    const parts = [
      { kind: 'DECIMAL_TO_BASE', level: 1, count: 2 },
      { kind: 'ADDITION', level: 2, count: 5 },
      { kind: 'MINIMISE', level: 2, count: 1 },
    ] as const;
    const drawn = mixedSheet({ parts, seed: 'turma-b' }, (kind) => (kind === 'MINIMISE' ? 'ENGINEERING' : undefined));
    const expected = drawn.map(({ solution }) => solution);

    const { page: elsewhere } = await openPractice(new URL(page.url()).search);
    expect(await elsewhere.locator('.practice-nav button').count()).toBe(8);
    await elsewhere.locator('.practice-nav button').nth(2).click();
    await field(elsewhere, 3).fill(`${expected[2]}`);
    await field(elsewhere, 3).press('Enter');
    await expect.poll(() => result(elsewhere).textContent()).toBe('Certo.');
    await elsewhere.evaluate('window.print = () => {}');
    await elsewhere.getByRole('button', { name: 'Imprimir com respostas' }).click();
    const paper = elsewhere.locator('.printed-sheet');
    await expect.poll(() => paper.locator('.printed-answers li > span').allTextContents()).toEqual(expected);
    expect(await paper.locator('.printed-questions > li').count()).toBe(8);
    expect(await paper.locator('.printed-questions .karnaugh').count()).toBe(1);

    const prepare = page.getByRole('button', { name: 'Guardar para a sala' });
    const place = async () => (await prepare.boundingBox())?.x;
    const before = await place();
    await prepare.click();
    await page.getByRole('link', { name: 'Ver a lista' }).waitFor();
    expect(await place()).toBe(before);
    await page.getByRole('link', { name: 'Ver a lista' }).click();
    const prepared = page.locator('.prepared .prepared-question');
    await expect.poll(() => prepared.count()).toBe(8);
    const questions = await prepared.allTextContents();
    // Another account, as on another computer, gets the same list by its link.
    const list = 'exercicio=DECIMAL_TO_BASE.1.2.1..turma-b&exercicio=MINIMISE.2.2.1.ENGINEERING.turma-b';
    await elsewhere.goto(`/sistema/sala/?${list}`);
    await elsewhere.getByRole('button', { name: 'Acrescentar os exercícios' }).click();
    const brought = elsewhere.locator('.prepared .prepared-question');
    await expect.poll(() => brought.allTextContents()).toEqual([questions[0], questions.at(-1)]);
    await elsewhere.getByLabel('Link de uma lista inteira').fill('https://vigia.example/');
    await elsewhere.getByRole('button', { name: 'Acrescentar os exercícios' }).click();
    await elsewhere.getByText('Este não é o link de uma lista.', { exact: false }).waitFor();
    expect(faults).toEqual([]);
  });

  test('it is accessible on a phone and at a desk, in both themes', async () => {
    const { baseUrl } = await service();
    const address = '/sistema/conversor/praticar/?exercise=TRUTH_TABLE&level=1&seed=vigia';
    const pages = {
      'a table, with hints': async (page: Page) => {
        await go(address, '.exercise')(page);
        await page.getByRole('button', { name: /^Dica 1/ }).click();
        await field(page, 1).fill('01');
        await field(page, 1).press('Enter');
        await page.locator('.exercise-result[data-grade]').waitFor();
        // Skips content that has scrolled behind the tab bar.
        await page.evaluate('scrollTo(0, 0)');
      },
      'the parts of a sheet': async (page: Page) => {
        await go('/sistema/conversor/praticar/?parts=ADDITION.1.2-IMPLICATION.1.2&seed=vigia', '.exercise')(page);
        const chooser = page.locator('.practice-chooser summary');
        if (await chooser.isVisible()) await chooser.click();
        await page.getByLabel('Assunto da parte 2').waitFor();
        await page.getByRole('button', { name: 'Guardar para a sala' }).click();
        await page.getByRole('link', { name: 'Ver a lista' }).waitFor();
        await page.evaluate('scrollTo(0, 0)');
      },
      'the whole sheet': async (page: Page) => {
        await go(address, '.exercise')(page);
        await page.getByText('A lista toda', { exact: true }).click();
        await field(page, 10).waitFor();
      },
    };
    const before = (page: Page) => admit(page, newPerson());
    expect(await findFaults(await openChromium(), baseUrl, pages, before, [390, 1440])).toEqual({});
  });
});
