import helmet from 'helmet';

/** Sources for the pages of Vigia: its own origin, no inline script, no inline style. */
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

/** What the editor of the playground needs beyond that: styles that it computes. */
const PLAYGROUND = { ...OWN_ORIGIN_ONLY, styleSrc: ["'self'", "'unsafe-inline'"] };

/** The headers of every response (promise 14). HSTS only where the service is reached by https. */
export function securityHeaders({ https }: { readonly https: boolean }) {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: OWN_ORIGIN_ONLY },
    frameguard: { action: 'deny' },
    // `no-referrer` would make Chromium send `Origin: null` with our own forms.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https,
  });
}

/** The content security policy of the playground page, in place of the general one. */
export function playgroundPolicy() {
  return helmet.contentSecurityPolicy({ useDefaults: false, directives: PLAYGROUND });
}
