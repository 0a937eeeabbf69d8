/** Something that would fit at a place of an expression. An example is shown, but not put in as it is. */
export interface Suggestion {
  readonly kind: 'figure' | 'function' | 'operation' | 'comparison' | 'unit' | 'day' | 'sign' | 'example';
  /** As it is written: `cpu`, `avg`, `AND`, `>`, `MB/s`. */
  readonly text: string;
}

/** What can be wrong with the condition of a rule. */
export type AlertExpressionProblemKind =
  | 'tooLong'
  | 'empty'
  /** A comparison, a bracket or `NOT` is missing. `about`: what it is missing after; empty at the start. */
  | 'operandExpected'
  | 'operatorExpected'
  | 'bracketUnopened'
  | 'bracketUnclosed'
  | 'tooDeep'
  | 'tooManyAtoms'
  | 'nameUnknown'
  /** A figure is not compared with anything. `about`: the figure. */
  | 'comparisonExpected'
  /** `about`: the operator after which a number is missing. */
  | 'numberExpected'
  | 'numberAmbiguous'
  | 'numberTooLarge'
  /** A unit that there is not, or not of this. `about`: the figure. */
  | 'unitWrong'
  /** `about`: the sign that is missing. */
  | 'signExpected'
  /** The figure has no windows. */
  | 'windowless'
  | 'durationExpected'
  | 'durationOutOfRange'
  | 'pathExpected'
  | 'quoteUnclosed'
  | 'clockExpected'
  | 'spanEmpty'
  | 'dayUnknown';

/** Why a text is not a valid condition of a rule. */
export interface AlertExpressionProblem {
  readonly kind: AlertExpressionProblemKind;
  /** The text at the position; empty at the end. */
  readonly found: string;
  /** Counted from 1, as JavaScript counts characters; at the end it is the position after the last one. */
  readonly position: number;
  /** What the sentence about it speaks of, beside what was found; see the kinds. Else empty. */
  readonly about: string;
  /** What would fit there, the closest to what was found first. */
  readonly suggestions: readonly Suggestion[];
}
