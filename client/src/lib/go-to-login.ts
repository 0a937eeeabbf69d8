import { paths } from '../paths';

/** Leaves for the login page, which leads back here (contract section 2). */
export function goToLogin(): void {
  const here = location.pathname + location.search;
  const next = encodeURIComponent(here).replaceAll('%2F', '/');
  location.assign(`${paths.login}?next=${next}`);
}
