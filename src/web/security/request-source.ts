import type { IncomingHttpHeaders } from 'node:http';

/**
 * The origin of the page that sends a request: `Origin`, else that of the address in `Referer`. Undefined where the
 * request has neither, as those of scripts; the text `null`, which is no site's origin, where `Referer` is no address.
 */
export function originOfPage({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.parse(referer)?.origin ?? 'null';
}

/** Whether `Sec-Fetch-Site` marks the page as another site's. Values that are not known yet mean nothing. */
export function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return typeof site === 'string' && /\b(cross|same)-site\b/i.test(site);
}
