import { type Change, diffLines, diffWordsWithSpace } from 'diff';

/** A piece of text that is in both versions or in only one of them. */
export interface DifferencePart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Difference between two texts: all parts except `added` make up the first, all except `removed` the second. */
export interface Difference {
  readonly parts: readonly DifferencePart[];
  /** Whether the texts were too different to compare, in which case both are returned whole. */
  readonly gaveUp: boolean;
}

/** Maximum number of differing lines, since the time grows with the square of their number. */
const LINES_MAX = 2000;
/** Maximum number of differing words within changed lines. Lines with more are returned whole. */
const WORDS_MAX = 500;
/** Time limit of a comparison. Afterwards, the remaining text is compared only by lines, or returned whole. */
const TIME_MS = 400;

/** Compares two texts by lines, and changed lines by words, within limits of time and size. */
export function differenceOf(from: string, to: string): Difference {
  const until = performance.now() + TIME_MS;
  const lines = diffLines(from, to, { maxEditLength: LINES_MAX, timeout: TIME_MS });
  if (!lines) return wholeDifference(from, to);
  return { parts: merged([...inWords(lines.map(partOf), until)]), gaveUp: false };
}

/** Returns both texts whole, since comparing them would take too long. */
export function wholeDifference(from: string, to: string): Difference {
  return { parts: replaced(from, to), gaveUp: true };
}

function partOf({ value, added, removed }: Change): DifferencePart {
  return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
}

function replaced(from: string, to: string): DifferencePart[] {
  return merged([
    { kind: 'removed', text: from },
    { kind: 'added', text: to },
  ]);
}

/** Compares removed lines word by word with the lines added in their place. */
function* inWords(lines: readonly DifferencePart[], until: number): Generator<DifferencePart> {
  for (let index = 0; index < lines.length; index += 1) {
    const [part, next] = [lines[index], lines[index + 1]];
    if (!part) continue;
    if (part.kind !== 'removed' || next?.kind !== 'added') {
      yield part;
      continue;
    }
    index += 1;
    const left = until - performance.now();
    const bounds = { maxEditLength: WORDS_MAX, timeout: left };
    const words = left > 0 ? diffWordsWithSpace(part.text, next.text, bounds) : undefined;
    yield* words ? words.map(partOf) : replaced(part.text, next.text);
  }
}

function merged(parts: readonly DifferencePart[]): DifferencePart[] {
  const result: DifferencePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) result[result.length - 1] = { kind: part.kind, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
