import type { ExpressionProblem } from '../../../../../src/features/conversion/rules/logic/expression';
import { type FormName, formNames } from '../../../../../src/features/conversion/rules/logic-forms/form-expression';
import {
  type UniversalGate,
  universalGates,
} from '../../../../../src/features/conversion/rules/logic-forms/gate-circuit';
import {
  buildFunction,
  type LogicFunction,
} from '../../../../../src/features/conversion/rules/logic-forms/logic-function';
import {
  type OutputsProblem,
  parseOutputs,
} from '../../../../../src/features/conversion/rules/logic-forms/parse-outputs';
import { isUnreadable, type Unreadable } from '../../../../../src/features/conversion/rules/unreadable';
import type { ConverterState } from '../converter-state';
import { type LogicState, parseLogicState } from '../logic/logic-state';

/** The value of `source` for a truth table column instead of an expression. */
export const COLUMN = 'column';

/** The input of the forms tab. */
export interface FormsState {
  readonly logic: LogicState;
  readonly isColumn: boolean;
  /** The column as typed, or its initial value. */
  readonly outputs: string;
  /** The given function; undefined if the expression is invalid. */
  readonly given: LogicFunction | Unreadable<OutputsProblem> | undefined;
  readonly form: FormName;
  /** Universal gate to use; undefined for the form's own gates. */
  readonly gate: UniversalGate | undefined;
}

/** Parses the input of the forms tab from the state of the page. */
export function parseFormsState(state: ConverterState): FormsState {
  const logic = parseLogicState(state);
  const isColumn = state.source === COLUMN;
  const ofExpression = isUnreadable<ExpressionProblem>(logic.parsed)
    ? undefined
    : buildFunction(logic.parsed, logic.variables);
  return {
    logic,
    isColumn,
    outputs: state.outputs,
    given: isColumn ? parseOutputs(state.outputs) : ofExpression,
    form: formNames.find((name) => name === state.form) ?? 'SUM_OF_PRODUCTS',
    gate: universalGates.find((gate) => gate === state.gates),
  };
}

/** Returns the column as typed, otherwise the expression's if it has a variable, otherwise a default. */
export function columnFor({ given, outputs }: FormsState): string {
  if (outputs !== '') return outputs;
  const isReadable = given !== undefined && !isUnreadable<OutputsProblem>(given) && given.outputs.length > 1;
  return isReadable ? given.outputs.join('') : '01101001';
}

const NEXT = { '0': '1', '1': '-', '-': '0' } as const;

/** Returns the column with one row's output advanced: 0, 1, don't care, then 0 again. */
export function turned({ outputs }: LogicFunction, index: number): string {
  return outputs.map((output, row) => (row === index ? NEXT[output] : output)).join('');
}
