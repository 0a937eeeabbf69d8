import { describe, expect, test } from 'vitest';
import { nextExercise } from '../../../client/src/features/classroom/next-exercise';
import {
  loadPrepared,
  PREPARED_MAX,
  type PreparedExercise,
  savePrepared,
  withPrepared,
} from '../../../client/src/features/classroom/prepared-exercises';

function placeWith(text: string | null = null) {
  let stored = text;
  const storage = {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
  };
  return { storage, key: 'vigia.prepared.ana' };
}

const exercise = (position: number, seed = 'turma-b'): PreparedExercise => ({
  kind: 'DECIMAL_TO_BASE',
  level: 1,
  seed,
  position,
  question: `Question ${position}`,
  solution: '101',
});

describe('exercises that a teacher has prepared', () => {
  test('are there again, in order, after the page is opened anew', () => {
    const place = placeWith();
    const prepared = [2, 1, 3].reduce<readonly PreparedExercise[]>(
      (list, position) => withPrepared(list, exercise(position)),
      [],
    );
    savePrepared(place, prepared);
    expect(loadPrepared(place).map(({ position }) => position)).toEqual([2, 1, 3]);
  });

  test('are in the list once, at most as many as a room takes', () => {
    const one = withPrepared([], exercise(1));
    expect(withPrepared(one, { ...exercise(1), question: 'In another language' })).toEqual(one);
    expect(withPrepared(one, exercise(1, 'turma-c'))).toHaveLength(2);
    const full = Array.from({ length: PREPARED_MAX }, (_, index) => exercise(1, `${index}`));
    expect(withPrepared(full.slice(1), exercise(1))).toHaveLength(PREPARED_MAX);
    expect(withPrepared(full, exercise(1))).toHaveLength(PREPARED_MAX);
  });

  test.each([
    'not JSON',
    '{}',
    'null',
    '[1, null, {}]',
    JSON.stringify([{ ...exercise(1), kind: 'toString' }]),
    JSON.stringify([{ ...exercise(1), level: '1' }]),
    JSON.stringify([{ ...exercise(1), question: undefined }]),
  ])('that cannot be read are left out: %s', (text) => {
    expect(loadPrepared(placeWith(text))).toEqual([]);
  });

  test('storage that refuses leaves the page working', () => {
    const refuse = () => {
      throw new Error('refused');
    };
    const place = { storage: { getItem: refuse, setItem: refuse }, key: '' };
    expect(loadPrepared(place)).toEqual([]);
    expect(() => savePrepared(place, [exercise(1)])).not.toThrow();
  });
});

describe('the exercise that is offered next', () => {
  test('goes through a sheet and then begins a new one', () => {
    expect(nextExercise(exercise(9), exercise(9))).toMatchObject({ seed: 'turma-b', position: 10 });
    const after = nextExercise(exercise(10), exercise(10));
    expect(after.position).toBe(1);
    expect(after.seed).not.toBe('turma-b');
  });

  test('is of a new sheet when the level or the kind changes', () => {
    const other = nextExercise(exercise(3), { kind: 'DECIMAL_TO_BASE', level: 2 });
    expect(other).toMatchObject({ level: 2, position: 1 });
    expect(other.seed).not.toBe('turma-b');
    expect(nextExercise(exercise(3), { kind: 'ADDITION', level: 1 })).toMatchObject({ kind: 'ADDITION', position: 1 });
  });
});
