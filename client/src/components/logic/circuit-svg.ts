import type { Bit } from '../../../../src/features/conversion/rules/logic/logic-operations';
import type { ExpressionNode } from '../../../../src/features/conversion/rules/logic/truth-table';
import { inputName, layOutCircuit } from './circuit-layout';
import { FIRST_PIN, GATE, gateShapes, tipOf } from './gate-shapes';

const INK = '#1b2430';
const WIRE = `fill="none" stroke="${INK}" stroke-width="1.5"`;
const GATE_LINE = `fill="#ffffff" stroke="${INK}" stroke-width="2" stroke-linejoin="round"`;
const TEXT = `fill="${INK}" font-family="ui-monospace, Consolas, monospace" font-size="16"`;
const MARGIN = 8;

/** Renders the circuit as a self-contained SVG file: no style sheet, no variables, black on white. */
export function circuitSvg(nodes: readonly ExpressionNode[], values: readonly Bit[] = []): string {
  const { width, height, inputs, gates, wires, output } = layOutCircuit(nodes);
  const lines = [...wires.map(({ path }) => path), output.path].map((path) => `<path d="${path}" ${WIRE}/>`);
  const names = inputs.map(
    ({ node, x, y }) =>
      `<text x="0" y="${y + 6}" font-weight="600" ${TEXT}>${escaped(inputName(node))}</text>${bitText(nodeText(node, values), x - 18, y + 6)}`,
  );
  const drawn = gates.map(({ operation, x, y }) => {
    const { body, back, negates, negatesFirst } = gateShapes[operation];
    const end = negates
      ? `<circle cx="${tipOf(operation) + 5}" cy="${GATE.height / 2}" r="4.5" ${GATE_LINE}/>`
      : `<path d="M${tipOf(operation)} ${GATE.height / 2}H${GATE.width - 4}" ${WIRE}/>`;
    const second = back
      ? `<path d="${back}" transform="translate(-1 0)" fill="none" stroke="${INK}" stroke-width="2"/>`
      : '';
    const first = negatesFirst
      ? `<circle cx="${FIRST_PIN.x}" cy="${FIRST_PIN.y}" r="${FIRST_PIN.radius}" ${GATE_LINE}/>`
      : '';
    return `<g transform="translate(${x} ${y - GATE.height / 2})"><path d="${body}" ${GATE_LINE}/>${second}${first}${end}</g>`;
  });
  const size = `${width + 2 * MARGIN}" height="${height + 2 * MARGIN}`;
  const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  const title = `<title>${escaped(nodes.at(-1)?.expression ?? '')}</title>`;
  const paper = `<rect x="${-MARGIN}" y="${-MARGIN}" width="${size}" fill="#ffffff"/>`;
  const parts = [title, paper, ...lines, ...names, ...drawn, bitText(values.at(-1), output.x + 8, output.y + 6)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" viewBox="${box}">${parts.join('')}</svg>`;
}

function nodeText({ id, kind, expression }: ExpressionNode, values: readonly Bit[]): string | number | undefined {
  return values[id] ?? (kind === 'CONSTANT' ? expression : undefined);
}

function bitText(bit: string | number | undefined, x: number, y: number): string {
  return bit === undefined ? '' : `<text x="${x}" y="${y}" ${TEXT}>${bit}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
