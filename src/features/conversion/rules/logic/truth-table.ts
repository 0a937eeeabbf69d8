import { type Expression, variablesOf } from './expression.js';
import { applyLogic, type Bit, type LogicOperationName } from './logic-operations.js';
import type { Notation } from './notation.js';
import { textIn } from './notation-text.js';

/** A gate, variable or constant of an expression. Nodes come after their inputs; the last one is the result. */
export interface ExpressionNode {
  /** Index of the node in the list of nodes. */
  readonly id: number;
  readonly kind: Expression['kind'];
  /** The subexpression rooted at this node. */
  readonly expression: string;
  readonly operation: LogicOperationName | null;
  readonly inputs: readonly number[];
}

export interface TruthTableColumn {
  readonly expression: string;
  /** Id of a node with the column's value; equal subexpressions share a column. */
  readonly node: number;
}

export interface TruthTableRow {
  /** Values of the variables, in the variables' order. */
  readonly inputs: readonly Bit[];
  /** Values of the columns, in the columns' order. */
  readonly values: readonly Bit[];
  readonly result: Bit;
}

export interface TruthTable {
  /** The expression in canonical form. */
  readonly expression: string;
  /** Names of the variables, in the order of the function that was given, or else in alphabetical order. */
  readonly variables: readonly string[];
  readonly nodes: readonly ExpressionNode[];
  /**
   * The columns, one per operation, innermost first; the last one is the result. Empty if the expression has no
   * operation.
   */
  readonly columns: readonly TruthTableColumn[];
  /** The rows in binary counting order, with the first variable as the highest bit. */
  readonly rows: readonly TruthTableRow[];
}

/**
 * Computes the truth table of an expression. Parts of the expression are written in `notation` or, without one, in
 * canonical form.
 *
 * @param names at least the variables of the expression, in alphabetical order by default.
 */
export function truthTable(
  expression: Expression,
  notation?: Notation,
  names: readonly string[] = variablesOf(expression),
): TruthTable {
  const nodes: ExpressionNode[] = [];
  const textOf = (part: Expression) => textIn(part, notation, expression);
  collectNodes(expression, nodes, textOf);
  const variables = names.map((name) => textOf({ kind: 'VARIABLE', name }));
  const columns = listColumns(nodes);
  const rows = Array.from({ length: 2 ** variables.length }, (_, count): TruthTableRow => {
    const inputs = variables.map((_name, index) => ((count >> (variables.length - 1 - index)) & 1) as Bit);
    const values = evaluateNodes(nodes, new Map(variables.map((name, index) => [name, inputs[index] as Bit])));
    return { inputs, values: columns.map(({ node }) => values[node] as Bit), result: values.at(-1) as Bit };
  });
  return { expression: textIn(expression, notation), variables, nodes, columns, rows };
}

/** Evaluates every node for one assignment of the variables. The result is indexed by node id. */
export function evaluateNodes(nodes: readonly ExpressionNode[], assignment: ReadonlyMap<string, Bit>): Bit[] {
  const values: Bit[] = [];
  for (const { kind, expression, operation, inputs } of nodes) {
    const [first = 0, second = 0] = inputs.map((input) => values[input] as Bit);
    if (kind === 'VARIABLE') values.push(assignment.get(expression) ?? 0);
    else values.push(operation ? applyLogic(operation, first, second) : (Number(expression) as Bit));
  }
  return values;
}

/** Appends the nodes of an expression to a list. @returns the id of its root. */
function collectNodes(expression: Expression, nodes: ExpressionNode[], textOf: (part: Expression) => string): number {
  const isOperation = expression.kind === 'OPERATION';
  const inputs = isOperation ? expression.inputs.map((input) => collectNodes(input, nodes, textOf)) : [];
  const id = nodes.length;
  const operation = isOperation ? expression.operation : null;
  nodes.push({ id, kind: expression.kind, expression: textOf(expression), operation, inputs });
  return id;
}

function listColumns(nodes: readonly ExpressionNode[]): TruthTableColumn[] {
  const columns = new Map<string, TruthTableColumn>();
  for (const { kind, expression, id } of nodes) {
    if (kind === 'OPERATION') columns.set(expression, { expression, node: id });
  }
  return [...columns.values()];
}
