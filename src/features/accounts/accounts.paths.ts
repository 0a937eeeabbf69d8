/** Addresses of the account pages (contract 2). */
export const accountPaths = {
  login: '/accounts/login/',
  passkeyLogin: '/accounts/login/chave/',
  adminLogin: '/admin/login/',
  adminPasskeyLogin: '/admin/login/chave/',
  register: '/accounts/registrar/',
  logout: '/accounts/logout/',
  forgottenPassword: '/accounts/senha/',
  setPassword: '/accounts/senha/nova/',
} as const;

/** The page of one's own account, to which mails lead. */
export const OWN_ACCOUNT_PATH = '/conta/';

/** The notice that a registration leaves for the login page. */
export const REGISTERED = 'registered';

/** The notice that a new password leaves for the login page. */
export const PASSWORD_SET = 'password_set';

/** The notice that the deletion of an account leaves for the login page. */
export const ACCOUNT_DELETED = 'account_deleted';

/** The parameter of the registration's address that has the token of an invitation. */
export const INVITATION_PARAMETER = 'convite';

/** The parameter of the address in a mail that has the token by which a password is set. */
export const RESET_PARAMETER = 'codigo';
