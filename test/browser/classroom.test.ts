import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage, settle } from '../support/browser/chromium.js';
import { sharedService } from '../support/processes/running-service.js';

/** Folder for pictures while working on the pages; by default, none are stored. */
const PICTURES = process.env.CLASSROOM_PICTURES;

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

const PROJECTORS = [
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const;

/**
 * Measures the projector's view: texts below 28 pixels, which ten metres away are too small to read, whether it has to
 * be scrolled, and whether its contents reach into the last quarter of the screen.
 */
const PROJECTED = `(() => {
  const view = document.querySelector('.projector');
  const texts = [...view.querySelectorAll('p, li, span')].filter((element) => element.textContent.trim() !== '');
  const bottoms = [...view.querySelectorAll('.answer-group, .qr-code')].map((element) => element.getBoundingClientRect().bottom);
  return {
    tooSmall: texts.filter((element) => parseFloat(getComputedStyle(element).fontSize) < 28).map((element) => element.textContent),
    isCut: view.scrollWidth > view.clientWidth || view.scrollHeight > view.clientHeight,
    isFilled: Math.max(...bottoms) > innerHeight * 0.75,
  };
})()`;

/** Measures the view once its fonts are there and nothing moves any longer. */
async function project(page: Page): Promise<unknown> {
  await settle(page);
  return page.evaluate(PROJECTED);
}

async function join(page: Page, code: string, nickname: string): Promise<void> {
  await page.goto(`/sala/${code}/`);
  await page.getByLabel('Apelido').fill(nickname);
  await page.getByRole('button', { name: 'Entrar na sala' }).click();
  await page.getByText(`Você está aqui como ${nickname}.`).waitFor();
}

async function answer(page: Page, text: string): Promise<void> {
  await page.getByLabel('Sua resposta').fill(text);
  await page.getByRole('button', { name: 'Responder' }).click();
}

describe.runIf(chromiumPath || process.env.CI)('a lesson in a room (contract 15)', () => {
  const service = sharedService();

  test('a teacher and five students: joining, answering, groups, the projector, removing, CSV and the end', async () => {
    const { baseUrl } = await service();
    const chromium = await openChromium();
    const {
      page: teacher,
      faults,
      foreign,
    } = await openPage(chromium, baseUrl, { viewport: { width: 1440, height: 900 } });
    await signIn(teacher, newPerson('Rita'));
    await teacher.goto('/sistema/sala/');
    await teacher.getByRole('button', { name: 'Abrir sala' }).waitFor();
    // An exercise that is prepared before the lesson is there in the room.
    await teacher.getByRole('button', { name: 'Guardar para depois' }).click();
    const prepared = (await teacher.locator('.prepared-question').textContent()) ?? '';
    await teacher.getByLabel('Guardar os resultados por 90 dias').check();
    await teacher.getByLabel('Turma').fill('1º ano B');
    await picture(teacher, 'rooms');
    await teacher.getByRole('button', { name: 'Abrir sala' }).click();
    const code = (await teacher.locator('.room-code').textContent()) ?? '';
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    await teacher.getByText('Ninguém entrou ainda.').waitFor();
    // The projector view of an empty room shows instructions.
    await teacher.goto(`/sistema/sala/${code}/?telao`);
    const empty = teacher.getByRole('dialog', { name: 'Sala no telão' });
    await empty.getByText('Ninguém entrou ainda').waitFor();
    await empty.getByRole('img', { name: 'Código QR com o endereço da sala' }).waitFor();
    for (const [width, height] of PROJECTORS) {
      await teacher.setViewportSize({ width, height });
      expect([width, await project(teacher)]).toEqual([width, { tooSmall: [], isCut: false, isFilled: true }]);
    }
    await teacher.setViewportSize({ width: 1440, height: 900 });
    const { host } = new URL(baseUrl);
    expect(await empty.getByRole('listitem').allTextContents()).toEqual([
      `Aponte a câmera do celular para o código QR, ou abra ${host}/sala/ e digite ${code}.`,
      'Escolha um apelido.',
      'Espere: o exercício aparece aqui e no celular.',
    ]);
    await teacher.keyboard.press('Escape');
    await empty.waitFor({ state: 'detached' });

    const names = ['Bia', 'Caio', 'Duda', 'Enzo', '<b>Fê</b>'];
    const students = [];
    for (const name of names) {
      const opened = await openPage(chromium, baseUrl, { viewport: { width: 390, height: 844 } });
      students.push(opened);
      if (name === 'Bia') {
        await opened.page.goto(`/sala/${code}/`);
        await opened.page.getByLabel('Apelido').waitFor();
        await picture(opened.page, 'join');
      }
      await join(opened.page, code, name);
    }
    const [bia, caio, duda, enzo] = students.map(({ page }) => page) as [Page, Page, Page, Page];
    await bia.getByText('Aguarde o primeiro exercício.').waitFor();
    await bia.getByText('Nesta sala, o professor guarda por 90 dias', { exact: false }).waitFor();
    await teacher.getByRole('heading', { name: '5 participantes' }).waitFor();
    // Names are shown as text even if they look like HTML.
    await teacher.getByText('<b>Fê</b>', { exact: false }).first().waitFor();

    // The teacher sees what would be sent, takes another exercise, and sends that one.
    const preview = teacher.locator('.send-question');
    const first = (await preview.textContent()) ?? '';
    await teacher.getByRole('button', { name: 'Outro exercício' }).click();
    await expect.poll(() => preview.textContent()).not.toBe(first);
    const shown = (await preview.textContent()) ?? '';
    await teacher.locator('.send-preview summary').click();
    const foreseen = await teacher.locator('.send-preview .send-solution').textContent();
    await teacher.getByRole('button', { name: 'Enviar exercício' }).click();
    await bia.getByText(shown).waitFor();
    await bia.getByLabel('Sua resposta').waitFor();
    await teacher.getByRole('button', { name: 'Mostrar a resposta' }).click();
    const solution = (await teacher.locator('.room-solution').textContent()) ?? '';
    expect(solution).toBe(foreseen);
    await answer(bia, solution);
    await bia.getByText(`Certo: ${solution}`).waitFor();
    await picture(bia, 'correct');
    await answer(caio, [...`1${solution}`].reverse().join(''));
    await caio.getByText('Você ainda tem 2 tentativas.').waitFor();
    await picture(caio, 'wrong');
    // Repeating the same answer does not count as a try; typing replaces it.
    const field = caio.getByLabel('Sua resposta');
    await field.press('Enter');
    await caio.getByRole('button', { name: 'Responder', disabled: true }).waitFor();
    await field.focus();
    await caio.keyboard.type('102');
    expect(await field.inputValue()).toBe('102');
    await field.press('Enter');
    await caio.getByText('Você ainda tem uma tentativa.').waitFor();
    await answer(duda, '12');
    await duda.getByText('Você ainda tem 2 tentativas.').waitFor();
    await teacher.getByText('3 de 5 responderam').waitFor();
    const correct = teacher.locator('.answer-group[data-kind=correct]');
    await expect.poll(() => correct.locator('.answer-members li').allTextContents()).toEqual(['Bia']);
    await picture(teacher, 'teacher');

    await teacher.setViewportSize({ width: 1024, height: 768 });
    await teacher.getByRole('button', { name: 'Mostrar no telão' }).click();
    const projector = teacher.getByRole('dialog', { name: 'Sala no telão' });
    await projector.waitFor();
    expect(await projector.innerText()).not.toMatch(/Bia|Caio|Duda|Enzo/);
    await picture(teacher, 'projector');
    expect(await project(teacher)).toEqual({ tooSmall: [], isCut: false, isFilled: true });
    // The class sees neither results nor solution until the teacher shows them, a reload included.
    await projector.getByRole('button', { name: 'Esconder os resultados' }).click();
    await projector.locator('.answer-groups').waitFor({ state: 'detached' });
    // The port in the address above it is random and may contain the same digits.
    expect(await projector.locator(':scope > :not(header)').getByText(solution, { exact: false }).count()).toBe(0);
    await picture(teacher, 'projector-hidden');
    await teacher.reload();
    await projector.getByText('3 de 5 responderam').waitFor();
    expect(await projector.locator('.answer-groups').count()).toBe(0);
    await projector.getByRole('button', { name: 'Mostrar os resultados' }).click();
    await projector.locator('.answer-groups').waitFor();
    await projector.getByRole('button', { name: 'Mostrar a resposta' }).click();
    await projector.getByText(`Resposta: ${solution}`).waitFor();
    await picture(teacher, 'projector-solution');
    expect(await project(teacher)).toEqual({ tooSmall: [], isCut: false, isFilled: true });
    await teacher.goto(`/sistema/sala/${code}/`);
    await teacher.getByRole('button', { name: 'Mostrar no telão' }).click();
    await projector.waitFor();
    await teacher.keyboard.press('Escape');
    await projector.waitFor({ state: 'detached' });
    await expect.poll(() => teacher.evaluate<string>('document.activeElement.textContent')).toBe('Mostrar no telão');
    await teacher.setViewportSize({ width: 1440, height: 900 });

    await teacher.getByRole('button', { name: 'Remover Enzo' }).click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
    await enzo.getByText('Você não está mais na sala', { exact: false }).waitFor();
    await picture(enzo, 'over');
    await teacher.getByRole('heading', { name: '4 participantes' }).waitFor();
    // The pressed button has disappeared, so focus moves near its former position.
    await teacher.locator('.participants:focus').waitFor();

    // Many strangers are removed at once, and the door closes behind the class.
    const strangers = [];
    for (const name of ['Estranho 1', 'Estranho 2']) {
      const { page } = await openPage(chromium, baseUrl, { viewport: { width: 390, height: 844 } });
      strangers.push(page);
      await join(page, code, name);
      await teacher.getByRole('checkbox', { name }).check();
    }
    await teacher.getByRole('button', { name: 'Remover 2 marcados' }).click();
    await teacher.getByText('Estranho 1, Estranho 2').waitFor();
    await picture(teacher, 'remove-many');
    await teacher.getByLabel('Fechar também a entrada').check();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
    for (const page of strangers) await page.getByText('Você não está mais na sala', { exact: false }).waitFor();
    await teacher.getByRole('heading', { name: '4 participantes' }).waitFor();
    await teacher.getByRole('button', { name: 'Abrir a entrada' }).click();
    await teacher.getByRole('button', { name: 'Fechar a entrada' }).waitFor();

    await teacher.getByRole('button', { name: 'Enviar o exercício preparado 1' }).click();
    await bia.getByRole('heading', { name: 'Exercício 2' }).waitFor();
    await bia.getByText(prepared).waitFor();
    await teacher.getByRole('heading', { name: 'Exercícios preparados' }).waitFor({ state: 'detached' });
    await teacher.getByRole('button', { name: 'Enviar o próximo exercício' }).waitFor();
    await bia.reload();
    await bia.getByRole('heading', { name: 'Exercício 2' }).waitFor();

    const download = teacher.waitForEvent('download');
    await teacher.getByRole('button', { name: 'Salvar os resultados (CSV)' }).click();
    expect((await download).suggestedFilename()).toBe(`sala-${code}.csv`);

    await teacher.route('**/graphql', (route) => route.fulfill({ status: 503, body: '' }));
    await teacher.getByRole('button', { name: 'Fechar a entrada' }).click();
    await teacher.getByRole('alert').waitFor();
    await teacher.unroute('**/graphql');
    await teacher.getByRole('button', { name: 'Fechar a entrada' }).click();
    await teacher.getByText('A entrada está fechada', { exact: false }).waitFor();
    expect(await teacher.getByRole('alert').count()).toBe(0);
    await enzo.goto(`/sala/${code}/`);
    await enzo.getByLabel('Apelido').fill('Enzo');
    await enzo.getByRole('button', { name: 'Entrar na sala' }).click();
    await enzo.getByText('A entrada da sala está fechada no momento.', { exact: false }).waitFor();
    // While the room is closed to newcomers, the projector must not invite anybody.
    await teacher.getByRole('button', { name: 'Mostrar no telão' }).click();
    await projector.getByText('A entrada está fechada', { exact: false }).waitFor();
    expect(await projector.getByText(code).count()).toBe(0);
    await teacher.keyboard.press('Escape');

    await teacher.getByRole('button', { name: 'Fechar a sala' }).click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Fechar a sala' }).click();
    await teacher.getByText('A sala está fechada', { exact: false }).waitFor();
    await teacher.locator('main:focus').waitFor();
    await teacher.getByRole('button', { name: 'Mostrar no telão' }).click();
    await projector.getByText('A sala está fechada', { exact: false }).waitFor();
    expect(await projector.getByText(code).count()).toBe(0);
    await teacher.keyboard.press('Escape');
    await bia.getByText('Você não está mais na sala', { exact: false }).waitFor();

    // The lesson leaves results, and a pupil asks to be taken out of them.
    await teacher.getByRole('link', { name: 'Ver as aulas da turma' }).click();
    await teacher.getByRole('heading', { name: '1º ano B' }).waitFor();
    const results = teacher.getByRole('figure', { name: 'Resultados de 1º ano B' });
    await results.getByRole('rowheader', { name: 'Bia' }).waitFor();
    const saved = teacher.waitForEvent('download');
    await teacher.getByRole('button', { name: 'Salvar os resultados (CSV)' }).click();
    expect((await saved).suggestedFilename()).toBe('turma 1º ano B.csv');
    await teacher.getByRole('button', { name: 'Apagar resultados' }).click();
    await teacher.getByRole('dialog').getByLabel('Apelido', { exact: true }).selectOption('Bia');
    await teacher.getByRole('dialog').getByRole('button', { name: 'Apagar', exact: true }).click();
    await teacher.getByText('Resultados apagados.').waitFor();
    await results.getByRole('rowheader', { name: 'Bia' }).waitFor({ state: 'detached' });
    await teacher.getByRole('link', { name: 'Voltar à sala de aula' }).click();
    await teacher.getByRole('link', { name: 'Fechada · 1º ano B', exact: false }).waitFor();
    await teacher.getByRole('link', { name: '1º ano B 1 aula', exact: false }).waitFor();
    // The stand-in service's own responses are expected.
    const unexpected = faults.filter((fault) => !fault.includes('503'));
    expect({ unexpected, foreign }).toEqual({ unexpected: [], foreign: [] });
    for (const student of students) expect(student.foreign).toEqual([]);
  });
});
