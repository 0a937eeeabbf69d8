/** Addresses of the account pages (contract 2). */
export const accountPaths = {
  login: '/accounts/login/',
  adminLogin: '/admin/login/',
  register: '/accounts/registrar/',
  logout: '/accounts/logout/',
} as const;

/** The notice that a registration leaves for the login page. */
export const REGISTERED = 'registered';
