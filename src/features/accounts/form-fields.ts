import type { Language } from '../../i18n/catalogues.js';
import type { Message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import type { FieldErrors } from '../../shared/errors/vigia-error.js';

/** A form field as rendered by `form-fields.eta`. */
export interface FormField {
  readonly name: string;
  readonly label: Message;
  readonly hint?: Message;
  /** Requirements that the page's script checks as the user types, keyed by the script's names for them. */
  readonly requirements?: Readonly<Record<string, Message>>;
  readonly type: string;
  readonly autocomplete: string;
}

export const NEW_PASSWORD_FIELDS: readonly FormField[] = [
  {
    name: 'password1',
    label: 'accounts.pages.password',
    hint: 'ui.password.notCommon',
    requirements: {
      longEnough: 'ui.password.longEnough',
      notOnlyDigits: 'ui.password.notOnlyDigits',
      notLikeYou: 'ui.password.notLikeYou',
      repeated: 'ui.password.repeated',
    },
    type: 'password',
    autocomplete: 'new-password',
  },
  { name: 'password2', label: 'accounts.pages.passwordAgain', type: 'password', autocomplete: 'new-password' },
];

interface ShownState {
  readonly fields: readonly FormField[];
  /** Typed values by field name. */
  readonly values: Readonly<Record<string, string>>;
  readonly faults: FieldErrors;
  readonly language: Language;
}

/** Prepares form fields for the template. Focuses the first invalid field, or the first field if all are valid. */
export function shownFields({ fields, values, faults, language }: ShownState) {
  const firstFaulty = fields.find(({ name }) => faults[name])?.name ?? fields[0]?.name;
  return fields.map(({ name, label, hint, requirements = {}, type, autocomplete }) => {
    const texts = (faults[name] ?? []).map((fault) => translate(fault, language));
    const more = {
      error: texts.length > 0,
      requirements: Object.keys(requirements).length > 0,
      hint: hint !== undefined,
    };
    const describedBy = Object.entries(more).flatMap(([part, isThere]) => (isThere ? [`${name}-${part}`] : []));
    return {
      name,
      label: translate(label, language),
      hint: hint && translate(hint, language),
      requirements: Object.entries(requirements).map(([key, text]) => ({ key, text: translate(text, language) })),
      type,
      autocomplete,
      value: values[name] ?? '',
      faults: texts,
      describedBy: describedBy.join(' '),
      autofocus: name === firstFaulty,
    };
  });
}
