import type { Token } from '../../../conversion/rules/logic/expression-token.js';
import { IF_AND_ONLY_IF, readLogicToken } from '../../../conversion/rules/logic/expression-tokens.js';

/**
 * A quoted string. Single quotes must follow an opening parenthesis, as in `disk('/var')`; elsewhere, the sign negates
 * what precedes it.
 */
const QUOTED = String.raw`(?<quoted>"[^"]*"|“[^“”]*”|(?<=\(\s*)'[^']*')`;

const TOKEN = new RegExp(
  [
    String.raw`(?<blank>\s+)`,
    String.raw`(?<clock>\d{1,2}:\d{2}(?!\d))`,
    String.raw`(?<number>\d+(?:[.,]\d+)*)`,
    QUOTED,
    IF_AND_ONLY_IF,
    String.raw`(?<word>\p{L}[\p{L}\p{M}\d_]*)`,
    String.raw`&&|\|\||<->|<=>|->|=>|[<>=!]=|=[<>]|.`,
  ].join('|'),
  'gisu',
);

/** Splits a rule's condition into tokens, the last of which marks the end. */
export function tokenizeCondition(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 1;
  for (const { 0: found, groups = {} } of text.matchAll(TOKEN)) {
    if (groups.blank === undefined) tokens.push(tokenOf(found, groups, position));
    position += found.length;
  }
  return [...tokens, { kind: 'end', found: '', position }];
}

function tokenOf(found: string, groups: Readonly<Record<string, string | undefined>>, position: number): Token {
  for (const kind of ['clock', 'number', 'quoted'] as const) {
    if (groups[kind] !== undefined) return { kind, found, position };
  }
  if (groups.phrase !== undefined) return { kind: 'operation', operation: 'IFF', found, position };
  const token = readLogicToken(found, position);
  if (token) return token;
  if (groups.word === undefined) return { kind: 'sign', found, position };
  // Names may contain accents here (`sáb`, `média`), so that an error can show the whole word.
  return { kind: 'variable', name: found.normalize('NFC').toUpperCase(), found, position };
}
