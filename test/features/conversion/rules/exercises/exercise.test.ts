import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  ANSWER_MAX_LENGTH,
  exerciseAt,
  exerciseSheet,
  gradeAnswer,
  isSeed,
  rulesOf,
} from '../../../../../src/features/conversion/rules/exercises/exercise.js';
import { seededRandom } from '../../../../../src/features/conversion/rules/exercises/seeded-random.js';
import {
  EXERCISES_OF_SHEET,
  type SheetVersion,
  sheetVersions,
} from '../../../../../src/features/conversion/rules/exercises/sheet.js';
import {
  type ExerciseKind,
  exerciseKinds,
  exerciseLevels,
  type MinimiseTask,
  type Task,
} from '../../../../../src/features/conversion/rules/exercises/task.js';
import { type Notation, notations } from '../../../../../src/features/conversion/rules/logic/notation.js';
import { translate } from '../../../../../src/i18n/translate.js';
import { columnOf, isRight, meaningOf } from './direct-check.js';
import golden from './golden-sheets.json' with { type: 'json' };
import { wrongAnswers } from './wrong-answers/wrong-answers.js';

const SEEDS = Array.from({ length: 10 }, (_, number) => `seed ${number}`);

function drawExercises(kind: ExerciseKind) {
  return exerciseLevels.flatMap((level) => SEEDS.flatMap((seed) => exerciseSheet({ kind, level, seed }).exercises));
}

/** Describes a task so that two which are alike have the same text, independently of the rules. */
function likeness(task: Task): string {
  const solution = rulesOf(task.kind).solution(task);
  if ('expression' in task) return `${task.variables} ${solution}`;
  if (task.kind === 'ADDITION') return [task.value1, task.value2].sort().join();
  if ('direction' in task && task.direction !== 'NEGATE') {
    return `${task.kind} ${'bits' in task ? task.bits : task.format} ${[task.value, solution.replaceAll(' ', '')].sort()}`;
  }
  return JSON.stringify(task);
}

function isAccepted(task: Task, answer: string): boolean {
  return gradeAnswer({ task }, answer).isCorrect;
}

describe.each(exerciseKinds)('exercises of the kind %s (contract 15)', (kind) => {
  const exercises = drawExercises(kind);
  // Each has dozens of wrong answers.
  const fewer = exercises.filter((_, at) => at % 3 === 0);

  test('their solutions are correct, however they are spaced', () => {
    for (const { task, solution } of exercises) {
      expect(isRight(task, solution), `${JSON.stringify(task)} ${solution}`).toBe(true);
      expect(gradeAnswer({ task }, solution), `${JSON.stringify(task)} ${solution}`).toEqual({
        isCorrect: true,
        mistake: null,
      });
      expect(isAccepted(task, `  ${solution} `)).toBe(true);
      expect(isAccepted(task, solution.toLowerCase())).toBe(true);
    }
  });

  test('the answers that usual mistakes lead to are refused, and the mistake is named', () => {
    const { usualMistakes } = rulesOf(kind);
    const possible = new Set<string>();
    const named = new Set<string>();
    const unnamed: unknown[] = [];
    for (const { task } of fewer) {
      for (const { mistake, answer } of usualMistakes(task)) {
        possible.add(mistake.kind);
        // A reversed palindrome is still the right answer.
        if (isRight(task, answer)) continue;
        const grade = gradeAnswer({ task }, answer);
        if (grade.isCorrect || !grade.mistake) unnamed.push([task, answer, grade]);
        else named.add(grade.mistake.kind);
      }
    }
    expect(unnamed).toEqual([]);
    expect([...possible].filter((mistake) => !named.has(mistake))).toEqual([]);
  });

  // Columns of truth tables have tests of their own below.
  if (kind !== 'TRUTH_TABLE' && kind !== 'IMPLICATION') {
    test('a wrong calculation is named as itself, or as a likelier one that leads to the same answer', () => {
      const possible = new Set<string>();
      const named = new Set<string>();
      const misnamed: unknown[] = [];
      for (const { task, solution } of fewer) {
        const likeliest = new Map([[meaningOf(task, solution), 'CORRECT']]);
        for (const [mistake, answer] of wrongAnswers(task)) {
          const meaning = meaningOf(task, answer);
          const expected = likeliest.get(meaning) ?? mistake;
          likeliest.set(meaning, expected);
          const grade = gradeAnswer({ task }, answer);
          const name = grade.isCorrect ? 'CORRECT' : grade.mistake?.kind;
          if (name !== expected) misnamed.push([task, answer, name, expected]);
          possible.add(mistake);
          named.add(expected);
        }
      }
      expect(misnamed).toEqual([]);
      expect(possible.size).toBeGreaterThan(5);
      expect([...possible].filter((mistake) => !named.has(mistake))).toEqual([]);
    });
  }

  test('of answers that are almost the solution, those are accepted that mean the same', () => {
    const random = seededRandom(`answers of ${kind}`);
    for (const { task, solution } of exercises) {
      for (let change = 0; change < 4; change += 1) {
        const answer = changed(solution, random);
        const right = isRight(task, answer);
        if (right !== undefined) expect([task, answer, isAccepted(task, answer)]).toEqual([task, answer, right]);
      }
    }
  });

  test('hints are different from each other, and none is the solution', () => {
    for (const { hints, solution } of exercises) {
      const texts = hints.map((hint) => JSON.stringify(hint));
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts.length).toBeGreaterThanOrEqual(2);
      // In Portuguese, a point would separate thousands.
      expect(hints.map((hint) => translate(hint, 'pt')).join(' ')).not.toMatch(/\d\.\d/);
      // The carries of a sum may happen to equal its bits.
      if (kind === 'ADDITION' || solution.length < 5) continue;
      const values = hints.flatMap((hint) => (typeof hint === 'object' ? Object.values(hint.values) : []));
      expect(values).not.toContain(solution);
    }
  });
});

/** Returns the text with one character added, removed or replaced. */
function changed(text: string, random: ReturnType<typeof seededRandom>): string {
  const at = random.between(0, text.length - 1);
  const sign = random.oneOf(['0', '1', '2', 'A', '']);
  return text.slice(0, at) + sign + text.slice(at + random.between(0, 1));
}

describe('sheets (contract 15)', () => {
  test('are the same for ever', () => {
    const drawn = sheetVersions.flatMap((version) =>
      exerciseKinds.flatMap((kind) =>
        exerciseLevels.map((level) => {
          const { exercises } = exerciseSheet({ kind, level, seed: 'vigia', version });
          const tasks = JSON.stringify(exercises.map(({ task }) => task));
          const hash = createHash('sha256').update(tasks).digest('hex').slice(0, 16);
          return [`${kind} ${level}${version === 1 ? '' : ` v${version}`}`, hash];
        }),
      ),
    );
    // Sheets are printed and linked to, so changing any of them requires a new version of the seed format.
    expect(Object.fromEntries(drawn)).toEqual(golden);
  });

  test('have ten different exercises, of which each can be made alone', () => {
    for (const kind of exerciseKinds) {
      const sheet = exerciseSheet({ kind, level: 1, seed: 'vigia' });
      expect(new Set(sheet.exercises.map(({ task }) => JSON.stringify(task))).size).toBe(EXERCISES_OF_SHEET);
      expect(sheet.exercises.map(({ position }) => exerciseAt(sheet, position))).toEqual(sheet.exercises);
      for (const position of [0, EXERCISES_OF_SHEET + 1, 1.5, Number.NaN]) {
        expect(exerciseAt(sheet, position)).toBeUndefined();
      }
    }
  });

  test('have no two exercises that are alike, since version 2', () => {
    const likenesses = (version: SheetVersion) =>
      exerciseKinds.flatMap((kind) =>
        exerciseLevels.flatMap((level) =>
          SEEDS.map((seed) =>
            exerciseSheet({ kind, level, seed, version }).exercises.map(({ task }) => likeness(task)),
          ),
        ),
      );
    const withRepetition = (version: SheetVersion) =>
      likenesses(version).filter((sheet) => new Set(sheet).size < EXERCISES_OF_SHEET);
    expect(withRepetition(2)).toEqual([]);
    expect(withRepetition(1)).not.toEqual([]);
    expect(exerciseSheet({ kind: 'ADDITION', level: 1, seed: 'vigia' }).version).toBe(1);
  });

  test('are found by their seed in any case, and are others for another seed or level', () => {
    const tasks = (seed: string, level: 1 | 2 = 1) =>
      JSON.stringify(exerciseSheet({ kind: 'ADDITION', level, seed }).exercises.map(({ task }) => task));
    expect(tasks(' Turma  B')).toBe(tasks('turma-b'));
    expect(tasks('turma-b')).not.toBe(tasks('turma-c'));
    expect(tasks('turma-b', 2)).not.toBe(tasks('turma-b'));
    expect([isSeed('x'.repeat(64)), isSeed('x'.repeat(65)), isSeed(' ')]).toEqual([true, false, false]);
  });

  test('SplitMix64 gives the numbers of its definition', () => {
    // The FNV-1a hash of empty text is its offset basis, which determines the first three numbers.
    const random = seededRandom('');
    const state = [1n, 2n, 3n].map((step) => BigInt.asUintN(64, 0xcbf29ce484222325n + step * 0x9e3779b97f4a7c15n));
    const mixed = state.map((value) => {
      const first = BigInt.asUintN(64, (value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n);
      const second = BigInt.asUintN(64, (first ^ (first >> 27n)) * 0x94d049bb133111ebn);
      return Number((second ^ (second >> 31n)) % 1000n);
    });
    expect(mixed.map(() => random.between(0, 999))).toEqual(mixed);
  });
});

function columnAs(expression: string): string {
  return columnOf({ kind: 'TRUTH_TABLE', expression, variables: ['A', 'B', 'C'] });
}

describe('how answers are read (contract 15)', () => {
  const accepted = (task: Task, answers: readonly string[]) => answers.filter((answer) => !isAccepted(task, answer));
  const mistakeOf = (task: Task, answer: string) => gradeAnswer({ task }, answer).mistake?.kind;

  test('a number is the same with spaces, zeros in front, prefix, suffix, subscript and separators', () => {
    const toHex: Task = { kind: 'DECIMAL_TO_BASE', value: '31', to: 16 };
    expect(accepted(toHex, ['1F', '1f', ' 0x1F ', '1Fh', '0001F', '1 F', '1F₁₆', '+1F'])).toEqual([]);
    const toBinary: Task = { kind: 'DECIMAL_TO_BASE', value: '170', to: 2 };
    expect(accepted(toBinary, ['1010 1010', '0b10101010', '10101010b', '1010_1010', '10101010₂'])).toEqual([]);
    const toDecimal: Task = { kind: 'BASE_TO_DECIMAL', value: '7FF', from: 16 };
    expect(accepted(toDecimal, ['2047', '2.047', '2,047', '2 047', '2047,0', '2047.00', '02047'])).toEqual([]);
    for (const answer of ['2047,5', '20.47', '-2047', '2047₁₆', '2.0470'])
      expect(isAccepted(toDecimal, answer)).toBe(false);
  });

  test('the number of bits is strict where it is part of the question', () => {
    const task: Task = { kind: 'TWOS_COMPLEMENT', direction: 'ENCODE', bits: 8, value: '-5' };
    expect(accepted(task, ['11111011', '1111 1011', '0b1111_1011', '1111|1011'])).toEqual([]);
    expect(mistakeOf(task, '1011')).toBe('BITS_MISSING');
    expect(mistakeOf(task, '111111011')).toBe('BITS_TOO_MANY');
    expect(mistakeOf(task, '10000101')).toBe('SIGN_KEPT');
    expect(mistakeOf(task, '−101')).toBe('SIGN_WRITTEN');
    expect(mistakeOf(task, '11111010')).toBe('ONE_NOT_ADDED');
    expect(mistakeOf(task, '11111211')).toBe('DIGIT_NOT_OF_BASE');
    expect(gradeAnswer({ task }, 'FB').problem).toBeDefined();
  });

  test('whether it overflows is said by the flag or by yes and no', () => {
    const task: Task = {
      kind: 'OVERFLOW',
      operation: 'ADD',
      signed: true,
      bits: 8,
      value1: '01111111',
      value2: '00000001',
    };
    expect(
      accepted(task, ['10000000 V=1', '1000 0000 v=1', '10000000, sim', '10000000 SIM', '10000000 yes', '10000000 sí']),
    ).toEqual([]);
    expect(mistakeOf(task, '10000000 não')).toBe('OVERFLOW_WITHOUT_CARRY');
    expect(mistakeOf({ ...task, value1: '10000000', value2: '11111111' }, '01111111 V=0')).toBe('OVERFLOW_MISSED');
    expect(mistakeOf({ ...task, value1: '11111111', value2: '11111110' }, '−3 V=0')).toBe('ANSWERED_IN_DECIMAL');
    expect(gradeAnswer({ task }, '10000000').problem).toBeDefined();
    // C is a different flag and is 0 here.
    expect(gradeAnswer({ task }, '10000000 C=1').problem).toBeDefined();
    expect(mistakeOf({ ...task, value1: '11111111' }, '00000000 V=1')).toBe('CARRY_IS_NOT_OVERFLOW');
    expect(mistakeOf({ ...task, value1: '11111111' }, '100000000 V=0')).toBe('CARRY_KEPT');
  });

  test('a column is 0 and 1, V and F or T and F, and has all rows', () => {
    const task: Task = { kind: 'TRUTH_TABLE', expression: 'A AND NOT B', variables: ['A', 'B'] };
    expect(accepted(task, ['0010', '0 0 1 0', '0,0,1,0', 'FFVF', 'f f t f'])).toEqual([]);
    expect(mistakeOf(task, '001')).toBe('ROWS_MISSING');
    expect(mistakeOf(task, '0011')).toBe('ONE_ROW_WRONG');
    expect(mistakeOf(task, '1101')).toBe('COLUMN_INVERTED');
    // One row differs, but the mistake is known.
    expect(mistakeOf({ ...task, expression: 'A XOR B' }, '0111')).toBe('XOR_AS_OR');
    expect(gradeAnswer({ task }, '0020').problem).toBeDefined();
  });

  test('a fraction is a number with a point or a comma, and with brackets around the digits that repeat', () => {
    const finite: Task = { kind: 'FRACTION', value: '5.625', from: 10, to: 2 };
    expect(accepted(finite, ['101.101', '101,101', '0b101.1010', '0101.101₂'])).toEqual([]);
    expect(mistakeOf(finite, '101.1001110001')).toBe('FRACTION_AS_WHOLE');
    expect(mistakeOf(finite, '101101')).toBe('POINT_FORGOTTEN');
    expect(mistakeOf(finite, '101,1')).toBe('FRACTION_CUT_SHORT');
    expect(mistakeOf(finite, '5,625')).toBe('NOT_CONVERTED');
    expect(mistakeOf(finite, '101.102')).toBe('DIGIT_NOT_OF_BASE');
    expect(mistakeOf({ ...finite, value: '2.25' }, '10.1')).toBe('FRACTION_BACKWARDS');
    expect(gradeAnswer({ task: finite }, '101.1.1').problem).toBe('rules.exercise.noFraction');
    const endless: Task = { ...finite, value: '0.1' };
    expect(accepted(endless, ['0.0(0011)', '0,0(0011)', '.0(0011)', '0.00(0110)', '0.0(00110011)'])).toEqual([]);
    for (const answer of ['0.0', '0.00011', '0.000110011001…', '0,0001100...']) {
      expect(mistakeOf(endless, answer)).toBe('PERIOD_MISSING');
    }
    expect(mistakeOf(endless, '0.(00011)')).toBe('PERIOD_MISPLACED');
    const back: Task = { kind: 'FRACTION', value: '101.101', from: 2, to: 10 };
    expect(accepted(back, ['5.625', '5,625', '5,6250', '05.625'])).toEqual([]);
    expect(mistakeOf(back, '5.5')).toBe('FRACTION_AS_WHOLE');
    expect(mistakeOf(back, '6.25')).toBe('PLACES_AFTER_POINT');
    expect(mistakeOf(back, '45')).toBe('POINT_FORGOTTEN');
    expect(mistakeOf(back, '101,101')).toBe('NOT_CONVERTED');
  });

  test('a misread operation is named also where it is one of several', () => {
    const task = (expression: string): Task => ({ kind: 'TRUTH_TABLE', expression, variables: ['A', 'B', 'C'] });
    // The first XOR as OR, the second as it is.
    expect(mistakeOf(task('(A OR B) XOR (B XOR C)'), columnAs('(A OR B) XOR (B OR C)'))).toBe('XOR_AS_OR');
    expect(mistakeOf(task('NOT A AND (NOT B OR C)'), columnAs('NOT A AND (B OR C)'))).toBe('NEGATION_FORGOTTEN');
    const implication = (expression: string): Task => ({ ...task(expression), kind: 'IMPLICATION' }) as Task;
    const wrong = (expression: string) => mistakeOf(implication('(A AND B) IMPLIES C'), columnAs(expression));
    expect(wrong('C IMPLIES (A AND B)')).toBe('IMPLICATION_BACKWARDS');
    expect(wrong('(A AND B) IFF C')).toBe('IMPLICATION_AS_EQUIVALENCE');
    expect(wrong('(A AND B) AND C')).toBe('IMPLICATION_AS_AND');
    expect(wrong('(A OR B) IMPLIES C')).toBe('AND_FOR_OR');
    expect(mistakeOf(implication('(A AND B) IFF C'), columnAs('(A AND B) IMPLIES C'))).toBe(
      'EQUIVALENCE_AS_IMPLICATION',
    );
  });

  test('questions, hints and solutions are in the notation that is asked for', () => {
    const sheet = { kind: 'IMPLICATION', level: 2, seed: 'vigia' } as const;
    const texts = (notation?: Notation) => JSON.stringify(exerciseAt(sheet, 1, notation));
    expect(exerciseAt(sheet, 1)?.expression).toMatch(/^[pqr() ]*(?:(?:NOT|AND|OR|IMPLIES|IFF)[pqr() ]*)+$/);
    expect(exerciseAt(sheet, 1, 'MATHEMATICS')?.expression).toMatch(/^[pqr() ¬∧∨→↔]+$/);
    expect(texts('MATHEMATICS')).toContain(' → ');
    const minimal = { kind: 'MINIMISE', level: 1, seed: 'vigia' } as const;
    expect(exerciseAt(minimal, 1)?.solution).toMatch(/^[ABC'·+ ()]+$/);
    expect(exerciseAt(minimal, 1, 'PROGRAMMING')?.solution).toMatch(/^[ABC!&| ()]+$/);
  });

  test('hints name operations in the language of the reader, with the signs of the sheet', () => {
    const task: Task = { kind: 'IMPLICATION', expression: '(p XOR NOT q) IMPLIES q', variables: ['p', 'q'] };
    const firstWords = (language: 'pt' | 'en', notation?: Notation) =>
      rulesOf('IMPLICATION')
        .hints(task, notation)
        .slice(0, 3)
        .map((hint) => /^[^)]*?(?:\)|(?= (?:turns|is) ))/.exec(translate(hint, language))?.[0]);
    expect(firstWords('pt', 'MATHEMATICS')).toEqual(['NÃO (¬)', 'OU EXCLUSIVO (⊕)', 'A condicional (→)']);
    expect(firstWords('pt', 'PROGRAMMING')).toEqual(['NÃO (!)', 'OU EXCLUSIVO (^)', 'A condicional (->)']);
    expect(firstWords('pt')).toEqual(['NÃO (NOT)', 'OU EXCLUSIVO (XOR)', 'A condicional (IMPLIES)']);
    expect(firstWords('en', 'MATHEMATICS')).toEqual(['NOT (¬)', 'XOR (⊕)', 'An implication (→)']);
    expect(firstWords('en', 'WORDS')).toEqual(['NOT', 'XOR', 'An implication (IMPLIES)']);
  });

  test('the last hint to a map says which variables are negated in its form', () => {
    const task: Task = { kind: 'MINIMISE', variables: ['A', 'B'], outputs: '0111', form: 'PRODUCT_OF_SUMS' };
    const lastHint = (form: MinimiseTask['form']) => {
      const hint = rulesOf('MINIMISE')
        .hints({ ...task, form } as Task)
        .at(-1);
      return hint && translate(hint, 'pt');
    };
    expect(lastHint('PRODUCT_OF_SUMS')).toContain('somadas: as que valem 1 levam a negação.');
    expect(lastHint('SUM_OF_PRODUCTS')).toContain('multiplicadas: as que valem 0 levam a negação.');
  });

  test('a solution is right in every notation', () => {
    for (const level of exerciseLevels) {
      for (const notation of notations) {
        for (const { task, solution } of exerciseSheet({ kind: 'MINIMISE', level, seed: 'vigia' }, notation)
          .exercises) {
          expect([solution, isAccepted(task, solution)]).toEqual([solution, true]);
        }
      }
    }
  });

  test('a float is bits in any grouping, hexadecimal with a prefix, or a decimal in either notation', () => {
    const encode: Task = { kind: 'FLOATING_POINT', direction: 'ENCODE', format: 'BINARY16', value: '-1.5' };
    expect(
      accepted(encode, ['1 01111 1000000000', '1011111000000000', '1|01111|1000000000', '0xBE00', '0xbe00']),
    ).toEqual([]);
    expect(mistakeOf(encode, '0 01111 1000000000')).toBe('SIGN_WRONG');
    expect(mistakeOf(encode, '1 01111 1')).toBe('BITS_MISSING');
    const decode: Task = { ...encode, direction: 'DECODE', value: '1011111000000000' };
    expect(accepted(decode, ['-1.5', '−1,5', '-1,50', '-3/2', '-15e-1', '-15×10^-1', '- 1,5'])).toEqual([]);
    expect(mistakeOf(decode, '1,5')).toBe('SIGN_WRONG');
    expect(gradeAnswer({ task: decode }, '-1.5x').problem).toBeDefined();
    expect(gradeAnswer({ task: decode }, '1/0').problem).toBeDefined();
  });

  test('nothing long or strange is costly or throws', () => {
    for (const kind of exerciseKinds) {
      const [exercise] = exerciseSheet({ kind, level: 3, seed: 'vigia' }).exercises;
      if (!exercise) throw new Error('An empty sheet');
      for (const sign of ['0', '1', '(', '9', 'e', '/', '.', ' ', '\u0000', '\ud800', '=', "'"]) {
        expect(gradeAnswer(exercise, sign.repeat(ANSWER_MAX_LENGTH)).isCorrect).toBe(false);
      }
      expect(gradeAnswer(exercise, '1'.repeat(1_000_000)).problem).toBeDefined();
      expect(gradeAnswer(exercise, '1e1500').isCorrect).toBe(false);
    }
  });
});
