import type { Expression } from '../logic/expression.js';
import type { Notation } from '../logic/notation.js';
import { textIn } from '../logic/notation-text.js';

/** Gates from which any circuit can be built without other kinds of gates. */
export const universalGates = ['NAND', 'NOR'] as const;

export type UniversalGate = (typeof universalGates)[number];

/** A gate with two inputs, a variable or a constant. Nodes come after their inputs; the last one is the result. */
export interface CircuitNode {
  /** Index of the node in the list of nodes. */
  readonly id: number;
  /** The name of the variable, `0` or `1`; empty for a gate. */
  readonly name: string;
  readonly kind: 'VARIABLE' | 'CONSTANT' | 'GATE';
  /** The ids of a gate's two inputs, which are the same if the gate negates. */
  readonly inputs: readonly number[];
}

export interface GateCircuit {
  readonly gate: UniversalGate;
  readonly nodes: readonly CircuitNode[];
  readonly gates: number;
}

/**
 * Builds a form (AND, OR and NOT of variables) from a single kind of gate. A gate with both inputs joined negates; two
 * consecutive negations cancel out and are not built. Sums and products of many terms become balanced trees.
 *
 * @throws {TypeError} for any other operation.
 */
export function gateCircuit(expression: Expression, gate: UniversalGate): GateCircuit {
  const builder = new Builder(gate);
  builder.build(expression, false);
  const { nodes } = builder;
  return { gate, nodes, gates: nodes.filter(({ kind }) => kind === 'GATE').length };
}

/** Converts the circuit to an expression. A gate whose inputs are joined repeats its input there. */
export function circuitExpression({ gate, nodes }: GateCircuit): Expression {
  const expressions: Expression[] = [];
  for (const { kind, name, inputs } of nodes) {
    if (kind === 'VARIABLE') expressions.push({ kind, name });
    else if (kind === 'CONSTANT') expressions.push({ kind, value: name === '1' ? 1 : 0 });
    else
      expressions.push({
        kind: 'OPERATION',
        operation: gate,
        inputs: inputs.map((id) => expressions[id] as Expression),
      });
  }
  return expressions.at(-1) as Expression;
}

/** Maximum length of a circuit's text, in characters, since joined inputs make it grow very fast. */
const TEXT_MAX_LENGTH = 2000;

/** Writes the circuit as an expression in a notation; undefined if it would be too long to be useful. */
export function circuitText(circuit: GateCircuit, notation?: Notation): string | undefined {
  const lengths: number[] = [];
  for (const { name, inputs } of circuit.nodes) {
    lengths.push(name.length + inputs.reduce((sum, id) => sum + (lengths[id] ?? 0) + 1, 0));
  }
  // The text is at least as long as the number of names and operations.
  if ((lengths.at(-1) ?? 0) > TEXT_MAX_LENGTH) return undefined;
  const text = textIn(circuitExpression(circuit), notation);
  return text.length <= TEXT_MAX_LENGTH ? text : undefined;
}

class Builder {
  readonly nodes: CircuitNode[] = [];

  constructor(private readonly gate: UniversalGate) {}

  /** Builds an expression or its negation. @returns the id of the result. */
  build(expression: Expression, isNegated: boolean): number {
    if (expression.kind === 'CONSTANT') {
      return this.#add('CONSTANT', String(isNegated ? 1 - expression.value : expression.value));
    }
    if (expression.kind === 'VARIABLE') return this.#negate(this.#add('VARIABLE', expression.name), isNegated);
    const { operation, inputs } = expression;
    if (operation === 'NOT') return this.build(inputs[0] as Expression, !isNegated);
    if (operation !== 'AND' && operation !== 'OR') throw new TypeError(`A form has no ${operation}`);
    return this.#combine(partsOf(expression, operation), operation, isNegated);
  }

  /**
   * Uses the fact that a NAND is both a negated AND and an OR of negated inputs; for NOR, it is the other way round.
   */
  #combine(parts: readonly Expression[], operation: 'AND' | 'OR', isNegated: boolean): number {
    const [only] = parts;
    if (parts.length === 1 && only) return this.build(only, isNegated);
    const middle = Math.ceil(parts.length / 2);
    const isOwn = operation === (this.gate === 'NAND' ? 'AND' : 'OR');
    const halves = [parts.slice(0, middle), parts.slice(middle)];
    const inputs = halves.map((half) => this.#combine(half, operation, !isOwn));
    const id = this.#add('GATE', '', inputs);
    return this.#negate(id, isOwn !== isNegated);
  }

  #negate(id: number, isNegated: boolean): number {
    return isNegated ? this.#add('GATE', '', [id, id]) : id;
  }

  #add(kind: CircuitNode['kind'], name: string, inputs: readonly number[] = []): number {
    return this.nodes.push({ id: this.nodes.length, kind, name, inputs }) - 1;
  }
}

/** Returns the parts of a chain of one operation. */
function partsOf(expression: Expression, operation: 'AND' | 'OR'): Expression[] {
  if (expression.kind !== 'OPERATION' || expression.operation !== operation) return [expression];
  return expression.inputs.flatMap((input) => partsOf(input, operation));
}
