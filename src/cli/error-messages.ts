import { translate } from '../i18n/translate.js';
import { SettingsError } from '../settings/settings.js';
import { CommandFailure } from '../shared/errors/command-failure.js';
import { InvalidFields } from '../shared/errors/errors.js';
import { hasCode } from '../shared/errors/has-code.js';
import { fieldTexts, VigiaError } from '../shared/errors/vigia-error.js';
import { UsageError } from './command.js';
import { languageOfLocale } from './language-of-locale.js';

interface Attempt {
  readonly usage: string;
  /** The intended action, to complete "Vigia could not …". */
  readonly action: string;
}

const ADVICE = [
  ['EADDRINUSE', ': another program listens there. Stop it, or set PORT.'],
  ['EADDRNOTAVAIL', ': this machine has no such address. Set HOST.'],
  ['ENOTFOUND', ': no address is known for this name. Check HOST and DATABASE_URL.'],
  ['EACCES', ': this may need rights that Vigia should not have. Set PORT to 1024 or more, or DATA_DIR.'],
  ['SQLITE_BUSY', ': another program has been writing to it for seconds. Try again.'],
] as const;

/** Command-line options whose names differ from the field names. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  firstName: 'first-name',
  password1: 'password',
  password2: 'password',
};

/**
 * Explains a failure to an operator, with a line for each fault and its remedy (contract 10). Our own messages use the
 * language of the process's locale, or English.
 */
export function errorMessages(error: unknown, { usage, action }: Attempt): readonly string[] {
  if (error instanceof UsageError) return [`vigia: ${error.message}`, `usage: ${usage}`];
  if (error instanceof SettingsError) return error.faults;
  if (error instanceof CommandFailure) return [error.message];
  if (error instanceof InvalidFields) {
    const faults = Object.entries(fieldTexts(error.details.fields ?? {}, languageOfLocale()));
    const lines = faults.flatMap(([name, texts]) => texts.map((text) => `${OPTION_NAMES[name] ?? name}: ${text}`));
    return [...new Set(lines)];
  }
  if (error instanceof VigiaError && !error.cause) return [translate(error.text, languageOfLocale())];
  const reason = error instanceof VigiaError ? error.cause : error;
  const message = reason instanceof Error ? reason.message : String(reason);
  return [`Vigia could not ${action}: ${message}${adviceOn(reason)}`];
}

/** Returns what to do about a system error, to be appended to its message; empty if nothing is known. */
export function adviceOn(error: unknown): string {
  const [, advice = ''] = ADVICE.find(([code]) => hasCode(error, code)) ?? [];
  return advice;
}
