import { isUnreadable } from '../../../conversion/rules/unreadable.js';
import { parseAlertTokens } from './alert-expression.js';
import type { AlertExpressionProblem } from './alert-expression-problem.js';
import { tokenizeCondition } from './alert-tokens.js';
import { plain, type Suggestions } from './suggestions.js';

/** Completions for an editor at one place in an expression. */
export interface Completions {
  /** The part of the text that a candidate replaces, as offsets from 0: the word around the cursor, or nothing. */
  readonly from: number;
  readonly to: number;
  readonly candidates: Suggestions;
}

/**
 * Returns completions at the cursor (an offset from 0), based on the text before it: names, functions, units,
 * operators. Completes a word that has already been begun. Empty if the text before that word has an error.
 */
export function completionsAt(text: string, cursor: number): Completions {
  const [begun = ''] = /[\p{L}_][\p{L}\p{M}\d_]*$/u.exec(text.slice(0, cursor)) ?? [];
  const [rest = ''] = /^[\p{L}\p{M}\d_]*/u.exec(text.slice(cursor)) ?? [];
  const from = cursor - begun.length;
  const continues = (candidate: string) => plain(candidate).startsWith(plain(begun));
  const candidates = fittingAt(text.slice(0, from)).filter(
    ({ kind, text }) => continues(text) && (begun === '' || kind !== 'example'),
  );
  return { from, to: begun === '' ? cursor : cursor + rest.length, candidates };
}

/**
 * Returns texts that fit after `before`. To get them, appends a cursor token that fits nowhere, for which the parser
 * suggests alternatives.
 */
function fittingAt(before: string): Suggestions {
  const position = before.length + 1;
  const tokens = tokenizeCondition(before).map((token) =>
    token.kind === 'end' ? ({ kind: 'cursor', found: '', position } as const) : token,
  );
  const parsed = parseAlertTokens([...tokens, { kind: 'end', found: '', position }]);
  if (!isUnreadable<AlertExpressionProblem>(parsed) || parsed.problem.position !== position) return [];
  return parsed.problem.suggestions;
}
