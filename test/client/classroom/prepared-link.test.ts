import { beforeAll, describe, expect, test, vi } from 'vitest';
import { preparedFromLink } from '../../../client/src/features/classroom/preparation/prepared-from-link';
import { preparedLink } from '../../../client/src/features/classroom/preparation/prepared-link';
import { exerciseAt } from '../../../src/features/conversion/rules/exercises/exercise';

/** Vitest does not serve catalogues, so questions are the keys of their messages. */
vi.mock('../../../client/src/lib/i18n/load-messages', () => ({ loadMessages: async () => {} }));

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://vigia.example' });
  vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } });
});

const sheet = { kind: 'IMPLICATION', level: 2, seed: 'turma.b-1', version: 2 } as const;
const LIST = 'https://vigia.example/sistema/sala/?exercicio=IMPLICATION.2.2.4.MATHEMATICS.turma.b-1';

describe('the link of a list of exercises', () => {
  test('brings each exercise to another browser, in its version and notation', () => {
    const exercises = [
      { ...sheet, position: 4, notation: 'MATHEMATICS' },
      { ...sheet, kind: 'ADDITION', version: 1, position: 10, notation: null },
    ] as const;
    const link = preparedLink(exercises);
    expect(link).toBe(`${LIST}&exercicio=ADDITION.2.1.10..turma.b-1`);
    const brought = preparedFromLink(` ${link} `);
    expect(brought).toMatchObject(exercises);
    const drawn = exerciseAt(sheet, 4, 'MATHEMATICS');
    expect(brought[0]?.solution).toBe(drawn?.solution);
    expect(brought[0]?.question).toBe('rules.exercise.truthTable');
  });

  test('leaves out entries that are no exercises', () => {
    const wrong = [
      '',
      'IMPLICATION.2.2.11..a',
      'IMPLICATION.2.3.1..a',
      'IMPLICATION.4.2.1..a',
      'X.1.1.1..a',
      'ADDITION.1.1.1..',
    ];
    const query = wrong.map((entry) => `&exercicio=${entry}`).join('');
    expect(preparedFromLink(LIST + query)).toHaveLength(1);
  });

  test('has at most as many exercises as a list', () => {
    const query = Array.from({ length: 20 }, (_, index) => `&exercicio=ADDITION.1.2.1..a${index}`).join('');
    expect(preparedFromLink(LIST + query)).toHaveLength(21);
    expect(preparedFromLink(LIST + query.repeat(3))).toHaveLength(60);
  });

  test('of a sheet gives all its exercises, also without the address of the Vigia or from another one', () => {
    const path = '/sistema/conversor/praticar/?parts=TRUTH_TABLE.1.2-ADDITION.1.3&seed=turma-b';
    const exercises = preparedFromLink(`escola.example${path}`);
    expect(exercises.map(({ kind, position }) => [kind, position])).toEqual([
      ['TRUTH_TABLE', 1],
      ['TRUTH_TABLE', 2],
      ['ADDITION', 1],
      ['ADDITION', 2],
      ['ADDITION', 3],
    ]);
    expect(exercises.map(({ notation }) => notation === null)).toEqual([false, false, true, true, true]);
    expect(
      preparedFromLink('https://x.example/sistema/conversor/praticar/?exercise=FRACTION&level=1&seed=a'),
    ).toHaveLength(10);
  });

  test.each(['', 'turma-b', 'https://vigia.example/sistema/sala/', '/sistema/conversor/bits/?value=1', '//'])(
    'is not %s',
    (text) => {
      expect(preparedFromLink(text)).toEqual([]);
    },
  );
});
