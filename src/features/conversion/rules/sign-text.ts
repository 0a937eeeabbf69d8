import { type FilledMessage, type MessageKey, message } from '../../../i18n/message.js';

/** Key of a message used by both server and browser. */
export type RuleKey = Extract<MessageKey, `rules.${string}`>;

const SIGN_MAX_LENGTH = 20;

/** Describes a typed character: quoted or, if it is invisible, as a code point. */
export function signText(sign: string): string | FilledMessage<RuleKey> {
  if (sign === ' ') return message('rules.signs.blank');
  if (/^[\p{C}\p{Z}]/u.test(sign)) {
    const point = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return message('rules.signs.invisible', { code: `U+${point}` });
  }
  return `“${sign.length > SIGN_MAX_LENGTH ? `${[...sign].slice(0, SIGN_MAX_LENGTH).join('')}…` : sign}”`;
}
