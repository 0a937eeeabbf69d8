import { Arg, Authorized, Extensions, Query, Resolver } from 'type-graphql';
import { costs, scope } from '../../../platform/graphql/field-marks.js';
import { NotOutputs } from '../conversion.errors.js';
import { readExpression } from '../read-arguments.js';
import type { Notation } from '../rules/logic/notation.js';
import { variablesInOrder } from '../rules/logic/parse-expression.js';
import { areEquivalent } from '../rules/logic-forms/equivalence.js';
import type { FormName } from '../rules/logic-forms/form-expression.js';
import { buildFunction } from '../rules/logic-forms/logic-function.js';
import { minimise } from '../rules/logic-forms/minimise.js';
import { type OutputsProblem, parseOutputs } from '../rules/logic-forms/parse-outputs.js';
import { isUnreadable } from '../rules/unreadable.js';
import { Equivalence, LogicForm, MinimalFormType } from './logic-forms.types.js';
import { NOTATION_ARGUMENT, NotationEnum } from './notation.type.js';
import { shapeReadings } from './reading.types.js';

/** A function of six variables takes up to 35 ms, so an operation may contain only one. */
const MINIMISING = costs(700);

/**
 * Maximum steps of the search for a minimal form, about 25 ms. Beyond them, the form is returned without proof that it
 * is minimal.
 */
const EFFORT = 8000;

/** Computes forms of logic functions for signed-in viewers, without a rate limit (contract 15). */
@Resolver()
export class LogicFormsResolver {
  @Authorized()
  @Extensions({ ...MINIMISING, ...scope('CONVERT') })
  @Query(() => MinimalFormType, {
    description: 'A minimal form of an expression: no form of the same kind has fewer terms.',
  })
  minimise(
    @Arg('expression', () => String, { description: 'Expression of at most 200 characters and 6 variables.' })
    expression: string,
    @Arg('form', () => LogicForm, { description: 'Kind of form to find.' }) form: FormName,
    @Arg('notation', () => NotationEnum, NOTATION_ARGUMENT) notation?: Notation,
  ): MinimalFormType {
    const parsed = readExpression('expression', expression, notation);
    const given = buildFunction(parsed, variablesInOrder(parsed, expression, notation));
    return new MinimalFormType(minimise(given, form, EFFORT), notation, shapeReadings(expression, notation));
  }

  @Authorized()
  @Extensions({ ...MINIMISING, ...scope('CONVERT') })
  @Query(() => MinimalFormType, {
    description:
      'Forms of a function that is given by the result column of its truth table, of 1 to 6 variables: 0, 1, and - or X ' +
      'where the output does not matter. The variables are A to F, A being the highest bit of the number of a row.',
  })
  expressionOf(
    @Arg('outputs', () => String, {
      description: 'Outputs of the rows, 2, 4, 8, 16, 32 or 64 of them; white space is ignored.',
    })
    outputs: string,
    @Arg('form', () => LogicForm, { defaultValue: 'SUM_OF_PRODUCTS', description: 'Kind of form to find.' })
    form: FormName,
    @Arg('notation', () => NotationEnum, NOTATION_ARGUMENT) notation?: Notation,
  ): MinimalFormType {
    const read = parseOutputs(outputs);
    if (isUnreadable<OutputsProblem>(read)) throw new NotOutputs(read.problem);
    return new MinimalFormType(minimise(read, form, EFFORT), notation);
  }

  @Authorized()
  @Extensions({ ...costs(60), ...scope('CONVERT') })
  @Query(() => Equivalence, {
    description: 'Whether two expressions have the same value for all values of the variables of both.',
  })
  equivalent(
    @Arg('a', () => String, { description: 'First expression, at most 200 characters and 6 variables.' }) a: string,
    @Arg('b', () => String, { description: 'Second expression, at most 200 characters and 6 variables.' }) b: string,
    @Arg('notation', () => NotationEnum, NOTATION_ARGUMENT) notation?: Notation,
  ): Equivalence {
    const compared = areEquivalent(readExpression('a', a, notation), readExpression('b', b, notation));
    return {
      ...{ ...compared, counterexample: compared.counterexample ?? null },
      ...{ readingOfA: shapeReadings(a, notation), readingOfB: shapeReadings(b, notation) },
    };
  }
}
