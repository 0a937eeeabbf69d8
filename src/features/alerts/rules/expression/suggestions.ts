import { type FigureName, type FigureUnit, figureNames, figures, windowFunctions } from '../figures.js';
import type { Suggestion } from './alert-expression-problem.js';
import { comparisonOperators } from './atoms.js';
import { dayNames } from './days.js';
import { unitNames } from './units.js';

export type Suggestions = readonly Suggestion[];

const of = (kind: Suggestion['kind'], texts: readonly string[]): Suggestion[] => texts.map((text) => ({ kind, text }));

const functions = of('function', [...windowFunctions, 'time']);
const operations = of('operation', ['AND', 'OR', 'XOR', 'NAND', 'NOR', 'XNOR', 'IMPLIES', 'IFF']);

/** Suggestions that fit in several places in an expression. */
export const suggestions = {
  operands: [...of('figure', figureNames), ...functions, ...of('operation', ['NOT']), ...of('sign', ['('])],
  operations,
  comparisons: of('comparison', comparisonOperators),
  figuresOfWindows: of(
    'figure',
    figureNames.filter((name) => figures[name].hasWindows),
  ),
  durations: of('example', ['10m', '1h', '24h']),
  durationUnits: of('unit', ['m', 'h', 's']),
  paths: of('example', ['"/"', '"/var"']),
  clocks: of('example', ['08:00', '22:00']),
  days: of('day', dayNames),
  signs: (...signs: readonly string[]) => of('sign', signs),
  examples: (...texts: readonly string[]) => of('example', texts),
  units: (unit: FigureUnit) => of('unit', unitNames(unit)),
};

/** Other common names for figures, in Portuguese, English and Spanish. */
const OTHER_NAMES: Readonly<Record<string, FigureName>> = {
  processor: 'cpu',
  processador: 'cpu',
  procesador: 'cpu',
  memory: 'ram',
  memoria: 'ram',
  mem: 'ram',
  disco: 'disk',
  load: 'load1',
  carga: 'load1',
  network: 'netin',
  net: 'netin',
  rede: 'netin',
  red: 'netin',
  offline: 'away',
  ausente: 'away',
};

/** Sorts suggestions by similarity to the typed text. Equally similar ones keep their order. */
export function byCloseness(typed: string, all: Suggestions): Suggestions {
  const word = plain(typed);
  if (!/^\p{L}/u.test(word)) return all;
  return (
    all
      // Most people write MB where they are offered MiB.
      .map((suggestion) => ({ suggestion, distance: computeDistance(word, suggestion.text.replace('iB', 'B')) }))
      .sort((a, b) => (a.distance === b.distance ? 0 : a.distance - b.distance))
      .map(({ suggestion }) => suggestion)
  );
}

function computeDistance(word: string, name: string): number {
  const other = plain(name);
  if (OTHER_NAMES[word] === name) return 0;
  // An incomplete word is closer than any misspelling.
  if (other.startsWith(word)) return 0.5;
  const distance = editDistance(word, other);
  return distance <= Math.max(1, word.length / 2) ? distance : Number.POSITIVE_INFINITY;
}

/** Converts a text to lower case and removes its accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

const LONGEST_COMPARED = 20;

/**
 * Counts how many letters must be inserted, removed, replaced or swapped with their neighbour to turn one text into the
 * other.
 */
function editDistance(a: string, b: string): number {
  if (a.length > LONGEST_COMPARED) return a.length;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isExchanged ? Math.min(least, (beforeLast[j - 2] ?? 0) + 1) : least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
