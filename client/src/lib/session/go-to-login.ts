import { paths } from '../../paths';

let leaving = false;
let waiting = false;
let ended = false;
const keepers = new Set<() => void>();

/**
 * Leaves for the login page, which leads back here (contract 2), once every listener has stored what must not be
 * lost. Does nothing while the page is being left.
 */
export function goToLogin(): void {
  if (leaving) return;
  if (waiting) {
    ended = true;
    return;
  }
  leaving = true;
  keepWhatWasTyped();
  location.assign(loginAddress());
}

/** Lets every listener store what must not be lost when the page is left by a link. */
export function keepWhatWasTyped(): void {
  for (const keep of keepers) keep();
}

/** The address of the login that leads back to the present one. */
export function loginAddress(): string {
  const here = location.pathname + location.search;
  const next = encodeURIComponent(here).replaceAll('%2F', '/');
  return `${paths.login}?next=${next}`;
}

/** Calls `keep` before the page is left for the login, until the returned function is called. */
export function beforeLogin(keep: () => void): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/**
 * Runs what may end the session. The server then closes the live connection, often before it has answered: who left for
 * the login at that moment would not see what the answer leads to.
 */
export async function mayEndSession(action: () => Promise<void>): Promise<void> {
  waiting = true;
  await action().finally(() => {
    waiting = false;
  });
  if (ended) goToLogin();
  ended = false;
}

/** Notes that a form is leaving the page: its answer is the next page, whatever else the server closes meanwhile. */
export function leaveByForm(): void {
  leaving = true;
}

// The browser may bring a left page back as it was.
addEventListener('pageshow', () => {
  leaving = false;
});
