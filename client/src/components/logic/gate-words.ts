import type { Expression } from '../../../../src/features/conversion/rules/logic/expression';
import type { LogicOperationName } from '../../../../src/features/conversion/rules/logic/logic-operations';
import { textInWords } from '../../../../src/features/conversion/rules/logic/notation-text';
import { type MessageKey, t } from '../../lib/i18n/t';

const WORDS = {
  AND: 'ui.gates.AND',
  OR: 'ui.gates.OR',
  XOR: 'ui.gates.XOR',
  NAND: 'ui.gates.NAND',
  NOR: 'ui.gates.NOR',
  XNOR: 'ui.gates.XNOR',
  NOT: 'ui.gates.NOT',
  IMPLIES: 'ui.gates.IMPLIES',
  IFF: 'ui.gates.IFF',
} as const satisfies Record<LogicOperationName, MessageKey>;

/** Returns the word for an operation in the page's language, e.g. `E` for `AND`. */
export function gateWord(name: LogicOperationName): string {
  return t(WORDS[name]);
}

/** Returns the word for an operation followed by its usual name, unless they are the same: `E (AND)`. */
export function gateTitle(name: LogicOperationName): string {
  const word = gateWord(name);
  return word === name ? name : `${word} (${name})`;
}

/** Writes an expression in words of the page's language: `A E NÃO B`. */
export function inGateWords(expression: Expression): string {
  const names = Object.keys(WORDS) as LogicOperationName[];
  const words = Object.fromEntries(names.map((name) => [name, gateWord(name)]));
  return textInWords(expression, words as Record<LogicOperationName, string>);
}
