/** Paths of the account pages (contract 2). */
export const accountPaths = {
  login: '/accounts/login/',
  passkeyLogin: '/accounts/login/chave/',
  adminLogin: '/admin/login/',
  adminPasskeyLogin: '/admin/login/chave/',
  register: '/accounts/registrar/',
  logout: '/accounts/logout/',
  forgottenPassword: '/accounts/senha/',
  setPassword: '/accounts/senha/nova/',
  setup: '/accounts/primeira-conta/',
  oidcLogin: '/accounts/oidc/login/',
  oidcCallback: '/accounts/oidc/callback/',
  oidcBackchannelLogout: '/accounts/oidc/backchannel-logout/',
} as const;

/** Path of the user's own account page, linked from mails. */
export const OWN_ACCOUNT_PATH = '/conta/';

/** Flash message shown on the login page after registration. */
export const REGISTERED = 'registered';

/** Flash message shown on the login page after a password was set. */
export const PASSWORD_SET = 'password_set';

/** Flash message shown on the login page after an account was deleted. */
export const ACCOUNT_DELETED = 'account_deleted';

/** Query parameter that carries an invitation token to the registration page. */
export const INVITATION_PARAMETER = 'convite';

/** Query parameter with the ticket that begins linking an account with a person at the provider. */
export const LINK_PARAMETER = 'vincular';

/** Query parameter that asks the provider for a proof of who one is, instead of a login. */
export const PROOF_PARAMETER = 'confirmar';

/** Query parameter that carries the setup link's token. */
export const SETUP_PARAMETER = 'codigo';

/** Query parameter that carries the password reset token in mailed links. */
export const RESET_PARAMETER = 'codigo';
