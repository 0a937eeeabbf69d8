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
  description: 'What an expression says of a host; unknown where none of its figures is known, or it has faults.',
});

@ObjectType('AlertComparison', { description: 'A comparison or a time of day of an expression, and what it is now.' })
export class AlertComparisonType {
  @Field(() => String, { description: 'The variable that stands for it in the truth table: A to F.' })
  name!: string;

  @Field(() => String, { description: 'In canonical form: `avg(cpu, 10m) > 90 %`.' })
  text!: string;

  @Field(() => Float, { nullable: true, description: 'What it reads now; null where that is not known, and of times.' })
  value!: number | null;

  @Field(() => Int, { description: '1 where it is true.' })
  bit!: number;

  @Field(() => String, { description: 'percent, bytesPerSecond, load or seconds; empty of times.' })
  unit!: string;

  @Field(() => String, { nullable: true, description: 'The figure that it reads: `cpu`; null of times.' })
  figure!: string | null;
}

@ObjectType('AlertExpressionFault', { description: 'What is wrong with an expression, and where.' })
export class AlertExpressionFaultType {
  @Field(() => Int, { description: 'Counted from 1; behind the last character, where something is missing.' })
  position!: number;

  @Field(() => String)
  message!: string;

  @Field(() => [String], { description: 'What would fit there, the likeliest first.' })
  suggestions!: readonly string[];
}

/** An expression as it was understood. */
@ObjectType('AlertExpression', { description: 'An expression as it was understood, and what it says of a host now.' })
export class AlertExpressionType {
  @Field(() => String, { description: 'In canonical form; empty where it has faults.' })
  text!: string;

  @Field(() => [AlertComparisonType])
  comparisons!: readonly AlertComparisonType[];

  @Extensions(costs(150))
  @Field(() => TruthTable, { nullable: true, description: 'Of its comparisons A to F; null where it has faults.' })
  truthTable!: Table | null;

  @Field(() => Int, { nullable: true, description: 'The index of the row of the truth table that is true now.' })
  currentRow!: number | null;

  @Field(() => AlertResultType)
  result!: Evaluation['result'];

  @Field(() => [AlertExpressionFaultType])
  faults!: readonly AlertExpressionFaultType[];
}

/** Shapes an expression for GraphQL. */
export function alertExpressionOf(
  read: PresentExpression | AlertExpressionProblem,
  language: Language,
): AlertExpressionType {
  if (!('expression' in read)) return faultyOf(read, language);
  const { expression, evaluation } = read;
  return {
    text: textOfAlertExpression(expression),
    comparisons: comparisonsOf(expression, evaluation),
    truthTable: truthTable(expression.expression),
    // The variables are in alphabetical order, the first being the highest bit.
    currentRow: evaluation.atoms.reduce((row, { bit }) => 2 * row + bit, 0),
    result: evaluation.result,
    faults: [],
  };
}

function faultyOf(problem: AlertExpressionProblem, language: Language): AlertExpressionType {
  const fault = {
    position: problem.position,
    message: translate(alertExpressionProblemText(problem), language),
    suggestions: problem.suggestions.map(({ text }) => text),
  };
  return { text: '', comparisons: [], truthTable: null, currentRow: null, result: 'unknown', faults: [fault] };
}

function comparisonsOf({ atoms }: AlertExpression, evaluation: Evaluation): AlertComparisonType[] {
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
