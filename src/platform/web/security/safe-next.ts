/** Where a login leads when no page was asked for. */
const HOME = '/';

/**
 * The path to go to after login: `next` when it is a path of this site, else `/` (contract 2, promise 13).
 *
 * @param next whatever came in the field or the query.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return HOME;
  const base = 'http://vigia.invalid';
  const url = URL.canParse(next, base) ? new URL(next, base) : undefined;
  // Dot segments may leave a path that begins like another host: `/..//host`.
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : HOME;
}

/** The address of a form that leads on to `next`; without it where `next` is no page of this site, or its first. */
export function addressWithNext(formPath: string, next: unknown): string {
  const path = safeNext(next);
  return path === HOME ? formPath : loginAddress(formPath, path);
}

/** The login address that leads back to `originalUrl`: its slashes as they are, all else percent-encoded. */
export function loginAddress(loginPath: string, originalUrl: string): string {
  return `${loginPath}?next=${encodeURIComponent(originalUrl).replaceAll('%2F', '/')}`;
}
