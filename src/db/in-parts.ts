/** As many as one question asks after: a long one would keep SQLite, and with it the process, from everything else. */
const ASKED_AT_ONCE = 200;

/** A list in parts short enough for `in (…)`. */
export function* inParts<T>(list: readonly T[]): Generator<T[]> {
  for (let begin = 0; begin < list.length; begin += ASKED_AT_ONCE) yield list.slice(begin, begin + ASKED_AT_ONCE);
}
