/** A text that would fit at a certain place in an expression. An example is only shown, not inserted. */
export interface Suggestion {
  readonly kind: 'figure' | 'function' | 'operation' | 'comparison' | 'unit' | 'day' | 'sign' | 'example';
  /** The text as written: `cpu`, `avg`, `AND`, `>`, `MB/s`. */
  readonly text: string;
}

export type AlertExpressionProblemKind =
  | 'tooLong'
  | 'empty'
  /** A comparison, a parenthesis or `NOT` is missing. `about`: the text before the missing part; empty at the start. */
  | 'operandExpected'
  | 'operatorExpected'
  | 'bracketUnopened'
  | 'bracketUnclosed'
  | 'tooDeep'
  | 'tooManyAtoms'
  | 'nameUnknown'
  /** A figure is not compared with anything. `about`: the figure. */
  | 'comparisonExpected'
  /** A number is missing. `about`: the operator before it. */
  | 'numberExpected'
  | 'numberAmbiguous'
  | 'numberTooLarge'
  /** The unit is unknown or does not suit the figure. `about`: the figure. */
  | 'unitWrong'
  /** A sign is missing. `about`: the sign. */
  | 'signExpected'
  /** The figure does not support windows. */
  | 'windowless'
  | 'durationExpected'
  | 'durationOutOfRange'
  | 'pathExpected'
  | 'quoteUnclosed'
  | 'clockExpected'
  | 'spanEmpty'
  | 'dayUnknown'
  /** The comparison has the same result for every possible value. `about`: the comparison. */
  | 'alwaysTrue'
  | 'neverTrue';

/** Why a text is not a valid condition. */
export interface AlertExpressionProblem {
  readonly kind: AlertExpressionProblemKind;
  /** The text at the position; empty at the end of the condition. */
  readonly found: string;
  /** Counted from 1 in UTF-16 code units, as in JavaScript; at the end, one past the last. */
  readonly position: number;
  /** The subject of the message in addition to `found`, depending on the kind; otherwise empty. */
  readonly about: string;
  /** Texts that would fit at the position, ordered by similarity to `found`. */
  readonly suggestions: readonly Suggestion[];
}
