import type { Request, Response } from 'express';
import type { Language } from '../../i18n/catalogues.js';
import type { Message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { InvalidFields, RateLimited } from '../../shared/errors.js';
import { type FieldErrors, fieldTexts } from '../../shared/vigia-error.js';
import { appearanceOf } from '../../web/pages/appearance.js';
import { answerInJson } from '../../web/pages/error-handler.js';
import { setFlashMessage } from '../../web/pages/flash-message.js';
import { languageOf } from '../../web/pages/language.js';
import { otherLanguages } from '../../web/pages/language-choice.js';
import type { PageRenderer } from '../../web/pages/page-renderer.js';
import type { AddressHandlers } from '../../web/requests/addresses.js';
import { textField } from '../../web/requests/request-body.js';
import type { Csrf } from '../../web/security/csrf.js';
import { addressWithNext, safeNext } from '../../web/security/safe-next.js';
import { accountPaths, REGISTERED } from '../accounts.paths.js';
import type { Registration } from './registration.js';
import type { RegistrationForm } from './registration-rules.js';

/** What the registration page works with. */
export interface RegisterPageDeps {
  readonly pages: PageRenderer;
  readonly csrf: Csrf;
  readonly registration: Registration;
  readonly addressOf: (request: Request) => string;
  readonly secureCookies: boolean;
}

const TEMPLATE = new URL('./register.page.eta', import.meta.url);

/**
 * The registration form (contract 3). Success redirects to the login, which leads on to `next`; an invalid form is shown again with the typed
 * values, but without the passwords. With `Accept: application/json` the responses are 201, 400 and 429, in JSON.
 */
export function registerPage(deps: RegisterPageDeps): AddressHandlers {
  deps.pages.prepare(TEMPLATE);
  return {
    GET: (request, response) => showForm(request, response, { deps, next: request.query.next, values: {}, faults: {} }),
    POST: async (request, response) => {
      deps.csrf.verify(request);
      const form = formOf(request.body);
      const next = textField(request.body, 'next');
      const origin = { method: 'form', address: deps.addressOf(request) } as const;
      const wantsJson = request.accepts(['html', 'json']) === 'json';
      try {
        const { language } = appearanceOf(request);
        const { username, email, firstName } = await deps.registration.register(form, origin, { language });
        if (wantsJson) response.status(201).json({ username, email, first_name: firstName });
        else {
          setFlashMessage(response, { name: REGISTERED, about: username }, deps.secureCookies);
          response.redirect(addressWithNext(accountPaths.login, next));
        }
      } catch (error) {
        if (wantsJson && error instanceof RateLimited) return answerInJson(response, error);
        if (!(error instanceof InvalidFields)) throw error;
        const faults = byFormName(error.details.fields ?? {});
        if (wantsJson) response.status(400).json({ errors: fieldTexts(faults, languageOf(request)) });
        else showForm(request, response, { deps, next, values: typedValues(form), faults });
      }
    },
  };
}

function formOf(body: unknown): RegistrationForm {
  return {
    firstName: textField(body, 'first_name'),
    username: textField(body, 'username'),
    email: textField(body, 'email'),
    password1: textField(body, 'password1'),
    password2: textField(body, 'password2'),
  };
}

function typedValues({ firstName, username, email }: RegistrationForm): Readonly<Record<string, string>> {
  return { first_name: firstName, username, email };
}

/** The form uses Django's names of the fields. */
function byFormName({ firstName, ...faults }: FieldErrors): FieldErrors {
  return firstName ? { ...faults, first_name: firstName } : faults;
}

interface FormState {
  readonly deps: RegisterPageDeps;
  /** The page that was asked for before the login. */
  readonly next: unknown;
  readonly values: Readonly<Record<string, string>>;
  readonly faults: FieldErrors;
}

function showForm(request: Request, response: Response, { deps, next, values, faults }: FormState): void {
  const appearance = appearanceOf(request);
  const { language } = appearance;
  const asked = safeNext(next);
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    title: translate('accounts.pages.registerTitle', language),
    data: {
      csrfToken: deps.csrf.tokenFor(request, response),
      loginPath: addressWithNext(accountPaths.login, next),
      next: asked,
      otherLanguages: otherLanguages(language, accountPaths.register, asked === '/' ? {} : { next: asked }),
      fields: shownFields({ values, faults, language }),
    },
  });
}

interface FieldDefinition {
  readonly name: string;
  readonly label: Message;
  readonly hint?: Message;
  /** Requirements that the page's script checks while the value is typed, by the names that the script knows. */
  readonly requirements?: Readonly<Record<string, Message>>;
  readonly type: string;
  readonly autocomplete: string;
}

const FIELDS: readonly FieldDefinition[] = [
  { name: 'first_name', label: 'accounts.pages.firstName', type: 'text', autocomplete: 'given-name' },
  {
    name: 'username',
    label: 'accounts.pages.username',
    hint: 'accounts.pages.usernameHint',
    type: 'text',
    autocomplete: 'username',
  },
  { name: 'email', label: 'accounts.pages.email', type: 'email', autocomplete: 'email' },
  {
    name: 'password1',
    label: 'accounts.pages.password',
    hint: 'ui.core.password.notCommon',
    requirements: {
      longEnough: 'ui.core.password.longEnough',
      notOnlyDigits: 'ui.core.password.notOnlyDigits',
      notLikeYou: 'ui.core.password.notLikeYou',
      repeated: 'ui.core.password.repeated',
    },
    type: 'password',
    autocomplete: 'new-password',
  },
  { name: 'password2', label: 'accounts.pages.passwordAgain', type: 'password', autocomplete: 'new-password' },
];

interface ShownState extends Pick<FormState, 'values' | 'faults'> {
  readonly language: Language;
}

function shownFields({ values, faults, language }: ShownState) {
  const firstFaulty = FIELDS.find(({ name }) => faults[name])?.name ?? FIELDS[0]?.name;
  return FIELDS.map(({ name, label, hint, requirements = {}, type, autocomplete }) => {
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
