import type { ExpressionProblem } from '../../../../../src/features/conversion/rules/logic/expression';
import { type FormName, formNames } from '../../../../../src/features/conversion/rules/logic-forms/form-expression';
import {
  type UniversalGate,
  universalGates,
} from '../../../../../src/features/conversion/rules/logic-forms/gate-circuit';
import {
  functionOf,
  type LogicFunction,
} from '../../../../../src/features/conversion/rules/logic-forms/logic-function';
import {
  type OutputsProblem,
  parseOutputs,
} from '../../../../../src/features/conversion/rules/logic-forms/parse-outputs';
import { isUnreadable, type Unreadable } from '../../../../../src/features/conversion/rules/unreadable';
import type { ConverterState } from '../converter-state';
import { type LogicState, logicStateOf } from '../logic/logic-state';

/** The value of `source` that means the column of a table rather than an expression. */
export const COLUMN = 'column';

/** What the tab of forms is about. */
export interface FormsState {
  readonly logic: LogicState;
  readonly isColumn: boolean;
  /** The column as it was typed, or as the page begins with it. */
  readonly outputs: string;
  /** Undefined where the expression cannot be read. */
  readonly given: LogicFunction | Unreadable<OutputsProblem> | undefined;
  readonly form: FormName;
  /** Undefined for the gates of the form itself. */
  readonly gate: UniversalGate | undefined;
}

/** Reads what the tab shows from the state of the page. */
export function formsStateOf(state: ConverterState): FormsState {
  const logic = logicStateOf(state);
  const isColumn = state.source === COLUMN;
  const ofExpression = isUnreadable<ExpressionProblem>(logic.parsed) ? undefined : functionOf(logic.parsed);
  return {
    logic,
    isColumn,
    outputs: state.outputs,
    given: isColumn ? parseOutputs(state.outputs) : ofExpression,
    form: formNames.find((name) => name === state.form) ?? 'SUM_OF_PRODUCTS',
    gate: universalGates.find((gate) => gate === state.gates),
  };
}

/** The column that the page begins with: that of the expression, where it has a variable. */
export function columnFor({ given, outputs }: FormsState): string {
  if (outputs !== '') return outputs;
  const isReadable = given !== undefined && !isUnreadable<OutputsProblem>(given) && given.outputs.length > 1;
  return isReadable ? given.outputs.join('') : '01101001';
}

const NEXT = { '0': '1', '1': '-', '-': '0' } as const;

/** The column with another output in a row: 0, 1, does not matter, and 0 again. */
export function turned({ outputs }: LogicFunction, index: number): string {
  return outputs.map((output, row) => (row === index ? NEXT[output] : output)).join('');
}
