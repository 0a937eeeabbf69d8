import { Extensions, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { translate } from '../../../i18n/translate.js';
import { costs } from '../../../platform/graphql/field-marks.js';
import { TruthTable } from '../../conversion/logic/logic.types.js';
import { type TruthTable as Table, truthTable } from '../../conversion/rules/logic/truth-table.js';
import type { Evaluation } from '../rules/evaluate.js';
import { type AlertExpression, textOfAlertExpression } from '../rules/expression/alert-expression.js';
import type { AlertExpressionProblem } from '../rules/expression/alert-expression-problem.js';
import { alertExpressionProblemText } from '../rules/expression/alert-expression-problem-text.js';
import type { PresentExpression } from './present-expression.js';

const AlertResultType = { TRUE: 'true', FALSE: 'false', UNKNOWN: 'unknown' } as const satisfies {
  readonly [Result in Evaluation['result'] as Uppercase<Result>]: Result;
};
registerEnumType(AlertResultType, {
  name: 'AlertResult',
  description: 'Value of an expression on a host; unknown if none of its figures is known, or it has faults.',
  valuesConfig: {
    TRUE: { description: 'The condition is met.' },
    FALSE: { description: 'The condition is not met.' },
    UNKNOWN: { description: 'None of its figures is known, or it has faults.' },
  },
});

@ObjectType('AlertComparison', {
  description: 'A comparison or a time of day in an expression, and its present value.',
})
export class AlertComparisonType {
  @Field(() => String, { description: 'Variable in the truth table: A to F.' })
  name!: string;

  @Field(() => String, { description: 'In canonical form: `avg(cpu, 10m) > 90 %`.' })
  text!: string;

  @Field(() => Float, { nullable: true, description: 'Present reading; null if unknown, and for times.' })
  value!: number | null;

  @Field(() => Int, { description: 'Value in the truth table: 1 if true.' })
  bit!: number;

  @Field(() => String, { description: 'percent, bytesPerSecond, load or seconds; empty for times.' })
  unit!: string;

  @Field(() => String, { nullable: true, description: 'The figure that it reads: `cpu`; null for times.' })
  figure!: string | null;
}

@ObjectType('AlertExpressionFault', { description: 'A fault in an expression, with its position.' })
export class AlertExpressionFaultType {
  @Field(() => Int, { description: 'Counted from 1; one past the last character if something is missing there.' })
  position!: number;

  @Field(() => String, { description: "Explanation in the caller's language." })
  message!: string;

  @Field(() => [String], { description: 'Possible continuations, likeliest first.' })
  suggestions!: readonly string[];
}

/** An expression as it was parsed, with its current value. */
@ObjectType('AlertExpression', { description: 'An expression as it was parsed, and its present value on a host.' })
export class AlertExpressionType {
  @Field(() => String, { description: 'In canonical form; empty if it has faults.' })
  text!: string;

  @Field(() => [AlertComparisonType], {
    description: 'Comparisons in the order of the expression, at most 6; empty if it has faults.',
  })
  comparisons!: readonly AlertComparisonType[];

  @Extensions(costs(150))
  @Field(() => TruthTable, {
    nullable: true,
    description: 'Truth table of its comparisons A to F; null if it has faults.',
  })
  truthTable!: Table | null;

  @Field(() => Int, { nullable: true, description: 'Index of the row of the truth table that is true now.' })
  currentRow!: number | null;

  @Field(() => AlertResultType, { description: 'Whether the condition is met on the host now.' })
  result!: Evaluation['result'];

  @Field(() => [AlertExpressionFaultType], {
    description: 'Faults of the expression: at most one, as parsing ends there; empty if it is valid.',
  })
  faults!: readonly AlertExpressionFaultType[];
}

export function shapeAlertExpression(
  read: PresentExpression | AlertExpressionProblem,
  language: Language,
): AlertExpressionType {
  if (!('expression' in read)) return shapeFaultyExpression(read, language);
  const { expression, evaluation } = read;
  return {
    text: textOfAlertExpression(expression),
    comparisons: listComparisons(expression, evaluation),
    truthTable: truthTable(expression.expression),
    // The variables are in alphabetical order, with the first one as the most significant bit.
    currentRow: evaluation.atoms.reduce((row, { bit }) => 2 * row + bit, 0),
    result: evaluation.result,
    faults: [],
  };
}

function shapeFaultyExpression(problem: AlertExpressionProblem, language: Language): AlertExpressionType {
  const fault = {
    position: problem.position,
    message: translate(alertExpressionProblemText(problem), language),
    suggestions: problem.suggestions.map(({ text }) => text),
  };
  return { text: '', comparisons: [], truthTable: null, currentRow: null, result: 'unknown', faults: [fault] };
}

function listComparisons({ atoms }: AlertExpression, evaluation: Evaluation): AlertComparisonType[] {
  return atoms.map((atom, index) => {
    const { bit = 0, value = null } = evaluation.atoms[index] ?? {};
    const isTime = atom.kind === 'time';
    return {
      name: String.fromCharCode('A'.charCodeAt(0) + index),
      text: atom.text,
      value,
      bit,
      unit: isTime ? '' : atom.unit,
      figure: isTime ? null : atom.quantity.name,
    };
  });
}
