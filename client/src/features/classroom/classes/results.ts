import type { Lesson, Pupil } from './class.operations';

export interface Total {
  /** Number of exercises solved. */
  readonly solved: number;
  /** Number of exercises sent in the lessons in which the pupil took part. */
  readonly sent: number;
}

/** Adds up the results of a pupil. */
export function totalOf({ results }: Pupil, lessons: readonly Lesson[]): Total {
  const counts = new Map(lessons.map(({ id, exerciseCount }) => [id, exerciseCount]));
  return results.reduce(
    (total, { lesson, solved }) => ({ solved: total.solved + solved, sent: total.sent + (counts.get(lesson) ?? 0) }),
    { solved: 0, sent: 0 },
  );
}

/** Returns the pupils in the alphabetical order of the page's language. */
export function inOrder(pupils: readonly Pupil[], locale: string): Pupil[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return pupils.toSorted((one, other) => compare(one.nickname, other.nickname));
}
