import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Lesson, Pupil } from '../../../client/src/features/classroom/classes/class.operations';
import { classCsv } from '../../../client/src/features/classroom/classes/class-csv';
import { inOrder, totalOf } from '../../../client/src/features/classroom/classes/results';
import { addSentences } from '../../../client/src/lib/i18n/t';
import { parseMessage } from '../../../src/i18n/parse-message';

const lessons: Lesson[] = [
  { id: 'Lesson:2', heldAt: '2026-11-20T10:30:00.000Z', exerciseCount: 5, kinds: ['ADDITION'] },
  { id: 'Lesson:1', heldAt: '2026-11-13T10:30:00.000Z', exerciseCount: 4, kinds: ['ADDITION'] },
];

const pupil = (nickname: string, ...results: [lesson: number, answered: number, solved: number][]): Pupil => ({
  nickname,
  results: results.map(([lesson, answered, solved]) => ({ lesson: `Lesson:${lesson}`, answered, solved })),
});

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } });
  vi.stubGlobal('navigator', { languages: ['pt-BR'] });
  const sentences: Record<string, string> = JSON.parse(readFileSync('src/locales/pt.json', 'utf8'));
  const shown = Object.entries(sentences).filter(([key]) => key.startsWith('ui.schoolClass.'));
  addSentences(Object.fromEntries(shown.map(([key, text]) => [key, parseMessage(text)])));
});

afterAll(() => {
  vi.unstubAllGlobals();
});

test('a class is saved with its oldest lesson first, and formulas in nicknames are harmless', () => {
  const csv = classCsv(lessons, [pupil('Bia', [2, 5, 3], [1, 4, 4]), pupil('=1+1', [1, 2, 0])]);
  const [heading, ...rows] = csv.split('\r\n');
  expect(heading).toMatch(
    /^Apelido,Total de certas,Total de exercícios,"?13 de nov\..*: certas de 4"?,.*: respondidas"?,"?20 /,
  );
  expect(rows).toEqual(['Bia,7,9,4,4,3,5', "'=1+1,0,4,0,2,,", '']);
});

test('the total counts the lessons in which a pupil took part', () => {
  expect(totalOf(pupil('Bia', [2, 5, 3]), lessons)).toEqual({ solved: 3, sent: 5 });
  expect(totalOf(pupil('Bia', [2, 5, 3], [1, 1, 1]), lessons)).toEqual({ solved: 4, sent: 9 });
});

test('pupils are in the order of the alphabet and of numbers, whatever the case', () => {
  const nicknames = ['Zé', 'ana', 'Aluno 10', 'Álvaro', 'Aluno 9'];
  const ordered = inOrder(
    nicknames.map((nickname) => pupil(nickname)),
    'pt-BR',
  ).map(({ nickname }) => nickname);
  expect(ordered).toEqual(['Aluno 9', 'Aluno 10', 'Álvaro', 'ana', 'Zé']);
});
