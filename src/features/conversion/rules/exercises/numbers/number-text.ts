import { type FilledMessage, message } from '../../../../../i18n/message.js';
import type { RuleKey } from '../../sign-text.js';

/** A number to show within a message. */
export type NumberText = string | FilledMessage<RuleKey>;

/** Writes the digits of a number in any base with the decimal sign of the language. */
export function withPoint(text: string): NumberText {
  const [whole = '', part] = text.split('.');
  return part === undefined ? text : message<RuleKey>('rules.exercise.pointed', { whole, part });
}
