import { describe, expect, test } from 'vitest';
import { nextExercise } from '../../../client/src/features/classroom/preparation/next-exercise';

const exercise = (position: number) =>
  ({ kind: 'DECIMAL_TO_BASE', level: 1, seed: 'turma-b', version: 2, position }) as const;

describe('the exercise that is offered next', () => {
  test('goes through a sheet and then begins a new one', () => {
    expect(nextExercise(exercise(9), exercise(9))).toMatchObject({ seed: 'turma-b', position: 10 });
    const after = nextExercise(exercise(10), exercise(10));
    expect(after.position).toBe(1);
    expect(after.seed).not.toBe('turma-b');
  });

  test('is of a new sheet after one of another version', () => {
    const next = nextExercise({ ...exercise(3), version: 1 }, exercise(3));
    expect(next).toMatchObject({ version: 2, position: 1 });
    expect(next.seed).not.toBe('turma-b');
  });

  test('is of a new sheet when the level or the kind changes', () => {
    const other = nextExercise(exercise(3), { kind: 'DECIMAL_TO_BASE', level: 2 });
    expect(other).toMatchObject({ level: 2, position: 1 });
    expect(other.seed).not.toBe('turma-b');
    expect(nextExercise(exercise(3), { kind: 'ADDITION', level: 1 })).toMatchObject({ kind: 'ADDITION', position: 1 });
  });
});
