import type { Notation } from '../../../../../src/features/conversion/rules/logic/notation';
import { textIn } from '../../../../../src/features/conversion/rules/logic/notation-text';
import { type ExpressionNode, truthTable } from '../../../../../src/features/conversion/rules/logic/truth-table';
import {
  type CircuitNode,
  gateCircuit,
  type UniversalGate,
} from '../../../../../src/features/conversion/rules/logic-forms/gate-circuit';
import type { MinimalForm } from '../../../../../src/features/conversion/rules/logic-forms/minimise';
import { Choice } from '../../../components/forms/choice';
import { WideArea } from '../../../components/layout/wide-area';
import { Circuit } from '../../../components/logic/circuit';
import { CIRCUIT_MAX_NODES } from '../../../components/logic/circuit-layout';
import { gateTitle, gateWord } from '../../../components/logic/gate-words';
import { t } from '../../../lib/i18n/t';
import { CopyCircuit } from '../logic/copy-circuit';

interface FormCircuitProps {
  minimal: MinimalForm;
  notation: Notation | undefined;
  gate: UniversalGate | undefined;
  onChoose(gate: string): void;
}

/** The circuit of the minimal form, with its own gates or with only one kind of universal gate. */
export function FormCircuit({ minimal, notation, gate, onChoose }: FormCircuitProps) {
  const { nodes, gates } = buildCircuit(minimal, notation, gate);
  return (
    <div className="form-part">
      <h3>{t('ui.circuit.circuit')}</h3>
      <Choice
        legend={t('ui.forms.gates')}
        value={gate ?? ''}
        options={[
          { value: '', label: `${gateWord('AND')}, ${gateWord('OR')}, ${gateWord('NOT')}` },
          { value: 'NAND', label: t('ui.forms.only', { gate: gateTitle('NAND') }) },
          { value: 'NOR', label: t('ui.forms.only', { gate: gateTitle('NOR') }) },
        ]}
        onChoose={onChoose}
      />
      <p className="hint">{t('ui.forms.gateCount', { gates })}</p>
      {nodes.length > CIRCUIT_MAX_NODES ? (
        <p className="hint">{t('ui.forms.tooLarge')}</p>
      ) : (
        <>
          <WideArea label={t('ui.circuit.circuit')}>
            <Circuit nodes={nodes} values={undefined} />
          </WideArea>
          <CopyCircuit nodes={nodes} />
        </>
      )}
    </div>
  );
}

function buildCircuit({ expression }: MinimalForm, notation: Notation | undefined, gate: UniversalGate | undefined) {
  if (!gate) {
    const { nodes } = truthTable(expression, notation);
    return { nodes, gates: nodes.filter(({ operation }) => operation !== null).length };
  }
  const circuit = gateCircuit(expression, gate);
  const text = textIn(expression, notation);
  return { gates: circuit.gates, nodes: circuit.nodes.map((node) => drawable(node, gate, text)) };
}

/** Converts a node for drawing; the last node is named after the whole expression. */
function drawable({ id, kind, name, inputs }: CircuitNode, gate: UniversalGate, whole: string): ExpressionNode {
  return kind === 'GATE'
    ? { id, kind: 'OPERATION', expression: whole, operation: gate, inputs }
    : { id, kind, expression: name, operation: null, inputs };
}
