import { useMemo } from 'react';
import type { Expression } from '../../../../../../../src/features/conversion/rules/logic/expression';
import type { Bit } from '../../../../../../../src/features/conversion/rules/logic/logic-operations';
import { truthTable } from '../../../../../../../src/features/conversion/rules/logic/truth-table';
import { LogicResults } from '../../../../../components/logic/logic-results';

import { loadMessages } from '../../../../../lib/i18n/load-messages';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../../../src/locales/*.json', {
    query: '?keys=ui.circuit,ui.truthTable',
    import: 'default',
  }),
);

interface ExpressionDrawingProps {
  expression: Expression;
  /** Current values of the comparisons; undefined until known. */
  bits: readonly Bit[] | undefined;
}

/** Circuit and truth table of a condition, with the current values lit. */
export default function ExpressionDrawing({ expression, bits }: ExpressionDrawingProps) {
  const table = useMemo(() => truthTable(expression), [expression]);
  return <LogicResults table={table} bits={bits} />;
}
