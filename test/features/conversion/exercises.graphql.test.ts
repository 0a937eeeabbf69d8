import { describe, expect, test } from 'vitest';
import {
  ANSWER_MAX_LENGTH,
  exerciseSheet,
  SEED_MAX_LENGTH,
} from '../../../src/features/conversion/rules/exercises/exercise.js';
import { EXERCISES_OF_SHEET } from '../../../src/features/conversion/rules/exercises/sheet.js';
import { exerciseKinds } from '../../../src/features/conversion/rules/exercises/task.js';
import { createTestApp } from '../../support/test-app.js';

const SHEET = `query ($kind: ExerciseKind!, $level: Int!, $seed: String!) {
  exercise(kind: $kind, level: $level, seed: $seed) {
    kind level seed
    exercises {
      position question hints solution
      task { value value1 value2 from to bits direction operation signed format expression variables outputs form }
    }
  }
}`;
const MIXED = `query ($parts: [SheetPartInput!]!, $seed: String!, $notation: Notation) {
  mixedSheet(parts: $parts, seed: $seed, notation: $notation) {
    number kind level version position question solution task { expression }
  }
}`;
const CHECK = `query ($kind: ExerciseKind!, $level: Int!, $seed: String!, $position: Int!, $answer: String!) {
  checkAnswer(kind: $kind, level: $level, seed: $seed, position: $position, answer: $answer) {
    isCorrect isReadable mistake explanation
  }
}`;

interface Sheet {
  readonly exercise: {
    readonly seed: string;
    readonly exercises: readonly { position: number; question: string; task: object; solution: string }[];
  };
}

/** Returns functions that query as a signed-in script; `faults` returns the arguments' faults. */
async function startExercises() {
  const app = await createTestApp();
  const script = await app.scriptAs();
  const send = (query: string, variables: object, language = 'en') =>
    script.graphql(query, variables, { 'accept-language': language });
  return {
    ask: async <T>(query: string, variables: object, language?: string) =>
      (await send(query, variables, language)).json<{ data: T }>().data,
    faults: async (query: string, variables: object) => {
      const { errors } = (await send(query, variables)).json<{
        errors: { extensions: { code: string; fields: Record<string, string[]> } }[];
      }>();
      return [errors[0]?.extensions.code, Object.keys(errors[0]?.extensions.fields ?? {})];
    },
  };
}

interface Mixed {
  readonly mixedSheet: readonly {
    readonly number: number;
    readonly kind: string;
    readonly level: number;
    readonly version: number;
    readonly position: number;
    readonly question: string;
    readonly solution: string;
  }[];
}

const first = { kind: 'DECIMAL_TO_BASE', level: 1, seed: 'vigia' };

describe('GraphQL exercise and checkAnswer (contract 15)', () => {
  test('a sheet of each kind is that of the rules, and its solutions are graded as correct', async () => {
    const { ask } = await startExercises();
    for (const kind of exerciseKinds) {
      const { exercise } = await ask<Sheet>(SHEET, { kind, level: 2, seed: 'Turma B' });
      const { exercises } = exerciseSheet({ kind, level: 2, seed: 'turma-b' });
      expect(exercise).toMatchObject({ kind, level: 2, seed: 'turma-b' });
      expect(exercise.exercises.map(({ solution }) => solution)).toEqual(exercises.map(({ solution }) => solution));
      for (const [index, { position, task, solution }] of exercise.exercises.entries()) {
        const { kind: _kind, ...asked } = exercises[index]?.task ?? {};
        expect(task).toMatchObject(asked);
        if (position > 1 && position < EXERCISES_OF_SHEET) continue;
        const variables = { kind, level: 2, seed: 'turma-b', position, answer: solution };
        expect(await ask(CHECK, variables), `${kind} ${solution}`).toEqual({
          checkAnswer: { isCorrect: true, isReadable: true, mistake: null, explanation: null },
        });
      }
    }
  });

  test('questions and explanations are in the language of the caller', async () => {
    const { ask } = await startExercises();
    const question = async (language: string) =>
      (await ask<Sheet>(SHEET, first, language)).exercise.exercises[0]?.question;
    expect(await question('en')).toBe('Write the decimal number 9 in base 2.');
    expect(await question('pt')).toBe('Escreva o número decimal 9 na base 2.');
    const level = (language: string) =>
      ask('{ exercise(kind: FRACTION, level: 1, seed: "vigia") { levelText } }', {}, language);
    expect(await level('pt')).toEqual({
      exercise: { levelText: 'Entre decimal e binário, com até três bits depois da vírgula.' },
    });
    const check = (answer: string, language: string) => ask(CHECK, { ...first, position: 2, answer }, language);
    expect(await check('001111', 'es')).toEqual({
      checkAnswer: {
        isCorrect: false,
        isReadable: true,
        mistake: 'REMAINDERS_DOWNWARDS',
        explanation: 'Son las cifras correctas en el orden contrario. Los restos se leen del último al primero.',
      },
    });
    expect(await check('1011', 'en')).toMatchObject({
      checkAnswer: { isCorrect: false, mistake: null, explanation: 'This is not right yet.' },
    });
  });

  test('a sheet of version 2 is drawn and graded by its version, which is 1 by default', async () => {
    const { ask, faults } = await startExercises();
    const query = `query ($version: Int) {
      exercise(kind: TRUTH_TABLE, level: 1, seed: "vigia", version: $version) { version exercises { task { expression } } }
    }`;
    const expressions = (version: 1 | 2) =>
      exerciseSheet({ kind: 'TRUTH_TABLE', level: 1, seed: 'vigia', version }).exercises.map(({ task }) => ({
        task: { expression: 'expression' in task && task.expression },
      }));
    expect(await ask(query, {})).toEqual({ exercise: { version: 1, exercises: expressions(1) } });
    expect(await ask(query, { version: 2 })).toEqual({ exercise: { version: 2, exercises: expressions(2) } });
    expect(expressions(1)).not.toEqual(expressions(2));
    const { exercises } = exerciseSheet({ kind: 'DECIMAL_TO_BASE', level: 1, seed: 'vigia', version: 2 });
    const check = `query ($answer: String!) {
      checkAnswer(kind: DECIMAL_TO_BASE, level: 1, seed: "vigia", version: 2, position: 1, answer: $answer) { isCorrect }
    }`;
    expect(await ask(check, { answer: exercises[0]?.solution })).toEqual({ checkAnswer: { isCorrect: true } });
    for (const version of [0, 3]) expect(await faults(query, { version })).toEqual(['BAD_USER_INPUT', ['version']]);
  });

  test('a sheet of several topics has exercises that are graded by the sheets they are of', async () => {
    const { ask } = await startExercises();
    const parts = [
      { kind: 'IMPLICATION', level: 2, count: 2 },
      { kind: 'ADDITION', level: 1, count: 3 },
    ];
    const { mixedSheet } = await ask<Mixed>(MIXED, { parts, seed: 'Turma B', notation: 'MATHEMATICS' });
    expect(mixedSheet.map(({ number, kind, level }) => [number, kind, level])).toEqual([
      [1, 'IMPLICATION', 2],
      [2, 'IMPLICATION', 2],
      [3, 'ADDITION', 1],
      [4, 'ADDITION', 1],
      [5, 'ADDITION', 1],
    ]);
    expect(mixedSheet[0]?.question).toMatch(/[→↔]/);
    const check = `query ($kind: ExerciseKind!, $level: Int!, $version: Int, $position: Int!, $answer: String!) {
      checkAnswer(kind: $kind, level: $level, seed: "turma-b", version: $version, position: $position, answer: $answer) {
        isCorrect
      }
    }`;
    for (const { solution, kind, level, version, position } of mixedSheet) {
      const variables = { kind, level, version, position, answer: solution };
      expect(await ask(check, variables)).toEqual({ checkAnswer: { isCorrect: true } });
    }
  });

  test('parts or a seed that a sheet of several topics cannot have are named', async () => {
    const { faults } = await startExercises();
    const addition = { kind: 'ADDITION', level: 1, count: 1 };
    const wrong = [[], [addition, addition], [{ ...addition, level: 4 }], [{ ...addition, count: 11 }]];
    for (const parts of [...wrong, Array<object>(11).fill(addition)]) {
      expect(await faults(MIXED, { parts, seed: 'vigia' })).toEqual(['BAD_USER_INPUT', ['parts']]);
    }
    expect(await faults(MIXED, { parts: [addition], seed: ' ' })).toEqual(['BAD_USER_INPUT', ['seed']]);
  });

  test('what cannot be read, or is too long, is no attempt', async () => {
    const { ask } = await startExercises();
    const readable = async (answer: string) =>
      (await ask<{ checkAnswer: { isReadable: boolean } }>(CHECK, { ...first, position: 1, answer })).checkAnswer
        .isReadable;
    expect(await readable('')).toBe(false);
    expect(await readable('?')).toBe(false);
    expect(await readable('0'.repeat(ANSWER_MAX_LENGTH))).toBe(true);
    expect(await readable('0'.repeat(ANSWER_MAX_LENGTH + 1))).toBe(false);
  });

  test('a level, a seed or a position that there is not is named', async () => {
    const { faults, ask } = await startExercises();
    for (const level of [0, 4]) expect(await faults(SHEET, { ...first, level })).toEqual(['BAD_USER_INPUT', ['level']]);
    for (const seed of ['', ' ', 'x'.repeat(SEED_MAX_LENGTH + 1)]) {
      expect(await faults(SHEET, { ...first, seed })).toEqual(['BAD_USER_INPUT', ['seed']]);
    }
    expect(await ask(SHEET, { ...first, seed: 'x'.repeat(SEED_MAX_LENGTH) })).toBeTruthy();
    for (const position of [0, EXERCISES_OF_SHEET + 1]) {
      expect(await faults(CHECK, { ...first, position, answer: '1' })).toEqual(['BAD_USER_INPUT', ['position']]);
    }
  });
});
