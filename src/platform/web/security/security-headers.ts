import helmet from 'helmet';

/** Content sources for Vigia's own pages: own origin, no inline script, no inline style. */
const OWN_ORIGIN_ONLY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/** The playground's editor also requires inline styles, which it computes. */
const PLAYGROUND = { ...OWN_ORIGIN_ONLY, styleSrc: ["'self'", "'unsafe-inline'"] };

/** Same value that helmet sets for pages. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

interface HeadersDeps {
  /** Whether to forbid browsers plain http, and to go on past a certificate that they do not know. */
  readonly sendsHsts: boolean;
}

/**
 * Returns the headers of every response that is not a page (promise 14), which let nothing in it be run, embedded or
 * stored.
 */
export function apiHeaders({ sendsHsts }: HeadersDeps): Readonly<Record<string, string>> {
  return {
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...(sendsHsts && { 'Strict-Transport-Security': HTTPS_ONLY }),
  };
}

/** Sets the headers of pages (promise 14). */
export function pageHeaders(deps: HeadersDeps) {
  return headersOfPage(OWN_ORIGIN_ONLY, deps);
}

export function playgroundHeaders(deps: HeadersDeps) {
  return headersOfPage(PLAYGROUND, deps);
}

function headersOfPage(directives: typeof OWN_ORIGIN_ONLY, { sendsHsts }: HeadersDeps) {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    frameguard: { action: 'deny' },
    // `no-referrer` would make Chromium send `Origin: null` with our own forms.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: sendsHsts,
  });
}
