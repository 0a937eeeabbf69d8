import type {
  AlertExpressionProblem,
  Suggestion,
} from '../../../../../../../src/features/alerts/rules/expression/alert-expression-problem';

/** A text with its cursor position, as an offset from 0. */
export interface Edit {
  readonly text: string;
  readonly cursor: number;
}

/** Range of a text to replace, as offsets from 0. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** Replaces a part of a text with a suggestion, adding the usual spaces and brackets around it. */
export function insertSuggestion(text: string, { from, to }: Part, suggestion: Suggestion): Edit {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const space = needsSpaceBefore(before, suggestion) ? ' ' : '';
  const written = `${before}${space}${suggestion.text}`;
  const ending = chooseEnding(before, suggestion);
  // An ending that is already there is not duplicated; the cursor moves past it.
  const isThere = ending !== '' && after.startsWith(ending);
  return { text: written + (isThere ? '' : ending) + after, cursor: written.length + ending.length };
}

function needsSpaceBefore(before: string, { kind, text }: Suggestion): boolean {
  if (before === '' || /[\s(]$/.test(before)) return false;
  if (kind === 'sign') return text === '(' && !/\w$/.test(before);
  // Window lengths are written without a space: `10m`.
  if (kind === 'unit' && /^[smh]$/.test(text)) return false;
  // An example or a day after a dash ends a range: `22:00-06:00`.
  return !(/-$/.test(before) && (kind === 'example' || kind === 'day'));
}

/** Returns the characters needed after a suggestion before the next token can be typed. */
function chooseEnding(before: string, { kind, text }: Suggestion): string {
  if (kind === 'function') return '(';
  // Within a function, a measure is followed by a comma.
  if (kind === 'figure') return /\b(avg|min|max|rise)\s*\(\s*$/i.test(before) ? ', ' : ' ';
  if (kind === 'operation' || kind === 'comparison') return ' ';
  return kind === 'sign' && text === ',' ? ' ' : '';
}

/**
 * Returns the part of a text that a suggestion for a problem replaces: the faulty token, or nothing where something is
 * missing.
 */
export function partAtFault(text: string, { kind, found, position }: AlertExpressionProblem): Part {
  // The problem is reported where the bracket was opened, but the closing one is missing at the end.
  const from = kind === 'bracketUnclosed' ? text.trimEnd().length : Math.min(position - 1, text.length);
  const isReplaced = !MISSING.has(kind) && !/^[(),]$/.test(found) && !isHalfOperator(kind, found);
  return { from, to: isReplaced ? from + found.length : from };
}

/** Problems where something is missing before the token found. */
const MISSING: ReadonlySet<AlertExpressionProblem['kind']> = new Set([
  'operandExpected',
  'operatorExpected',
  'bracketUnclosed',
  'signExpected',
  'numberExpected',
]);

/** Whether the token found is the right-hand side of a missing comparison. */
function isHalfOperator(kind: AlertExpressionProblem['kind'], found: string): boolean {
  return kind === 'comparisonExpected' && /^[\p{L}\d]/u.test(found);
}
