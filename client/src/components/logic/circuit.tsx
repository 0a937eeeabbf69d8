import './circuit.css';
import type { CSSProperties } from 'react';
import type { Bit } from '../../../../src/features/conversion/rules/logic/logic-operations';
import type { ExpressionNode } from '../../../../src/features/conversion/rules/logic/truth-table';
import { t } from '../../lib/i18n/t';
import { inputName, layOutCircuit, type PlacedNode } from './circuit-layout';
import { FIRST_PIN, GATE, gateShapes, tipOf } from './gate-shapes';

interface CircuitProps {
  nodes: readonly ExpressionNode[];
  /** Value of each node, by its id; undefined while unknown. */
  values: readonly Bit[] | undefined;
}

/** Circuit diagram of an expression. Wires that carry a 1 are highlighted; inputs and output show their bit. */
export function Circuit({ nodes, values = [] }: CircuitProps) {
  const { width, height, inputs, gates, wires, output } = layOutCircuit(nodes);
  const result = values.at(-1);
  const expression = nodes.at(-1)?.expression ?? '';
  const label =
    result === undefined ? t('ui.circuit.labelAlone', { expression }) : t('ui.circuit.label', { expression, result });
  return (
    <svg
      className="circuit"
      viewBox={`0 0 ${width} ${height}`}
      style={{ '--circuit-width': `${width}px` } as CSSProperties}
      role="img"
      aria-label={label}
    >
      {wires.map(({ from, path }) => (
        <path className="wire" key={path} d={path} data-lit={values[from] === 1 || undefined} />
      ))}
      <path className="wire" d={output.path} data-lit={result === 1 || undefined} />
      {inputs.map((input) => (
        <Input key={input.node.id} input={input} value={values[input.node.id]} />
      ))}
      {gates.map(({ node, operation, x, y }) => {
        const { body, back, negates, negatesFirst } = gateShapes[operation];
        return (
          <g key={node.id} className="gate" transform={`translate(${x} ${y - GATE.height / 2})`}>
            <path d={body} />
            {back && <path className="gate-back" d={back} transform="translate(-1 0)" />}
            {negates && <circle cx={tipOf(operation) + 5} cy={GATE.height / 2} r="4.5" />}
            {negatesFirst && <circle cx={FIRST_PIN.x} cy={FIRST_PIN.y} r={FIRST_PIN.radius} />}
            {!negates && (
              <path
                className="wire"
                d={`M${tipOf(operation)} 20H${GATE.width - 4}`}
                data-lit={values[node.id] === 1 || undefined}
              />
            )}
          </g>
        );
      })}
      <text className="circuit-bit" x={output.x + 8} y={output.y + 6} data-lit={result === 1 || undefined}>
        {result}
      </text>
    </svg>
  );
}

function Input({ input: { node, x, y }, value }: { input: PlacedNode; value: Bit | undefined }) {
  return (
    <g>
      <text className="circuit-name" x="0" y={y + 6}>
        {inputName(node)}
      </text>
      <text className="circuit-bit" x={x - 18} y={y + 6} data-lit={value === 1 || undefined}>
        {value}
      </text>
    </g>
  );
}
