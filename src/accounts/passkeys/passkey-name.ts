import { message } from '../../i18n/message.js';
import { InvalidFields } from '../../shared/errors/errors.js';
import { characterCount } from '../../shared/text/character-count.js';
import { PASSKEY_NAME_MAX_LENGTH } from './passkey.entity.js';

/** What would end a line, or change how others are shown. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Anything but white space, control characters and format characters. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** The name of a passkey as it is stored. @throws {InvalidFields} naming `name` when it is none. */
export function readPasskeyName(typed: string): string {
  const name = typed.trim().normalize('NFC');
  const refuse = (fault: Parameters<typeof message>[0]) => new InvalidFields({ name: [fault] });
  if (!name.isWellFormed() || CONTROL.test(name)) throw refuse('accounts.malformedText');
  if (!VISIBLE.test(name)) throw refuse('accounts.blank');
  if (characterCount(name) > PASSKEY_NAME_MAX_LENGTH) {
    const maximum = PASSKEY_NAME_MAX_LENGTH;
    throw new InvalidFields({ name: [message('accounts.passkeys.nameTooLong', { maximum })] });
  }
  return name;
}
