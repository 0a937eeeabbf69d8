import { message } from '../../../i18n/message.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { shownTextFault } from '../../../shared/text/hidden-characters.js';
import { PASSKEY_NAME_MAX_LENGTH } from './passkey.entity.js';

/** Normalises a passkey's name for storage. @throws {InvalidFields} naming `name` if it is invalid. */
export function readPasskeyName(typed: string): string {
  const name = typed.trim().normalize('NFC');
  const fault = shownTextFault(name, {
    maximum: PASSKEY_NAME_MAX_LENGTH,
    unreadable: 'accounts.malformedText',
    missing: 'accounts.blank',
    tooLong: message('accounts.passkeys.nameTooLong', { maximum: PASSKEY_NAME_MAX_LENGTH }),
  });
  if (fault) throw new InvalidFields({ name: [fault] });
  return name;
}
