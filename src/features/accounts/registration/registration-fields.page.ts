import { textField } from '../../../platform/web/requests/request-body.js';
import type { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { type FormField, NEW_PASSWORD_FIELDS } from '../form-fields.js';
import type { RegistrationForm } from './registration-rules.js';

/** Fields of every form that creates an account, with Django's names. */
export const REGISTRATION_FIELDS: readonly FormField[] = [
  { name: 'first_name', label: 'accounts.pages.firstName', type: 'text', autocomplete: 'given-name' },
  {
    name: 'username',
    label: 'accounts.pages.username',
    hint: 'accounts.pages.usernameHint',
    type: 'text',
    autocomplete: 'username',
  },
  { name: 'email', label: 'accounts.pages.email', type: 'email', autocomplete: 'email' },
  ...NEW_PASSWORD_FIELDS,
];

/** Reads the posted fields; missing ones are empty. */
export function readForm(body: unknown): RegistrationForm {
  return {
    firstName: textField(body, 'first_name'),
    username: textField(body, 'username'),
    email: textField(body, 'email'),
    password1: textField(body, 'password1'),
    password2: textField(body, 'password2'),
  };
}

/** Returns the typed values by field name, without the passwords. */
export function typedValues({ firstName, username, email }: RegistrationForm): Readonly<Record<string, string>> {
  return { first_name: firstName, username, email };
}

/** Returns the faults by the form's field names. */
export function faultsByFormName({ details }: InvalidFields): FieldErrors {
  const { firstName, ...faults } = details.fields ?? {};
  return firstName ? { ...faults, first_name: firstName } : faults;
}
