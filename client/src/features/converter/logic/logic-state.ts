import type { Expression, ExpressionProblem } from '../../../../../src/features/conversion/rules/logic/expression';
import { readFunctionHead } from '../../../../../src/features/conversion/rules/logic/function-head';
import { isNotation, type Notation } from '../../../../../src/features/conversion/rules/logic/notation';
import { isWritable, textIn } from '../../../../../src/features/conversion/rules/logic/notation-text';
import { parseAsWritten, variablesInOrder } from '../../../../../src/features/conversion/rules/logic/parse-expression';
import { TRUTH_FIGURES, type TruthNames } from '../../../../../src/features/conversion/rules/logic/truth-names';
import { isUnreadable, type Unreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { t } from '../../../lib/i18n/t';
import { type ConverterState, initialState } from '../converter-state';

/** The parsed expression of the page. */
export interface LogicState {
  /** Undefined for URLs from before notations were introduced; those are read as they were then. */
  readonly notation: Notation | undefined;
  readonly text: string;
  readonly parsed: Expression | Unreadable<ExpressionProblem>;
  /** The variables of a valid expression, in the order in which tables have them. */
  readonly variables: readonly string[];
}

/**
 * Parses the expression in the chosen notation, or in the usual one for the page's language if the user hasn't typed
 * one.
 */
export function parseLogicState(state: ConverterState): LogicState {
  const isFirst = state.expression === initialState.expression;
  const chosen = isNotation(state.notation) ? state.notation : undefined;
  const notation = chosen ?? (isFirst ? usualNotation() : undefined);
  const text = isFirst && !chosen ? rewritten(state.expression, undefined, notation) : state.expression;
  const parsed = parseAsWritten(text, notation);
  const isReadable = !isUnreadable<ExpressionProblem>(parsed);
  return { notation, text, parsed, variables: isReadable ? variablesInOrder(parsed, text, notation) : [] };
}

/** Returns the changes that show the expression in another notation, as far as it can be expressed there. */
export function inNotation({ text, notation }: LogicState, chosen: Notation): Partial<ConverterState> {
  return { notation: chosen, expression: rewritten(text, notation, chosen) };
}

/** Returns the changes that set the expression, given in the notation of the page. */
export function withExpression({ notation }: LogicState, expression: string): Partial<ConverterState> {
  return { expression, notation: notation ?? 'WORDS' };
}

/** Returns the notation usually taught in the page's language. */
function usualNotation(): Notation {
  const usual = t('ui.logic.usualNotation');
  return isNotation(usual) ? usual : 'WORDS';
}

function rewritten(text: string, from: Notation | undefined, to: Notation | undefined): string {
  const parsed = parseAsWritten(text, from);
  if (isUnreadable<ExpressionProblem>(parsed) || (to && !isWritable(parsed, to))) return text;
  const head = text.slice(0, readFunctionHead(text)?.length ?? 0);
  return head === '' ? textIn(parsed, to) : `${head} ${textIn(parsed, to)}`;
}

/** Returns the signs for false and true: 0 and 1, or the letters of the page's language. */
export function chooseTruthNames({ truth }: ConverterState): TruthNames {
  return truth === LETTERS ? [t('ui.logic.falseLetter'), t('ui.logic.trueLetter')] : TRUTH_FIGURES;
}

/** The value of `truth` for letters. */
export const LETTERS = 'letters';
