import type { IncomingHttpHeaders } from 'node:http';

/**
 * The origin of the page that sends a request: `Origin`, else that of the address in `Referer`. Undefined where the
 * request says nothing, as scripts do; `null`, which no site is, where it says what is no address.
 */
export function originOfPage({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.parse(referer)?.origin ?? 'null';
}

/** Whether the browser itself says, by `Sec-Fetch-Site`, that the page is another site's. Values to come say nothing. */
export function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  const said = headers['sec-fetch-site'];
  return typeof said === 'string' && /\b(cross|same)-site\b/i.test(said);
}
