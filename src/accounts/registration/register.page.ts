import type { Request, Response } from 'express';
import { InvalidFields, RateLimited } from '../../shared/errors.js';
import { inLanguage, type Language, type Text } from '../../shared/text.js';
import { type FieldErrors, fieldTexts } from '../../shared/vigia-error.js';
import { appearanceOf } from '../../web/pages/appearance.js';
import { answerInJson } from '../../web/pages/error-handler.js';
import { languageOf } from '../../web/pages/language.js';
import { otherLanguages } from '../../web/pages/language-choice.js';
import { leaveNotice } from '../../web/pages/notice.js';
import type { PageRenderer } from '../../web/pages/page-renderer.js';
import type { AddressHandlers } from '../../web/requests/addresses.js';
import { textField } from '../../web/requests/request-body.js';
import type { Csrf } from '../../web/security/csrf.js';
import { accountPaths, REGISTERED } from '../accounts.paths.js';
import { accountPageMessages as say } from '../accounts-pages.messages.js';
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
 * The registration form (contract 3). Success redirects to the login; an invalid form is shown again with the typed
 * values, but without the passwords. With `Accept: application/json` the responses are 201, 400 and 429, in JSON.
 */
export function registerPage(deps: RegisterPageDeps): AddressHandlers {
  deps.pages.prepare(TEMPLATE);
  return {
    GET: (request, response) => showForm(request, response, { deps, values: {}, faults: {} }),
    POST: async (request, response) => {
      deps.csrf.verify(request);
      const form = formOf(request.body);
      const origin = { door: 'form', address: deps.addressOf(request) } as const;
      const wantsJson = request.accepts(['html', 'json']) === 'json';
      try {
        const { language } = appearanceOf(request);
        const { username, email, firstName } = await deps.registration.register(form, origin, { language });
        if (wantsJson) response.status(201).json({ username, email, first_name: firstName });
        else {
          leaveNotice(response, REGISTERED, deps.secureCookies);
          response.redirect(accountPaths.login);
        }
      } catch (error) {
        if (wantsJson && error instanceof RateLimited) return answerInJson(response, error);
        if (!(error instanceof InvalidFields)) throw error;
        const faults = byFormName(error.details.fields ?? {});
        if (wantsJson) response.status(400).json({ errors: fieldTexts(faults, languageOf(request)) });
        else showForm(request, response, { deps, values: typedValues(form), faults });
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
  readonly values: Readonly<Record<string, string>>;
  readonly faults: FieldErrors;
}

function showForm(request: Request, response: Response, { deps, values, faults }: FormState): void {
  const appearance = appearanceOf(request);
  const { language } = appearance;
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    title: say.registerTitle[language],
    data: {
      say: inLanguage(say, language),
      csrfToken: deps.csrf.tokenFor(request, response),
      loginPath: accountPaths.login,
      otherLanguages: otherLanguages(language, accountPaths.register),
      fields: shownFields({ values, faults, language }),
    },
  });
}

interface FieldDefinition {
  readonly name: string;
  readonly label: Text;
  readonly hint?: Text;
  /** Requirements that the page's script checks while the value is typed, by the names that the script knows. */
  readonly demands?: Readonly<Record<string, Text>>;
  readonly type: string;
  readonly autocomplete: string;
}

const FIELDS: readonly FieldDefinition[] = [
  { name: 'first_name', label: say.firstName, type: 'text', autocomplete: 'given-name' },
  { name: 'username', label: say.username, hint: say.usernameHint, type: 'text', autocomplete: 'username' },
  { name: 'email', label: say.email, type: 'email', autocomplete: 'email' },
  {
    name: 'password1',
    label: say.password,
    hint: say.passwordHint,
    demands: {
      longEnough: say.longEnough,
      notOnlyDigits: say.notOnlyDigits,
      notLikeYou: say.notLikeYou,
      repeated: say.repeated,
    },
    type: 'password',
    autocomplete: 'new-password',
  },
  { name: 'password2', label: say.passwordAgain, type: 'password', autocomplete: 'new-password' },
];

interface ShownState extends Pick<FormState, 'values' | 'faults'> {
  readonly language: Language;
}

function shownFields({ values, faults, language }: ShownState) {
  const firstFaulty = FIELDS.find(({ name }) => faults[name])?.name ?? FIELDS[0]?.name;
  return FIELDS.map(({ name, label, hint, demands = {}, type, autocomplete }) => {
    const texts = (faults[name] ?? []).map((fault) => fault[language]);
    const more = { error: texts.length > 0, demands: Object.keys(demands).length > 0, hint: hint !== undefined };
    const describedBy = Object.entries(more).flatMap(([part, isThere]) => (isThere ? [`${name}-${part}`] : []));
    return {
      name,
      label: label[language],
      hint: hint?.[language],
      demands: Object.entries(demands).map(([key, text]) => ({ key, text: text[language] })),
      type,
      autocomplete,
      value: values[name] ?? '',
      faults: texts,
      describedBy: describedBy.join(' '),
      autofocus: name === firstFaulty,
    };
  });
}
