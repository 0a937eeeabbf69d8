import { message } from '../i18n/message.js';
import type { FieldErrors } from '../shared/errors/vigia-error.js';
import { characterCount } from '../shared/text/character-count.js';

/** Anything but white space, control characters and format characters. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** What would end a line, or change how others are shown. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A text of one line as it is stored. */
export function lineOf(typed: string): string {
  return typed.trim().normalize('NFC');
}

/** What is wrong with a text of one line, as {@link lineOf} gives it; nothing when it is from 1 to `maximum` characters. */
export function faultsOfLine(text: string, maximum: number): FieldErrors[string] {
  if (!text.isWellFormed() || CONTROL.test(text)) return ['alerts.textUnreadable'];
  if (!VISIBLE.test(text)) return ['alerts.textMissing'];
  return characterCount(text) > maximum ? [message('alerts.textTooLong', { maximum })] : [];
}
