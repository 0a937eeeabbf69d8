/** Where a login leads if no page was requested. */
const HOME = '/';

/**
 * Returns the path to open after login: `next` if it is a path of this site, otherwise `/` (contract 2, promise 13).
 *
 * @param next the raw value of the field or the query.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return HOME;
  const base = 'http://vigia.invalid';
  const url = URL.canParse(next, base) ? new URL(next, base) : undefined;
  // Dot segments may leave a path that begins like another host: `/..//host`.
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : HOME;
}

/**
 * Returns the URL of a form that leads on to `next`, which is omitted if it is the home page or not a page of this
 * site.
 */
export function addressWithNext(formPath: string, next: unknown): string {
  const path = safeNext(next);
  return path === HOME ? formPath : loginAddress(formPath, path);
}

/**
 * Returns the login URL that leads back to `originalUrl`, in which slashes are kept and everything else is
 * percent-encoded.
 */
export function loginAddress(loginPath: string, originalUrl: string): string {
  return `${loginPath}?next=${encodeURIComponent(originalUrl).replaceAll('%2F', '/')}`;
}
