/** A line of an answer with one figure. */
export interface SeriesLine {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LABELS_MAX = 32;

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
/** Names that begin with two underscores are reserved: with `__name__`, Prometheus would refuse the texts of all hosts. */
const LABEL = /\s*((?!__)[a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,|(?=\}))/sy;
/** A number, perhaps a time stamp, perhaps an exemplar. */
const REST = /\s*(\S+)(?:[ \t]+[+-]?[\d.]+(?:[eE][+-]?\d+)?)?[ \t]*(?:# .*)?\r?$/y;

/** Parses a line with a figure; undefined if it is empty or none. */
export function readSeriesLine(line: string): SeriesLine | undefined {
  const name = matchAt(NAME, line, 0)?.[0];
  if (name === undefined) return undefined;
  let at = name.length;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  const labels: Record<string, string> = Object.create(null);
  if (line[at] === '{') {
    at = readLabels(line, at + 1, labels);
    if (at < 0) return undefined;
  } else if (at === name.length) return undefined;
  const value = readNumber(matchAt(REST, line, at)?.[1] ?? '');
  return value === undefined ? undefined : { name, labels: { ...labels }, value };
}

/** Reads labels up to the closing brace. @returns where it ends; -1 if they are none. */
function readLabels(line: string, begin: number, labels: Record<string, string>): number {
  let at = begin;
  for (let count = 0; count <= LABELS_MAX; count += 1) {
    while (line[at] === ' ') at += 1;
    if (line[at] === '}') return at + 1;
    const match = matchAt(LABEL, line, at);
    if (!match) return -1;
    const [all, label = '', text = ''] = match;
    labels[label] = text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
    at += all.length;
  }
  return -1;
}

function readNumber(text: string): number | undefined {
  if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (/^nan$/i.test(text)) return Number.NaN;
  const [, sign] = /^([+-]?)inf(?:inity)?$/i.exec(text) ?? [];
  return sign === undefined ? undefined : sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
