import './logic-results.css';
import type { ReactNode } from 'react';
import type { Bit } from '../../../../src/features/conversion/rules/logic/logic-operations';
import type { TruthNames } from '../../../../src/features/conversion/rules/logic/truth-names';
import { evaluateNodes, type TruthTable } from '../../../../src/features/conversion/rules/logic/truth-table';
import { t } from '../../lib/i18n/t';
import { WideArea } from '../layout/wide-area';
import { Circuit } from './circuit';
import { CIRCUIT_MAX_NODES } from './circuit-layout';
import { TruthTableView } from './truth-table-view';

interface LogicResultsProps {
  table: TruthTable;
  /** Values of the variables: the circuit shows the result for them, and their table row is highlighted. */
  bits: readonly Bit[] | undefined;
  /** Sets the variables to a row's inputs; if omitted, rows cannot be chosen. */
  onChoose?: ((bits: readonly Bit[]) => void) | undefined;
  /** Labels for 0 and 1 in the table. */
  names?: TruthNames;
  /** Actions on the circuit. */
  circuitActions?: ReactNode;
  tableActions?: ReactNode;
}

/** Shows the circuit and the truth table of an expression, side by side if there is room. */
export function LogicResults(props: LogicResultsProps) {
  const { table, bits, onChoose, names, circuitActions, tableActions } = props;
  const { variables, nodes } = table;
  const values = bits && evaluateNodes(nodes, new Map(variables.map((name, index) => [name, bits[index] ?? 0])));
  return (
    <div className="logic-results">
      <div className="logic-result">
        <h3>{t('ui.circuit.circuit')}</h3>
        {nodes.length > CIRCUIT_MAX_NODES ? (
          <p className="hint">{t('ui.circuit.tooLarge')}</p>
        ) : (
          <WideArea label={t('ui.circuit.circuit')}>
            <Circuit nodes={nodes} values={values} />
          </WideArea>
        )}
        {nodes.length <= CIRCUIT_MAX_NODES && circuitActions}
      </div>
      <div className="logic-result">
        <h3>{t('ui.truthTable.truthTable')}</h3>
        <TruthTableView table={table} bits={bits} onChoose={onChoose} {...(names && { names })} />
        {tableActions}
      </div>
    </div>
  );
}
