import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exerciseAt, likenessOf } from '../../../../../src/features/conversion/rules/exercises/exercise.js';
import {
  countExercises,
  findPartsProblem,
  MIXED_EXERCISES_MAX,
  mixedSheet,
  SHEET_PARTS_MAX,
  type SheetPart,
} from '../../../../../src/features/conversion/rules/exercises/mixed-sheet.js';
import { EXERCISES_OF_SHEET } from '../../../../../src/features/conversion/rules/exercises/sheet.js';
import { exerciseKinds, exerciseLevels } from '../../../../../src/features/conversion/rules/exercises/task.js';

const withoutNotation = () => undefined;

/** Parts that a mixed sheet may have. */
const validParts = fc
  .uniqueArray(
    fc.record({
      kind: fc.constantFrom(...exerciseKinds),
      level: fc.constantFrom(...exerciseLevels),
      count: fc.integer({ min: 1, max: EXERCISES_OF_SHEET }),
    }),
    { selector: ({ kind, level }) => `${kind} ${level}`, minLength: 1, maxLength: SHEET_PARTS_MAX },
  )
  .filter((parts) => countExercises(parts) <= MIXED_EXERCISES_MAX);

const addition = (level: 1 | 2 | 3, count: number): SheetPart => ({ kind: 'ADDITION', level, count });

describe('a sheet of several kinds (contract 15)', () => {
  test('is the same for ever', () => {
    const parts = exerciseKinds
      .slice(0, SHEET_PARTS_MAX)
      .map((kind, index): SheetPart => ({ kind, level: exerciseLevels[index % 3] ?? 1, count: 4 }));
    const exercises = mixedSheet({ parts, seed: 'vigia' }, withoutNotation);
    const tasks = JSON.stringify(exercises.map(({ task }) => task));
    expect(exercises).toHaveLength(MIXED_EXERCISES_MAX);
    // Mixed sheets are printed and linked to, so another choice of exercises needs another name for them.
    expect(createHash('sha256').update(tasks).digest('hex').slice(0, 16)).toBe('f174d98830efa53b');
  });

  test('has as many exercises of each part as it names, in order, each one of the sheet that it says', () => {
    fc.assert(
      fc.property(validParts, fc.stringMatching(/^[a-z]{1,8}$/), (parts, seed) => {
        const exercises = mixedSheet({ parts, seed }, withoutNotation);
        expect(exercises.map(({ sheet: { kind, level } }) => `${kind} ${level}`)).toEqual(
          parts.flatMap(({ kind, level, count }) => Array<string>(count).fill(`${kind} ${level}`)),
        );
        for (const { kind, level } of parts) {
          const positions = exercises
            .filter(({ sheet }) => sheet.kind === kind && sheet.level === level)
            .map(({ position }) => position);
          expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other));
        }
        for (const { sheet, ...exercise } of exercises) {
          expect(sheet).toMatchObject({ seed, version: 2 });
          expect(exerciseAt(sheet, exercise.position)).toEqual(exercise);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('leaves an exercise out that is like one of an earlier part, for a later one of its sheet', () => {
    const parts = [2, 3].map((level) => ({ kind: 'IMPLICATION', level, count: 5 }) as SheetPart);
    const exchanged = Array.from({ length: 20 }, (_, number) => {
      const exercises = mixedSheet({ parts, seed: `seed ${number}` }, withoutNotation);
      const earlier = exercises.slice(0, 5).map(({ task }) => likenessOf(task));
      const ofThird = exercises.slice(5);
      const isAlike = (position: number) => {
        const exercise = exerciseAt({ kind: 'IMPLICATION', level: 3, seed: `seed ${number}`, version: 2 }, position);
        return exercise !== undefined && earlier.includes(likenessOf(exercise.task));
      };
      const unlike = Array.from({ length: EXERCISES_OF_SHEET }, (_, index) => index + 1).filter(
        (position) => !isAlike(position),
      );
      expect(ofThird.map(({ position }) => position)).toEqual(unlike.slice(0, 5));
      return ofThird.at(-1)?.position !== 5;
    });
    expect(exchanged).toContain(true);
  });

  test('is complete even where all others of a sheet are like earlier ones', () => {
    const parts = [2, 3].map((level) => ({ kind: 'IMPLICATION', level, count: 10 }) as SheetPart);
    for (let number = 0; number < 20; number += 1) {
      const exercises = mixedSheet({ parts, seed: `seed ${number}` }, withoutNotation);
      expect(exercises.slice(10).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  test('does not repeat exercises of one kind at its three levels, as long as a sheet has others', () => {
    for (const kind of exerciseKinds) {
      for (let number = 0; number < 5; number += 1) {
        const parts = exerciseLevels.map((level): SheetPart => ({ kind, level, count: 5 }));
        const exercises = mixedSheet({ parts, seed: `seed ${number}` }, withoutNotation);
        expect(new Set(exercises.map(({ task }) => likenessOf(task))).size).toBe(15);
      }
    }
  });

  test('writes expressions in the notation of their kind', () => {
    const parts: SheetPart[] = [
      { kind: 'TRUTH_TABLE', level: 2, count: 1 },
      { kind: 'IMPLICATION', level: 2, count: 1 },
    ];
    const [table, implication] = mixedSheet({ parts, seed: 'vigia' }, (kind) =>
      kind === 'IMPLICATION' ? 'MATHEMATICS' : 'PROGRAMMING',
    );
    expect(table?.expression).toMatch(/^[ABC!&|^ ()]+$/);
    expect(implication?.expression).toMatch(/^[pqr() ¬∧∨→↔]+$/);
  });

  test('has parts within the limits, none of them twice', () => {
    const ten = exerciseKinds.slice(0, 10).map((kind): SheetPart => ({ kind, level: 1, count: 4 }));
    const isRefused = (parts: Parameters<typeof findPartsProblem>[0]) => findPartsProblem(parts) !== undefined;
    expect([ten, [addition(1, 1)], [addition(1, 10)], [addition(1, 1), addition(2, 1)]].map(isRefused)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const eleventh = { kind: 'FLOATING_POINT', level: 1, count: 1 } as const;
    expect(isRefused([])).toBe(true);
    expect(isRefused([...ten.slice(1), { ...eleventh, count: 4 }])).toBe(false);
    expect(isRefused(exerciseKinds.map((kind) => ({ kind, level: 1, count: 1 })))).toBe(true);
    for (const count of [0, 11, 1.5, Number.NaN]) expect(isRefused([addition(1, count)])).toBe(true);
    for (const level of [0, 4, 1.5]) expect(isRefused([{ kind: 'ADDITION', level, count: 1 }])).toBe(true);
    expect(isRefused([addition(1, 1), addition(1, 2)])).toBe(true);
    const forty = [addition(1, 10), addition(2, 10), addition(3, 10), { ...eleventh, count: 10 }];
    expect(isRefused(forty)).toBe(false);
    expect(isRefused([...forty, { kind: 'OVERFLOW', level: 1, count: 1 }])).toBe(true);
  });
});
