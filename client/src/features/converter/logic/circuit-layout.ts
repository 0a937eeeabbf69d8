import type { LogicOperationName } from '../../../../../src/conversion/rules/logic';
import type { ExpressionNode } from '../../../../../src/conversion/rules/truth-table';
import { GATE } from './gate-shapes';

/** A gate or an input at its place: the middle of a gate's left edge, or where the wire of an input begins. */
export interface PlacedNode {
  readonly node: ExpressionNode;
  readonly x: number;
  readonly y: number;
}

/** A line from one node to another, with right angles. */
interface Wire {
  /** The node from which it comes, by its id: it carries that one's value. */
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

/** A drawing of a circuit. */
export interface CircuitLayout {
  readonly width: number;
  readonly height: number;
  readonly inputs: readonly PlacedNode[];
  readonly gates: readonly (PlacedNode & { readonly operation: LogicOperationName })[];
  readonly wires: readonly Wire[];
  readonly output: { readonly x: number; readonly y: number; readonly path: string };
}

/** More than this is no picture any more. */
export const CIRCUIT_MAX_NODES = 40;

const ROW = 52;
const COLUMN = GATE.width + 48;
const MARGIN = 26;
/** Room for the bit beside the name of an input, and for one character of a name. */
const BIT_WIDTH = 30;
const CHARACTER_WIDTH = 10;
const NAME_MAX_LENGTH = 10;
const OUTPUT_LENGTH = 32;
/** How far from its middle the two inputs of a gate are. */
const PIN = 9;

/** Places the nodes of an expression: inputs on the left, one below the other, each gate beside what leads into it. */
export function layOutCircuit(nodes: readonly ExpressionNode[]): CircuitLayout {
  const inputWidth = widthOfInputs(nodes);
  const columns: number[] = [];
  const places: PlacedNode[] = [];
  let row = 0;
  for (const node of nodes) {
    const [first, second = first] = node.inputs;
    const column = Math.max(-1, ...node.inputs.map((input) => columns[input] ?? 0)) + 1;
    columns.push(column);
    const y = first === undefined ? MARGIN + ROW * row++ : (yOf(places, first) + yOf(places, second)) / 2;
    places.push({ node, x: column === 0 ? inputWidth : inputWidth + COLUMN * column - GATE.width, y });
  }
  const last = places.at(-1) as PlacedNode;
  const end = endOf(last);
  return {
    width: end + OUTPUT_LENGTH + 28,
    height: MARGIN * 2 + ROW * Math.max(0, row - 1),
    inputs: places.filter(({ node }) => node.operation === null),
    gates: places.flatMap((place) => (place.node.operation ? [{ ...place, operation: place.node.operation }] : [])),
    wires: places.flatMap((place) => wiresInto(place, places)),
    output: { x: end + OUTPUT_LENGTH, y: last.y, path: `M${end} ${last.y}h${OUTPUT_LENGTH}` },
  };
}

function wiresInto({ node, x, y }: PlacedNode, places: readonly PlacedNode[]): Wire[] {
  const pins = node.inputs.length === 1 ? [0] : [-PIN, PIN];
  return node.inputs.map((input, index) => {
    const from = places[input] as PlacedNode;
    const target = y + (pins[index] ?? 0);
    return { from: input, to: node.id, path: `M${endOf(from)} ${from.y}H${x - 22}V${target}H${x + 8}` };
  });
}

function endOf({ node, x }: PlacedNode): number {
  return node.operation ? x + GATE.width - 4 : x;
}

/** The name of an input as far as there is room for it; a constant has none. */
export function inputName({ kind, expression }: ExpressionNode): string {
  if (kind !== 'VARIABLE') return '';
  return expression.length > NAME_MAX_LENGTH ? `${expression.slice(0, NAME_MAX_LENGTH - 1)}…` : expression;
}

function widthOfInputs(nodes: readonly ExpressionNode[]): number {
  return BIT_WIDTH + CHARACTER_WIDTH * Math.max(...nodes.map((node) => inputName(node).length));
}

function yOf(places: readonly PlacedNode[], id: number | undefined): number {
  return places[id ?? 0]?.y ?? 0;
}
