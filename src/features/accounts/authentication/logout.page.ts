import { rememberAppearance } from '../../../platform/web/pages/appearance.js';
import { setFlashMessage } from '../../../platform/web/pages/flash-message.js';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import { ACCOUNT_DELETED, accountPaths } from '../accounts.paths.js';
import type { LoginPageDeps } from './login.pages.js';
import { clearSessionCookie, endPresentSession } from './session-cookie.page.js';

type LogoutPageDeps = Pick<
  LoginPageDeps,
  'csrf' | 'credentialRules' | 'sessions' | 'audit' | 'addressOf' | 'secureCookies'
>;

/** Logout: ends the session, clears its cookies and redirects to the login page (contract 3). */
export function logoutPage(deps: LogoutPageDeps): AddressHandlers {
  return {
    POST: async (request, response) => {
      deps.csrf.verify(request);
      const ended = await endPresentSession(request, deps);
      if (ended) {
        const { id: userId, username } = ended.user;
        const origin = { method: 'form', address: deps.addressOf(request) } as const;
        await deps.audit.record({ event: 'logout', result: 'success', origin, username, userId });
        rememberAppearance(response, ended.user, deps.secureCookies);
      }
      // After deleting an account, the client logs out even though the deletion has already ended the account's
      // sessions.
      const isDeleted = !ended && textField(request.body, 'reason') === ACCOUNT_DELETED;
      if (isDeleted) setFlashMessage(response, { name: ACCOUNT_DELETED, about: '' }, deps.secureCookies);
      clearSessionCookie(response, deps);
      deps.csrf.clear(response);
      response.redirect(accountPaths.login);
    },
  };
}
