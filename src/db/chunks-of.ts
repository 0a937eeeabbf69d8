/** As many as one question asks after: a long one would keep SQLite, and with it the process, from everything else. */
const CHUNK_SIZE = 200;

/** A list in parts short enough for `in (…)`. */
export function* chunksOf<T>(list: readonly T[]): Generator<T[]> {
  for (let begin = 0; begin < list.length; begin += CHUNK_SIZE) yield list.slice(begin, begin + CHUNK_SIZE);
}
