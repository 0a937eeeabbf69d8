import type { Unreadable } from '../unreadable.js';
import { PRIMES, readEngineeringTokens } from './engineering-tokens.js';
import type { ExpressionProblem } from './expression.js';
import { type Token, tokenOf } from './expression-token.js';
import type { LogicOperationName } from './logic-operations.js';
import type { Notation } from './notation.js';

type Texts = Readonly<Partial<Record<LogicOperationName, readonly string[]>>>;

/**
 * All spellings of the gates. Words may be in any case. `E` is left to the parser because it may also be a variable.
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

/** Symbols that mean something else if a notation was chosen explicitly. */
const CHOSEN: Texts = { IFF: ['↔', '≡'] };
const IN_NOTATION: Readonly<Record<Notation, Texts>> = {
  WORDS: CHOSEN,
  MATHEMATICS: { ...CHOSEN, AND: ['^'] },
  ENGINEERING: CHOSEN,
  PROGRAMMING: CHOSEN,
};

const withoutNotation = byText(GATES, ARROWS);
const inNotation = new Map(
  Object.entries(IN_NOTATION).map(([notation, texts]) => [notation, byText(GATES, ARROWS, texts)] as const),
);

function byText(...all: readonly Texts[]): ReadonlyMap<string, LogicOperationName> {
  return new Map(
    all.flatMap((texts) =>
      Object.entries(texts).flatMap(([operation, written]) =>
        written.map((text) => [text, operation as LogicOperationName] as const),
      ),
    ),
  );
}

/** Matches “if and only if”, which is one operation although it takes several words. */
export const IF_AND_ONLY_IF = String.raw`(?<phrase>(?:se\s+e\s+(?:somente|so\u0301?|só)\s+se|si\s+y\s+(?:solo|sólo|so\u0301lo)\s+si|if\s+and\s+only\s+if)(?![\p{L}\p{M}\d_]))`;

const TOKEN = new RegExp(
  String.raw`(?<blank>\s+)|${IF_AND_ONLY_IF}|(?<word>\p{L}[\p{L}\p{M}\d_]*)|&&|\|\||<->|<=>|->|=>|.`,
  'gisu',
);

/** Splits an expression into tokens. The last token marks its end. */
export function tokenize(text: string, notation?: Notation): Token[] | Unreadable<ExpressionProblem> {
  const tokens: Token[] = [];
  const operations = (notation && inNotation.get(notation)) ?? withoutNotation;
  let position = 1;
  for (const { 0: found, groups = {} } of text.matchAll(TOKEN)) {
    if (groups.blank === undefined) {
      const read = groups.phrase
        ? [{ kind: 'operation', operation: 'IFF', found, position } as const]
        : notation === 'ENGINEERING'
          ? readEngineeringTokens(found, position, operations)
          : [tokenOf(found, position, operations)];
      for (const token of read) {
        if (!token) return { problem: { kind: 'unknownSign', found, position } };
        tokens.push(token);
      }
    }
    position += found.length;
  }
  return [...tokens, { kind: 'end', found: '', position }];
}

/** Returns the token of a word or sign in alert rules, where variables do not exist; undefined for any other text. */
export function readLogicToken(found: string, position: number): Token | undefined {
  if (PRIMES.has(found)) return { kind: 'prime', found, position };
  return tokenOf(found, position, withoutNotation);
}
