import { message } from '../../../i18n/message.js';
import { rememberAppearance } from '../../../platform/web/pages/appearance.js';
import { setFlashMessage } from '../../../platform/web/pages/flash-message.js';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import { prepareAccountNotice, sendAccountNotice } from '../account-notice.page.js';
import { ACCOUNT_DELETED, accountPaths } from '../accounts.paths.js';
import type { LoginPageDeps } from './login.pages.js';
import { clearSessionCookie, endPresentSession } from './session-cookie.page.js';

interface LogoutPageDeps
  extends Pick<
    LoginPageDeps,
    'pages' | 'provider' | 'csrf' | 'credentialRules' | 'sessions' | 'audit' | 'addressOf' | 'secureCookies'
  > {
  /** Returns the address that ends the provider's session too; undefined if there is none. */
  readonly endSessionUrl: (sealedIdToken: string | null) => Promise<string | undefined>;
}

/**
 * Logout: ends the session, clears its cookies and redirects to the login page (contract 3). A person who signed in at the
 * provider is still signed in there, and gets a link that ends that session too.
 */
export function logoutPage(deps: LogoutPageDeps): AddressHandlers {
  prepareAccountNotice(deps.pages);
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
      const elsewhere = ended?.identity ? await deps.endSessionUrl(ended.sealedIdToken) : undefined;
      if (elsewhere === undefined || !deps.provider) return response.redirect(accountPaths.login);
      // A link, since the page's policy lets no form lead to another site.
      sendAccountNotice(deps.pages, request, response, {
        path: accountPaths.login,
        title: 'accounts.oidc.loggedOutTitle',
        text: message('accounts.oidc.stillSignedIn', { provider: deps.provider.name }),
        action: { href: elsewhere, label: message('accounts.oidc.logOutThere', { provider: deps.provider.name }) },
      });
    },
  };
}
