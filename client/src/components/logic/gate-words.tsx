import './gate-words.css';
import { createElement } from 'react';
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

interface InWordsProps {
  expression: Expression;
  /** How the page shows the expression; nothing is added if that is the same. */
  shown: string;
}

/** Surrounds each word, to tell it from a variable of the same letters. */
const MARK = '\u0000';

/** An expression in words of the page's language: `A E NÃO B`. */
export function InWords({ expression, shown }: InWordsProps) {
  const names = Object.keys(WORDS) as LogicOperationName[];
  const words = Object.fromEntries(names.map((name) => [name, MARK + gateWord(name) + MARK]));
  const parts = textInWords(expression, words as Record<LogicOperationName, string>).split(MARK);
  if (parts.join('') === shown) return null;
  const shownParts = parts.map((part, index) => (index % 2 === 1 ? createElement('span', null, part) : part));
  return createElement('span', { className: 'in-words' }, ...shownParts);
}
