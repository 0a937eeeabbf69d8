import { isIP } from 'node:net';
import { isEmailAddress } from '../shared/addresses/email-address.js';
import { isLoopback } from '../shared/addresses/network.js';
import type { EnvironmentReader } from './environment-reader.js';
import { oneLine, oneOf, oneWord, type Parser, trueOrFalse, wholeNumber } from './parsers.js';

/** Settings for mail over SMTP. */
export interface EmailSettings {
  readonly host: string;
  readonly port: number;
  /** Encryption of the connection; undefined leaves the choice to the port and the host. */
  readonly tls: EmailTls | undefined;
  /** User name for logging in to the mail server. */
  readonly user: string;
  readonly login: PasswordLogin | OAuthLogin;
  readonly from: MailAddress;
}

/** Log-in with a password, which is secret. */
export interface PasswordLogin {
  readonly password: string;
}

/** Log-in with access tokens of OAuth 2.0. */
export interface OAuthLogin {
  readonly clientId: string;
  /** Secret of the OAuth client. */
  readonly clientSecret: string;
  /** Secret token that is exchanged for access tokens. */
  readonly refreshToken: string;
  readonly tokenUrl: string;
}

const emailTlsWords = ['starttls', 'tls', 'none'] as const;

/** Required STARTTLS, TLS from the first byte, or none, which only a server on this machine may have. */
export type EmailTls = (typeof emailTlsWords)[number];

/** A sender: the address, and the name displayed beside it. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** Returns the sender's domain, for use as the right-hand side of a `Message-ID`. */
export function senderDomain({ from }: Pick<EmailSettings, 'from'>): string {
  return from.address.replace(/^.*@/, '');
}

/**
 * Reads the mail settings; undefined while `EMAIL_MODE` is false. While it is true, settings without a default are
 * required, and so is one of the two ways to log in.
 */
export function readEmail(reader: EnvironmentReader): EmailSettings | undefined {
  const isOn = reader.get('EMAIL_MODE', trueOrFalse, false);
  const faultsBefore = reader.faults.length;
  /** Reads a setting that has no default and is required while mail is on. */
  const needed = <T>(name: string, parse: Parser<T>, isNeeded = isOn) =>
    reader.get<T | undefined>(name, parse, undefined, isNeeded ? 'must be set while EMAIL_MODE is true' : undefined);
  const server = {
    host: reader.get('EMAIL_HOST', mailHost, 'smtp.gmail.com'),
    port: reader.get('EMAIL_PORT', wholeNumber(1, 65_535), 587),
    tls: reader.get<EmailTls | undefined>('EMAIL_TLS', oneOf(emailTlsWords), undefined),
    user: needed('EMAIL_HOST_USER', oneWord),
  };
  const password = reader.get<string | undefined>('EMAIL_HOST_PASSWORD', oneLine, undefined);
  const from = needed('DEFAULT_FROM_EMAIL', mailAddress);
  const hasOAuth = OAUTH_SECRETS.some((name) => reader.isSet(name));
  const oauth = {
    clientId: needed('GOOGLE_OAUTH2_CLIENT_ID', oneWord, isOn && hasOAuth),
    clientSecret: needed('GOOGLE_OAUTH2_CLIENT_SECRET', oneWord, isOn && hasOAuth),
    refreshToken: needed('GOOGLE_OAUTH2_REFRESH_TOKEN', oneWord, isOn && hasOAuth),
    tokenUrl: reader.get('EMAIL_OAUTH2_TOKEN_URL', tokenUrl, 'https://oauth2.googleapis.com/token'),
  };
  if (!isOn) return undefined;
  if (reader.faults.length === faultsBefore) checkTogether(reader, { ...server, password, hasOAuth });
  // Missing settings have already been recorded as faults, which prevent the start.
  return { ...server, from, login: password === undefined ? oauth : { password } } as EmailSettings;
}

const OAUTH_SECRETS = ['GOOGLE_OAUTH2_CLIENT_ID', 'GOOGLE_OAUTH2_CLIENT_SECRET', 'GOOGLE_OAUTH2_REFRESH_TOKEN'];

interface TogetherSettings {
  readonly host: string;
  readonly tls: EmailTls | undefined;
  readonly password: string | undefined;
  readonly hasOAuth: boolean;
}

/** Records faults of settings that are valid by themselves, but not with each other. */
function checkTogether({ faults }: EnvironmentReader, { host, tls, password, hasOAuth }: TogetherSettings): void {
  if (password === undefined && !hasOAuth) {
    faults.push(
      `EMAIL_HOST_PASSWORD must be set while EMAIL_MODE is true, or instead ${OAUTH_SECRETS.join(', ')} for OAuth 2.0`,
    );
  }
  if (password !== undefined && hasOAuth) {
    faults.push('EMAIL_HOST_PASSWORD must be left out where GOOGLE_OAUTH2_… are set: there is one way to log in');
  }
  if (tls === 'none' && !isLoopback(host)) {
    faults.push(
      'EMAIL_TLS must be starttls or tls: none would send mail and password in clear, unless on this machine',
    );
  }
}

/** Accepts a mail server's host name or IP address: no scheme, no port. */
const mailHost: Parser<string> = (value) => {
  if (isIP(value) === 0 && !/^[\w-]+(\.[\w-]+)*$/.test(value)) throw new Error('must be a host such as smtp.gmail.com');
  return value;
};

/** Accepts `vigia@example.com` or `Vigia <vigia@example.com>`; the name defaults to Vigia. */
const mailAddress: Parser<MailAddress> = (value) => {
  const [, name = '', bracketed, bare] = /^(?:([^<>\p{Cc}]*)<([^<>]*)>|([^<>]*))$/u.exec(value) ?? [];
  const address = bracketed ?? bare ?? '';
  // Some mail servers reject a non-ASCII sender.
  if (!isEmailAddress(address) || !/^[\x21-\x7e]+$/.test(address)) {
    throw new Error('must be an address such as vigia@example.com or Vigia <vigia@example.com>');
  }
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Vigia', address };
};

/** Accepts the token URL. Secrets are sent to it, so it must use `https`, or `http` on this machine. */
const tokenUrl: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isSafe || url.username || url.password || url.hash) {
    throw new Error('must be an https address such as https://oauth2.googleapis.com/token');
  }
  return url.href;
};
