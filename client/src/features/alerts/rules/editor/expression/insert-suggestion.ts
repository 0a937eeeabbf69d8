import type {
  AlertExpressionProblem,
  Suggestion,
} from '../../../../../../../src/features/alerts/rules/expression/alert-expression-problem';

/** A text with the place of the cursor in it, as an offset from 0. */
export interface Edit {
  readonly text: string;
  readonly cursor: number;
}

/** The part of a text that is replaced, as offsets from 0. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** Puts a suggestion in place of a part of a text, with the spaces and brackets that people write around it. */
export function insertSuggestion(text: string, { from, to }: Part, suggestion: Suggestion): Edit {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const space = needsSpaceBefore(before, suggestion) ? ' ' : '';
  const written = `${before}${space}${suggestion.text}`;
  const ending = endingOf(before, suggestion);
  // What is there already is not written twice: the cursor goes behind it.
  const isThere = ending !== '' && after.startsWith(ending);
  return { text: written + (isThere ? '' : ending) + after, cursor: written.length + ending.length };
}

function needsSpaceBefore(before: string, { kind, text }: Suggestion): boolean {
  if (before === '' || /[\s(]$/.test(before)) return false;
  // An example after a dash is the end of a span: `22:00-06:00`.
  if (kind === 'sign') return text === '(' && !/\w$/.test(before);
  // As windows are written: `10m`.
  if (kind === 'unit' && /^[smh]$/.test(text)) return false;
  return !(/-$/.test(before) && (kind === 'example' || kind === 'day'));
}

/** What comes behind a suggestion before the next thing can be written. */
function endingOf(before: string, { kind, text }: Suggestion): string {
  if (kind === 'function') return '(';
  // Within a function the figure is followed by a comma.
  if (kind === 'figure') return /\b(avg|min|max|rise)\s*\(\s*$/i.test(before) ? ', ' : ' ';
  if (kind === 'operation' || kind === 'comparison') return ' ';
  return kind === 'sign' && text === ',' ? ' ' : '';
}

/** The part of a text that a suggestion about a problem replaces: what was found there, or nothing where something is missing. */
export function partAtFault(text: string, { kind, found, position }: AlertExpressionProblem): Part {
  // The problem is where the bracket was opened; what is missing is missing at the end.
  const from = kind === 'bracketUnclosed' ? text.trimEnd().length : Math.min(position - 1, text.length);
  const isReplaced = !MISSING.has(kind) && !/^[(),]$/.test(found) && !isHalfOperator(kind, found);
  return { from, to: isReplaced ? from + found.length : from };
}

/** The kinds of problems where something is missing before what was found. */
const MISSING: ReadonlySet<AlertExpressionProblem['kind']> = new Set([
  'operandExpected',
  'operatorExpected',
  'bracketUnclosed',
  'signExpected',
  'numberExpected',
]);

/** Where a comparison is missing, a number that was found is what to compare with. */
function isHalfOperator(kind: AlertExpressionProblem['kind'], found: string): boolean {
  return kind === 'comparisonExpected' && /^[\p{L}\d]/u.test(found);
}
