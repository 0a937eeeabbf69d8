/** Items per query. A long query would block SQLite, and the process with it. */
const CHUNK_SIZE = 200;

/** Splits a list into chunks short enough for `in (…)`. */
export function* chunksOf<T>(list: readonly T[]): Generator<T[]> {
  for (let begin = 0; begin < list.length; begin += CHUNK_SIZE) yield list.slice(begin, begin + CHUNK_SIZE);
}
