import type { Language } from '../../i18n/catalogues.js';
import { message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { safeNext } from '../../platform/web/security/safe-next.js';
import { INVITATION_PARAMETER } from './accounts.paths.js';

/** A provider for which the pages have a button. */
export interface SignInProvider {
  readonly name: string;
  readonly path: string;
  /** Whether unknown people may get an account. */
  readonly createsAccounts: boolean;
  /** Whether passwords are for a few accounts only, so that the form stands back. */
  readonly isOnly: boolean;
}

interface ButtonContext {
  /** Page to open afterwards. */
  readonly next: string;
  /** Token of an invitation; empty for none. */
  readonly invitation?: string;
  readonly language: Language;
}

/** Returns the button that leads to a provider, for a template; undefined without one. */
export function providerButton(provider: SignInProvider | undefined, { next, invitation, language }: ButtonContext) {
  if (!provider) return undefined;
  const path = safeNext(next);
  const query = new URLSearchParams({
    ...(path !== '/' && { next: path }),
    ...(invitation && { [INVITATION_PARAMETER]: invitation }),
  }).toString();
  return {
    label: translate(message('accounts.oidc.signIn', { provider: provider.name }), language),
    href: query === '' ? provider.path : `${provider.path}?${query}`,
    isOnly: provider.isOnly,
  };
}
