import { message } from '../../i18n/message.js';
import type { FieldErrors } from '../../shared/errors/vigia-error.js';
import { shownTextFault } from '../../shared/text/hidden-characters.js';

/** Normalizes a single-line text for storage. */
export function lineOf(typed: string): string {
  return typed.trim().normalize('NFC');
}

/** Returns the errors of a single-line text normalized by {@link lineOf}; empty if it has 1 to `maximum` characters. */
export function faultsOfLine(text: string, maximum: number): FieldErrors[string] {
  const fault = shownTextFault(text, {
    maximum,
    unreadable: 'alerts.textUnreadable',
    missing: 'alerts.textMissing',
    tooLong: message('alerts.textTooLong', { maximum }),
  });
  return fault ? [fault] : [];
}
