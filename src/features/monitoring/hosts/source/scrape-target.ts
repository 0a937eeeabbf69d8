import { X509Certificate } from 'node:crypto';
import { type Message, message } from '../../../../i18n/message.js';
import { InvalidFields } from '../../../../shared/errors/errors.js';
import { SecretBox } from '../../../../shared/secret-box.js';

/** Bounds of the interval at which a host is read, in seconds. */
export const SCRAPE_SECONDS = { default: 15, min: 5, max: 300 } as const;

const URL_MAX = 500;
const CREDENTIAL_MAX = 4096;
const CERTIFICATE_MAX = 10_000;

/** Where a host is read, without secrets, as it is stored and shown to staff. */
export interface ScrapeTarget {
  readonly url: string;
  /** The user name of its basic authentication. */
  readonly username: string | null;
  readonly hasBearerToken: boolean;
  readonly hasCaCertificate: boolean;
}

/** Secrets that are sent to the target, and the authority that is trusted about it; stored encrypted. */
export interface ScrapeSecrets {
  readonly bearerToken?: string | undefined;
  readonly password?: string | undefined;
  /** PEM of the only certificate authority that counts for this target. */
  readonly caCertificate?: string | undefined;
}

/** A target as staff type it. Of what is left out, the present value stays; null removes it. */
export interface TypedScrape {
  readonly url: string;
  readonly intervalSeconds?: number | null | undefined;
  readonly bearerToken?: string | null | undefined;
  readonly basicAuth?: { readonly username: string; readonly password: string } | null | undefined;
  readonly caCertificate?: string | null | undefined;
}

export interface ReadScrape {
  readonly target: ScrapeTarget;
  readonly secrets: ScrapeSecrets;
  readonly intervalMs: number;
}

/** A target with its secrets; undefined if they cannot be read because `SECRET_KEY` has changed. */
export interface StoredScrape {
  readonly target: ScrapeTarget;
  readonly secrets: ScrapeSecrets | undefined;
  readonly intervalMs: number;
}

/** Encrypts the credentials of targets, to protect them in the database and its backups. */
export function scrapeSecretBox(secretKey: string): SecretBox {
  return new SecretBox(secretKey, 'secrets of scraped hosts');
}

/** Decrypts a target's secrets; undefined if they cannot be read because `SECRET_KEY` has changed. */
export function openScrapeSecrets(box: SecretBox, sealed: string | null): ScrapeSecrets | undefined {
  if (sealed === null) return {};
  const text = box.open(sealed);
  return text === undefined ? undefined : (JSON.parse(text) as ScrapeSecrets);
}

/**
 * Checks a typed target. With another origin or authority, stored credentials must be typed again or removed: otherwise,
 * changing a machine would be a way to send them to a server of one's own.
 *
 * @throws {InvalidFields}
 */
export function readScrape(typed: TypedScrape, before?: StoredScrape): ReadScrape {
  const url = readUrl(typed.url);
  const isSameOrigin = before !== undefined && new URL(before.target.url).origin === new URL(url).origin;
  const presentCertificate = isSameOrigin ? before.secrets?.caCertificate : undefined;
  const caCertificate = choose(typed.caCertificate, presentCertificate);
  const kept = isSameOrigin && caCertificate === presentCertificate ? before : undefined;
  const intervalMs = readInterval(typed.intervalSeconds, before);
  const bearerToken = choose(typed.bearerToken, kept?.secrets?.bearerToken);
  const basicAuth = choose(typed.basicAuth, basicOf(kept));
  const faults: Record<string, Message[]> = {};
  const note = (field: string, fault: Message | undefined) => {
    if (fault) faults[field] = [fault];
  };
  if (before && !kept) for (const [field, fault] of findMissingCredentials(typed, before)) note(field, fault);
  note('bearerToken', findTokenFault(bearerToken));
  note('basicAuth', findBasicFault(basicAuth));
  if (bearerToken && basicAuth) note('basicAuth', 'monitoring.scraping.twoCredentials');
  note('caCertificate', findCertificateFault(caCertificate));
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return {
    target: {
      url,
      username: basicAuth?.username ?? null,
      hasBearerToken: bearerToken !== undefined,
      hasCaCertificate: caCertificate !== undefined,
    },
    secrets: { bearerToken, password: basicAuth?.password, caCertificate },
    intervalMs,
  };
}

/** Returns the field whose stored credential was left out, unless the other kind replaces it. */
function findMissingCredentials(typed: TypedScrape, { target }: StoredScrape): readonly [string, Message][] {
  const { bearerToken, basicAuth } = typed;
  if (target.hasBearerToken && bearerToken === undefined && !basicAuth) {
    return [['bearerToken', 'monitoring.scraping.tokenAgain']];
  }
  if (target.username !== null && basicAuth === undefined && !bearerToken) {
    return [['basicAuth', 'monitoring.scraping.loginAgain']];
  }
  return [];
}

function choose<T>(typed: T | null | undefined, before: T | undefined): T | undefined {
  return typed === undefined ? before : (typed ?? undefined);
}

function basicOf(scrape: StoredScrape | undefined) {
  const { username = null } = scrape?.target ?? {};
  const password = scrape?.secrets?.password;
  return username === null || password === undefined ? undefined : { username, password };
}

function readUrl(typed: string): string {
  const text = typed.trim();
  const url = text.length <= URL_MAX ? URL.parse(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidFields({ url: ['monitoring.scraping.notUrl'] });
  }
  if (url.username || url.password) throw new InvalidFields({ url: ['monitoring.scraping.credentialsInUrl'] });
  url.hash = '';
  // An exporter has its figures at this path; at the root it has a page that links to it.
  if (url.pathname === '/') url.pathname = '/metrics';
  return url.href;
}

function readInterval(seconds: number | null | undefined, before: StoredScrape | undefined): number {
  if (seconds === undefined && before) return before.intervalMs;
  const { default: usual, min: minimum, max: maximum } = SCRAPE_SECONDS;
  const chosen = seconds ?? usual;
  if (Number.isInteger(chosen) && chosen >= minimum && chosen <= maximum) return chosen * 1000;
  throw new InvalidFields({ intervalSeconds: [message('monitoring.hosts.intervalOutOfRange', { minimum, maximum })] });
}

/** Allows what may stand in a header (RFC 6750). */
function findTokenFault(token: string | undefined): Message | undefined {
  if (token === undefined) return undefined;
  return token.length <= CREDENTIAL_MAX && /^[\x21-\x7e]+$/.test(token) ? undefined : 'monitoring.scraping.badToken';
}

/** A colon would end the user name (RFC 7617). An empty password is more likely forgotten than meant. */
function findBasicFault(basic: { username: string; password: string } | undefined): Message | undefined {
  if (!basic) return undefined;
  const { username, password } = basic;
  const isReadable = [username, password].every((text) => text.length <= CREDENTIAL_MAX && !/\p{Cc}/u.test(text));
  return isReadable && username !== '' && password !== '' && !username.includes(':')
    ? undefined
    : 'monitoring.scraping.badUser';
}

function findCertificateFault(pem: string | undefined): Message | undefined {
  if (pem === undefined) return undefined;
  try {
    if (pem.length <= CERTIFICATE_MAX && new X509Certificate(pem)) return undefined;
  } catch {
    // Not a certificate.
  }
  return 'monitoring.scraping.badCertificate';
}
