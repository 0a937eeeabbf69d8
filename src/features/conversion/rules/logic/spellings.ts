import type { Bit, LogicOperationName } from './logic-operations.js';
import type { Notation } from './notation.js';

/** Operations by their spellings in upper case. */
export type Spellings = ReadonlyMap<string, LogicOperationName>;

type Texts = Readonly<Partial<Record<LogicOperationName, readonly string[]>>>;

/**
 * Spellings of the gates in expressions and alert rules. Words may be in any case. `E` is left to the parser because it
 * may also be a variable.
 */
const GATES: Texts = {
  NOT: ['NOT', 'NÃO', 'NAO', '¬', '~', '!'],
  AND: ['AND', '∧', '&&', '&', '·', '*'],
  XOR: ['XOR', '⊕', '^'],
  OR: ['OR', 'OU', '∨', '||', '|', '+'],
  NAND: ['NAND', '↑', '⊼'],
  XNOR: ['XNOR', '⊙', '≡', '↔'],
  NOR: ['NOR', '↓', '⊽'],
};

/** Implication and equivalence. Their words are left to the parser because they may also be variables. */
const ARROWS: Texts = {
  IMPLIES: ['→', '⇒', '⟶', '⟹', '->', '=>'],
  IFF: ['⇔', '⟷', '⟺', '<->', '<=>'],
};

/** Spellings of lessons and textbooks, which alert rules do not need. */
const LESSONS: Texts = {
  NOT: ['∼', '/'],
  AND: ['.', '⋅', '•', '∙', '×', '⋀'],
  XOR: ['⊻', 'EXOR'],
  XNOR: ['EXNOR'],
  OR: ['⋁'],
};

/** Symbols that mean something else if a notation was chosen explicitly. */
const CHOSEN: Texts = { IFF: ['↔', '≡'] };
const IN_NOTATION: Readonly<Record<Notation, Texts>> = {
  WORDS: CHOSEN,
  MATHEMATICS: { ...CHOSEN, AND: ['^'] },
  ENGINEERING: CHOSEN,
  PROGRAMMING: CHOSEN,
};

/** Operations of alert rules, by their spellings in upper case. */
export const conditionSpellings: Spellings = byText(GATES, ARROWS);

const withoutNotation = byText(GATES, ARROWS, LESSONS);
const inNotation = new Map(
  Object.entries(IN_NOTATION).map(([notation, texts]) => [notation, byText(GATES, ARROWS, LESSONS, texts)] as const),
);

/** Returns the operations of a notation by their spellings in upper case. */
export function spellingsIn(notation: Notation | undefined): Spellings {
  return (notation && inNotation.get(notation)) ?? withoutNotation;
}

/** Constants written as words or signs, in upper case. The letters V and F are left to the parser. */
export const constantSpellings: ReadonlyMap<string, Bit> = new Map([
  ...['⊤', 'TRUE', 'VERDADEIRO', 'VERDADEIRA', 'VERDADERO', 'VERDADERA'].map((text) => [text, 1] as const),
  ...['⊥', 'FALSE', 'FALSO', 'FALSA'].map((text) => [text, 0] as const),
]);

/** Marks after or above an operand that negate it. Phones type `’` for `'`. */
export const PRIMES: ReadonlySet<string> = new Set(["'", '’', '′', '‾', '¯', '\u0305', '\u0304']);

function byText(...all: readonly Texts[]): Spellings {
  return new Map(
    all.flatMap((texts) =>
      Object.entries(texts).flatMap(([operation, written]) =>
        written.map((text) => [text, operation as LogicOperationName] as const),
      ),
    ),
  );
}
