import { message } from '../../i18n/message.js';
import type { FieldErrors } from '../../shared/errors/vigia-error.js';
import { shownTextFault } from '../../shared/text/hidden-characters.js';

/** A text of one line as it is stored. */
export function lineOf(typed: string): string {
  return typed.trim().normalize('NFC');
}

/** What is wrong with a text of one line, as {@link lineOf} gives it; nothing when it is from 1 to `maximum` characters. */
export function faultsOfLine(text: string, maximum: number): FieldErrors[string] {
  const fault = shownTextFault(text, {
    maximum,
    unreadable: 'alerts.textUnreadable',
    missing: 'alerts.textMissing',
    tooLong: message('alerts.textTooLong', { maximum }),
  });
  return fault ? [fault] : [];
}
