import { useMemo } from 'react';
import type { Expression } from '../../../../../../../src/features/conversion/rules/logic/expression';
import type { Bit } from '../../../../../../../src/features/conversion/rules/logic/logic-operations';
import { truthTable } from '../../../../../../../src/features/conversion/rules/logic/truth-table';
import { LogicResults } from '../../../../../components/logic/logic-results';

export { drawingMessages as messages } from './drawing-messages';

interface ExpressionDrawingProps {
  expression: Expression;
  /** What the comparisons are now; undefined until that is known. */
  bits: readonly Bit[] | undefined;
}

/** The circuit and the truth table of a condition, in which what is now is lit. */
export default function ExpressionDrawing({ expression, bits }: ExpressionDrawingProps) {
  const table = useMemo(() => truthTable(expression), [expression]);
  return <LogicResults table={table} bits={bits} />;
}
