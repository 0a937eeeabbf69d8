import type { Unreadable } from '../unreadable.js';
import { barredVariable, readEngineeringTokens, readProductOf } from './engineering-tokens.js';
import type { ExpressionProblem } from './expression.js';
import { type Token, tokenOf } from './expression-token.js';
import { namesOf, readFunctionHead } from './function-head.js';
import type { Notation } from './notation.js';
import { conditionSpellings, constantSpellings, PRIMES, type Spellings, spellingsIn } from './spellings.js';

/** Matches “if and only if”, which is one operation although it takes several words. */
export const IF_AND_ONLY_IF = String.raw`(?<phrase>(?:se\s*,?\s+e\s+(?:somente|so\u0301?|só)\s*,?\s+se|si\s*,?\s+y\s+(?:solo|sólo|so\u0301lo)\s*,?\s+si|if\s*,?\s+and\s+only\s+if)(?![\p{L}\p{M}\d_])\s*,?)`;

const EXCLUSIVE_OR = String.raw`(?<exclusive>(?:ou\s+exclusivo|o\s+exclusivo|exclusive\s+or)(?![\p{L}\p{M}\d_]))`;

const THEN = String.raw`,?\s*(?<![\p{L}\p{M}\d_])(?:ent(?:ão|a\u0303o|ao)|entonces|then)(?![\p{L}\p{M}\d_])`;

const IF = String.raw`(?<condition>(?:se|si|if)(?![\p{L}\p{M}\d_]))(?=.*${THEN})`;

const TOKEN = new RegExp(
  String.raw`(?<blank>\s+)|${IF_AND_ONLY_IF}|${EXCLUSIVE_OR}|(?<then>${THEN})|${IF}|(?<word>\p{L}[\p{L}\p{M}\d_]*)|&&|\|\||<->|<=>|->|=>|.`,
  'gisu',
);

/** Splits an expression into tokens, leaving out the name of its function. The last token marks its end. */
export function tokenize(text: string, notation?: Notation): Token[] | Unreadable<ExpressionProblem> {
  const tokens: Token[] = [];
  const spellings = spellingsIn(notation);
  const head = readFunctionHead(text);
  const names = namesOf(head);
  const start = head?.length ?? 0;
  let position = start + 1;
  for (const { 0: found, groups = {} } of text.slice(start).matchAll(TOKEN)) {
    if (groups.blank === undefined) {
      const read =
        readPhrase(groups, found, position) ??
        readConstantOrBracket(found, position) ??
        (notation === 'ENGINEERING'
          ? readEngineeringTokens(found, position, spellings)
          : (readProductOf(names, { found, position }, spellings) ?? readTokens(found, position, spellings)));
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
  return tokenOf(found, position, conditionSpellings);
}

function readPhrase(
  groups: Readonly<Record<string, string | undefined>>,
  found: string,
  position: number,
): readonly Token[] | undefined {
  if (groups.phrase !== undefined) return [{ kind: 'operation', operation: 'IFF', found, position }];
  if (groups.exclusive !== undefined) return [{ kind: 'operation', operation: 'XOR', found, position }];
  if (groups.then !== undefined) return [{ kind: 'then', found, position }];
  return groups.condition === undefined ? undefined : [{ kind: 'if', found, position }];
}

function readConstantOrBracket(found: string, position: number): readonly Token[] | undefined {
  const value = constantSpellings.get(found.toUpperCase());
  if (value !== undefined) return [{ kind: 'constant', value, found, position }];
  if (found === '[' || found === '{') return [{ kind: 'open', found, position }];
  return found === ']' || found === '}' ? [{ kind: 'close', found, position }] : undefined;
}

function readTokens(found: string, position: number, spellings: Spellings): readonly (Token | undefined)[] {
  if (PRIMES.has(found)) return [{ kind: 'prime', found, position }];
  const token = tokenOf(found, position, spellings);
  return token ? [token] : (barredVariable(found, position) ?? [undefined]);
}
