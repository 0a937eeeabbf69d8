/** The name of a function before its expression, as in `S = A·B` or `F(A, B, C) = A + B`. */
export interface FunctionHead {
  readonly name: string;
  /** Names of its variables as written, in that order; empty if it has none. */
  readonly variables: readonly string[];
  /** Length of the head in the text, including `=`. */
  readonly length: number;
}

const HEAD = /^\s*(?<name>[A-Z]\w*)\s*(?:\((?<variables>[^()]*)\)\s*)?:?=(?![=>])/i;

// Without the flag u, by which a long s and the kelvin sign would count as S and K.
const VARIABLE = /^[A-Z]\w*$/i;

/** Reads the name of a function at the start of a text; undefined if there is none. */
export function readFunctionHead(text: string): FunctionHead | undefined {
  const { 0: head, groups: { name = '', variables: list } = {} } = HEAD.exec(text) ?? {};
  if (head === undefined) return undefined;
  const variables = list === undefined ? [] : list.split(',').map((variable) => variable.trim());
  const isRead = variables.every((variable) => VARIABLE.test(variable)) && areDistinct(variables);
  return isRead ? { name, variables, length: head.length } : undefined;
}

/** Returns the variables of a function's head in upper case; none without a head. */
export function namesOf(head: FunctionHead | undefined): ReadonlySet<string> {
  return new Set(head?.variables.map((name) => name.toUpperCase()));
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toUpperCase())).size === names.length;
}
