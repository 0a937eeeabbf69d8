import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import { NoActiveAccount } from '../accounts.errors.js';
import { type LoginForm, type LoginPageDeps, showLoginForm } from './login.pages.js';
import { enter } from './session-cookie.page.js';

/**
 * Passwordless login, offered next to a form: `GET` returns the options for the browser's passkeys as JSON, and `POST`
 * takes a passkey's response, just as the form takes a password (contract 14).
 */
export function passkeyLoginPage(form: LoginForm, deps: LoginPageDeps): AddressHandlers {
  return {
    GET: async (_request, response) => {
      const options = await deps.passkeyLogin.begin({ purpose: 'login' });
      response.type('json').send(options);
    },
    POST: async (request, response) => {
      deps.csrf.verify(request);
      const next = textField(request.body, 'next');
      try {
        const origin = { method: form.method, address: deps.addressOf(request) };
        const answer = textField(request.body, 'response');
        const user = await deps.passkeyLogin.logIn({ response: answer, operatorsOnly: form.operatorsOnly, origin });
        await enter(request, response, { user, form, deps, next });
      } catch (error) {
        if (!(error instanceof NoActiveAccount)) throw error;
        await showLoginForm(request, response, { form, deps, next, failure: 'accounts.passkeys.loginFailed' });
      }
    },
  };
}
