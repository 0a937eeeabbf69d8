import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AllowedHosts } from './allowed-hosts.js';

/**
 * Source of a request, as far as its headers show:
 * - `own`: its `Origin` is this site's own.
 * - `listed`: its `Origin` is one of `CORS_ORIGINS`.
 * - `none`: it has no origin and no sign of another site: scripts, typed URLs, GETs from our own pages.
 * - `link`: a reader follows a link on another site's page.
 * - `foreign`: any other page, including the origin `null`.
 */
export type RequestSource = 'own' | 'listed' | 'none' | 'link' | 'foreign';

interface RequestSourcesDeps {
  readonly allowedHosts: Pick<AllowedHosts, 'owns'>;
  readonly corsOrigins: readonly string[];
}

/**
 * Classifies the sources of requests. This is the only place that reads `Origin`, `Referer` and `Sec-Fetch-*` for that
 * purpose.
 */
export class RequestSources {
  constructor(private readonly deps: RequestSourcesDeps) {}

  classifySource(request: IncomingMessage): RequestSource {
    const { headers } = request;
    if (headers.origin !== undefined) return this.#sourceByOrigin(headers.origin, headers);
    const site = parseSite(headers);
    if (site === 'own') return 'none';
    if (site === 'other') return opensDocument(request) ? 'link' : 'foreign';
    if (this.#isOwnReferer(headers)) return 'none';
    // Browsers that do not describe their requests do not distinguish links from other page content either.
    return headers['sec-fetch-site'] === undefined && isReading(request) ? 'link' : 'foreign';
  }

  /** Whether a page of this site sent the request, as opposed to a program or a link. */
  isFromOwnPage(request: IncomingMessage): boolean {
    const source = this.classifySource(request);
    const { referer, 'sec-fetch-site': site } = request.headers;
    // Without an origin, only one of the two headers shows that there is a page.
    const isPage = site === undefined ? referer !== undefined : String(site).toLowerCase() === 'same-origin';
    return source === 'own' || (source === 'none' && isPage);
  }

  #sourceByOrigin(origin: string, headers: IncomingHttpHeaders): RequestSource {
    // No browser sends this site's origin together with a cross-site `Sec-Fetch-Site`.
    if (this.deps.allowedHosts.owns(origin, headers.host)) return parseSite(headers) === 'other' ? 'foreign' : 'own';
    return this.deps.corsOrigins.includes(origin) ? 'listed' : 'foreign';
  }

  #isOwnReferer({ referer, host }: IncomingHttpHeaders): boolean {
    if (referer === undefined) return true;
    const origin = URL.parse(referer)?.origin;
    return origin !== undefined && this.deps.allowedHosts.owns(origin, host);
  }
}

/** Returns the site named by `Sec-Fetch-Site`; undefined if missing or unknown. */
function parseSite(headers: IncomingHttpHeaders): 'own' | 'other' | undefined {
  const site = String(headers['sec-fetch-site'] ?? '').toLowerCase();
  if (/\b(cross|same)-site\b/.test(site)) return 'other';
  return site === 'same-origin' || site === 'none' ? 'own' : undefined;
}

/** Whether a browser is opening a page in a tab, which no script of the linking page can read. */
function opensDocument(request: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = request.headers;
  return isReading(request) && mode === 'navigate' && destination === 'document';
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
