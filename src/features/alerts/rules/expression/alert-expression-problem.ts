/** A text that would fit at a place in an expression. An example is only shown, not inserted. */
export interface Suggestion {
  readonly kind: 'figure' | 'function' | 'operation' | 'comparison' | 'unit' | 'day' | 'sign' | 'example';
  /** As written: `cpu`, `avg`, `AND`, `>`, `MB/s`. */
  readonly text: string;
}

export type AlertExpressionProblemKind =
  | 'tooLong'
  | 'empty'
  /** A comparison, a bracket or `NOT` is missing. `about`: the text before the missing part; empty at the start. */
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
  /** An unknown unit, or one that does not suit the figure. `about`: the figure. */
  | 'unitWrong'
  /** `about`: the missing sign. */
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
  /** The figure can have no other value. `about`: the comparison. */
  | 'alwaysTrue'
  | 'neverTrue';

/** The reason why a text is not a valid condition. */
export interface AlertExpressionProblem {
  readonly kind: AlertExpressionProblemKind;
  /** The text at the position; empty at the end. */
  readonly found: string;
  /** Counted from 1 in UTF-16 code units, as in JavaScript; one past the last at the end. */
  readonly position: number;
  /** The subject of the message beside `found`, depending on the kind; otherwise empty. */
  readonly about: string;
  /** Texts that would fit there, ordered by similarity to `found`. */
  readonly suggestions: readonly Suggestion[];
}
