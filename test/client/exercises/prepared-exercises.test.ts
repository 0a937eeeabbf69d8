import { describe, expect, test } from 'vitest';
import {
  comparePrepared,
  loadPrepared,
  PREPARED_MAX,
  type PreparedExercise,
  savePrepared,
  withPrepared,
} from '../../../client/src/components/exercises/prepared-exercises';

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
  version: 2,
  position,
  notation: null,
  question: `Question ${position}`,
  solution: '101',
});

describe('exercises that a teacher has prepared', () => {
  test('are there again, in order, after the page is opened anew', () => {
    const place = placeWith();
    const prepared = withPrepared([{ ...exercise(2), notation: 'MATHEMATICS' }], [exercise(1), exercise(3)]);
    savePrepared(place, prepared);
    expect(loadPrepared(place)).toEqual(prepared);
    expect(prepared.map(({ position }) => position)).toEqual([2, 1, 3]);
  });

  test('are in the list once, at most as many as a room takes', () => {
    const one = withPrepared([], [exercise(1), exercise(1)]);
    expect(one).toHaveLength(1);
    expect(withPrepared(one, [{ ...exercise(1), question: 'In another language' }])).toEqual(one);
    expect(withPrepared(one, [exercise(1, 'turma-c'), { ...exercise(1), version: 1 }])).toHaveLength(3);
    const full = Array.from({ length: PREPARED_MAX }, (_, index) => exercise(1, `${index}`));
    const added = [exercise(1, '0'), exercise(1), exercise(2)];
    for (const before of [full.slice(1), full.slice(2), full]) {
      expect(withPrepared(before, added)).toHaveLength(PREPARED_MAX);
    }
    const after = withPrepared(full.slice(0, -1), added);
    expect(comparePrepared(full.slice(0, -1), after, added)).toEqual({ added: 1, total: PREPARED_MAX, left: 1 });
  });

  test('of a list from before there were versions are of the first one', () => {
    const { version: _version, notation: _notation, ...before } = exercise(1);
    expect(loadPrepared(placeWith(JSON.stringify([before])))).toEqual([{ ...before, version: 1, notation: null }]);
  });

  test.each([
    'not JSON',
    '{}',
    'null',
    '[1, null, {}]',
    JSON.stringify([{ ...exercise(1), kind: 'toString' }]),
    JSON.stringify([{ ...exercise(1), level: '1' }]),
    JSON.stringify([{ ...exercise(1), question: undefined }]),
    JSON.stringify([{ ...exercise(1), notation: 'RUNES' }]),
    JSON.stringify([{ ...exercise(1), version: '2' }]),
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
