import { paths } from '../paths';

let leaving = false;

/** Leaves for the login page, which leads back here (contract section 2). Does nothing once the page is being left. */
export function goToLogin(): void {
  if (leaving) return;
  leaving = true;
  const here = location.pathname + location.search;
  const next = encodeURIComponent(here).replaceAll('%2F', '/');
  location.assign(`${paths.login}?next=${next}`);
}

/** Says that a form is leaving the page: its answer is the next page, whatever else the server closes meanwhile. */
export function leaveByForm(): void {
  leaving = true;
}

// The browser may bring a left page back as it was.
addEventListener('pageshow', () => {
  leaving = false;
});
