import { paths } from '../../paths';

let leaving = false;
let waiting = false;
let ended = false;
const keepers = new Set<() => void>();

/**
 * Opens the login page, which leads back here (contract 2), after every listener has stored its unsaved input. Does
 * nothing if the page is already being left.
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

/** Lets every listener store unsaved input before a link leaves the page. */
export function keepWhatWasTyped(): void {
  for (const keep of keepers) keep();
}

/** Returns the URL of the login page that leads back to the current page. */
export function loginAddress(): string {
  const here = location.pathname + location.search;
  const next = encodeURIComponent(here).replaceAll('%2F', '/');
  return `${paths.login}?next=${next}`;
}

/** Calls `keep` before leaving the page for the login. @returns a function that unregisters it. */
export function beforeLogin(keep: () => void): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/**
 * Runs an action that may end the session. The server then closes the live connection, often before responding; leaving
 * for the login at that moment would hide the action's result.
 */
export async function mayEndSession(action: () => Promise<void>): Promise<void> {
  waiting = true;
  await action().finally(() => {
    waiting = false;
  });
  if (ended) goToLogin();
  ended = false;
}

/**
 * Marks the page as being left by a form: the response is the next page, whatever else the server closes in the
 * meantime.
 */
export function leaveByForm(): void {
  leaving = true;
}

// The browser may restore the page in its old state (back/forward cache).
addEventListener('pageshow', () => {
  leaving = false;
});
