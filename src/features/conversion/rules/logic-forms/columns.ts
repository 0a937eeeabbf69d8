import type { Expression } from '../logic/expression.js';
import type { LogicOperationName } from '../logic/logic-operations.js';

/**
 * Computes the result column of an expression: a bit for each assignment of the variables, in binary counting order,
 * packed 32 to a word, lowest bit first. Works on 32 rows at a time to keep twelve variables fast.
 */
export function computeColumn(expression: Expression, variables: readonly string[]): Uint32Array {
  const words = Math.max(1, 2 ** variables.length / 32);
  if (expression.kind === 'CONSTANT') return new Uint32Array(words).fill(expression.value === 1 ? ALL : 0);
  if (expression.kind === 'VARIABLE') {
    const weight = variables.length - 1 - variables.indexOf(expression.name);
    return new Uint32Array(words).map((_, index) => wordOf(weight, index));
  }
  const [first, second = first] = expression.inputs.map((input) => computeColumn(input, variables));
  if (!first || !second) throw new TypeError('An operation without an input');
  const combine = COMBINE[expression.operation];
  return first.map((word, index) => combine(word, second[index] ?? 0));
}

const ALL = 0xffff_ffff;

/**
 * The bits of the five lowest variables within a word: 0101…, 0011…, and so on. For higher ones, all bits of a word are
 * the same.
 */
const PATTERNS = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];

function wordOf(weight: number, index: number): number {
  return PATTERNS[weight] ?? ((index >>> (weight - 5)) & 1 ? ALL : 0);
}

const COMBINE: Readonly<Record<LogicOperationName, (a: number, b: number) => number>> = {
  NOT: (a) => ~a,
  AND: (a, b) => a & b,
  OR: (a, b) => a | b,
  XOR: (a, b) => a ^ b,
  NAND: (a, b) => ~(a & b),
  NOR: (a, b) => ~(a | b),
  XNOR: (a, b) => ~(a ^ b),
  IMPLIES: (a, b) => ~a | b,
  IFF: (a, b) => ~(a ^ b),
};
