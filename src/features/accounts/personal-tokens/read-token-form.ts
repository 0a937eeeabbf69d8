import { type Message, message } from '../../../i18n/message.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { type TokenScope, tokenScopes } from '../../../shared/identity/token-scope.js';
import { shownTextFault } from '../../../shared/text/hidden-characters.js';
import { TOKEN_NAME_MAX_LENGTH } from './personal-access-token.entity.js';

/** Maximum lifetime of a token, in days. */
const DAYS_MAX = 365;

/** A requested token, as received. */
export interface PersonalTokenForm {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly days: number;
}

/** Normalises the form for storage: trims the name and removes duplicate scopes. @throws {InvalidFields} */
export function readTokenForm(form: PersonalTokenForm, { isStaff }: { readonly isStaff: boolean }): PersonalTokenForm {
  const name = form.name.trim().normalize('NFC');
  const scopes = tokenScopes.filter((scope) => form.scopes.includes(scope));
  const faults: Record<string, Message | undefined> = {
    name: nameFault(name),
    scopes: scopesFault(scopes, isStaff),
    days: Number.isInteger(form.days) && form.days >= 1 && form.days <= DAYS_MAX ? undefined : daysFault,
  };
  const fields: FieldErrors = Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, [fault]] as const] : [])),
  );
  if (Object.keys(fields).length > 0) throw new InvalidFields(fields);
  return { name, scopes, days: form.days };
}

function nameFault(name: string): Message | undefined {
  return shownTextFault(name, {
    maximum: TOKEN_NAME_MAX_LENGTH,
    unreadable: 'accounts.tokens.nameUnreadable',
    missing: 'accounts.required',
    tooLong: message('accounts.tokens.nameTooLong', { maximum: TOKEN_NAME_MAX_LENGTH }),
  });
}

function scopesFault(scopes: readonly TokenScope[], isStaff: boolean): Message | undefined {
  if (scopes.length === 0) return 'accounts.tokens.noScope';
  return scopes.includes('STAFF_READ') && !isStaff ? 'accounts.tokens.staffOnly' : undefined;
}

const daysFault = message('accounts.tokens.daysOutOfRange', { maximum: DAYS_MAX });
