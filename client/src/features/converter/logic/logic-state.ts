import type { Expression, ExpressionProblem } from '../../../../../src/features/conversion/rules/logic/expression';
import { isNotation, type Notation } from '../../../../../src/features/conversion/rules/logic/notation';
import { isWritable, textIn } from '../../../../../src/features/conversion/rules/logic/notation-text';
import { parseExpression } from '../../../../../src/features/conversion/rules/logic/parse-expression';
import { TRUTH_FIGURES, type TruthNames } from '../../../../../src/features/conversion/rules/logic/truth-names';
import { isUnreadable, type Unreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { t } from '../../../lib/i18n/t';
import { type ConverterState, initialState } from '../converter-state';

/** The expression of the page, as it is read. */
export interface LogicState {
  /** Undefined for an address from before there were notations, which is read as it was then. */
  readonly notation: Notation | undefined;
  /** What is in the field. */
  readonly text: string;
  readonly parsed: Expression | Unreadable<ExpressionProblem>;
}

/** Reads the expression of the page in the chosen notation, or that of the page's language where nobody has typed one. */
export function logicStateOf(state: ConverterState): LogicState {
  const isFirst = state.expression === initialState.expression;
  const chosen = isNotation(state.notation) ? state.notation : undefined;
  const notation = chosen ?? (isFirst ? usualNotation() : undefined);
  const text = isFirst && !chosen ? rewritten(state.expression, undefined, notation) : state.expression;
  return { notation, text, parsed: parseExpression(text, notation) };
}

/** The changes that show the expression in another notation, as far as it can be written in that one. */
export function inNotation({ text, notation }: LogicState, chosen: Notation): Partial<ConverterState> {
  return { notation: chosen, expression: rewritten(text, notation, chosen) };
}

/** The changes that make an expression, written in the notation of the page, that of the page. */
export function withExpression({ notation }: LogicState, expression: string): Partial<ConverterState> {
  return { expression, notation: notation ?? 'WORDS' };
}

/** The notation of lessons in the page's language. */
function usualNotation(): Notation {
  const usual = t('ui.logic.usualNotation');
  return isNotation(usual) ? usual : 'WORDS';
}

function rewritten(text: string, from: Notation | undefined, to: Notation | undefined): string {
  const parsed = parseExpression(text, from);
  if (isUnreadable<ExpressionProblem>(parsed) || (to && !isWritable(parsed, to))) return text;
  return textIn(parsed, to);
}

/** What is written for false and true: 0 and 1, or the letters of the page's language. */
export function truthNamesOf({ truth }: ConverterState): TruthNames {
  return truth === LETTERS ? [t('ui.logic.falseLetter'), t('ui.logic.trueLetter')] : TRUTH_FIGURES;
}

/** The value of `truth` that means letters. */
export const LETTERS = 'letters';
