import type { LogicOperationName } from '../../../../src/features/conversion/rules/logic/logic-operations';
import type { ExpressionNode } from '../../../../src/features/conversion/rules/logic/truth-table';
import { GATE } from './gate-shapes';

/** A gate or input with its position: the middle of the gate's left edge, or the start of the input's wire. */
export interface PlacedNode {
  readonly node: ExpressionNode;
  readonly x: number;
  readonly y: number;
}

/** A right-angled line from one node to another. */
interface Wire {
  /** Id of the node it starts from, whose value it carries. */
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

export interface CircuitLayout {
  readonly width: number;
  readonly height: number;
  readonly inputs: readonly PlacedNode[];
  readonly gates: readonly (PlacedNode & { readonly operation: LogicOperationName })[];
  readonly wires: readonly Wire[];
  readonly output: { readonly x: number; readonly y: number; readonly path: string };
}

/** Maximum number of nodes for a readable diagram. */
export const CIRCUIT_MAX_NODES = 40;

const ROW = 52;
const COLUMN = GATE.width + 48;
const MARGIN = 26;
/** Width of the bit beside an input's name, and of one character of a name. */
const BIT_WIDTH = 30;
const CHARACTER_WIDTH = 10;
const NAME_MAX_LENGTH = 10;
const OUTPUT_LENGTH = 32;
/** Vertical distance from a gate's middle to each of its two inputs. */
const PIN = 9;

/**
 * Lays out the nodes of an expression: inputs on the left, one below the other, and each gate to the right of its
 * inputs.
 */
export function layOutCircuit(nodes: readonly ExpressionNode[]): CircuitLayout {
  const inputWidth = widthOfInputs(nodes);
  const columns: number[] = [];
  const placedNodes: PlacedNode[] = [];
  let row = 0;
  for (const node of nodes) {
    const [first, second = first] = node.inputs;
    const column = Math.max(-1, ...node.inputs.map((input) => columns[input] ?? 0)) + 1;
    columns.push(column);
    const y = first === undefined ? MARGIN + ROW * row++ : (yOf(placedNodes, first) + yOf(placedNodes, second)) / 2;
    placedNodes.push({ node, x: column === 0 ? inputWidth : inputWidth + COLUMN * column - GATE.width, y });
  }
  const last = placedNodes.at(-1) as PlacedNode;
  const end = endOf(last);
  return {
    width: end + OUTPUT_LENGTH + 28,
    height: MARGIN * 2 + ROW * Math.max(0, row - 1),
    inputs: placedNodes.filter(({ node }) => node.operation === null),
    gates: placedNodes.flatMap((placed) =>
      placed.node.operation ? [{ ...placed, operation: placed.node.operation }] : [],
    ),
    wires: placedNodes.flatMap((placed) => wiresInto(placed, placedNodes)),
    output: { x: end + OUTPUT_LENGTH, y: last.y, path: `M${end} ${last.y}h${OUTPUT_LENGTH}` },
  };
}

function wiresInto({ node, x, y }: PlacedNode, placedNodes: readonly PlacedNode[]): Wire[] {
  const pins = node.inputs.length === 1 ? [0] : [-PIN, PIN];
  return node.inputs.map((input, index) => {
    const from = placedNodes[input] as PlacedNode;
    const target = y + (pins[index] ?? 0);
    return { from: input, to: node.id, path: `M${endOf(from)} ${from.y}H${x - 22}V${target}H${x + 8}` };
  });
}

function endOf({ node, x }: PlacedNode): number {
  return node.operation ? x + GATE.width - 4 : x;
}

/** Returns the name of an input, truncated to the available room; empty for a constant. */
export function inputName({ kind, expression }: ExpressionNode): string {
  if (kind !== 'VARIABLE') return '';
  return expression.length > NAME_MAX_LENGTH ? `${expression.slice(0, NAME_MAX_LENGTH - 1)}…` : expression;
}

function widthOfInputs(nodes: readonly ExpressionNode[]): number {
  return BIT_WIDTH + CHARACTER_WIDTH * Math.max(...nodes.map((node) => inputName(node).length));
}

function yOf(placedNodes: readonly PlacedNode[], id: number | undefined): number {
  return placedNodes[id ?? 0]?.y ?? 0;
}
