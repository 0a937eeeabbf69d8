import { isIP } from 'node:net';
import { isEmailAddress } from '../shared/addresses/email-address.js';
import { isLoopback } from '../shared/addresses/network.js';
import type { EnvironmentReader } from './environment-reader.js';
import { oneWord, type Parser, trueOrFalse, wholeNumber } from './parsers.js';

/** Settings for mail over SMTP with OAuth 2.0. */
export interface EmailSettings {
  readonly host: string;
  readonly port: number;
  /** User name for logging in to the mail server. */
  readonly user: string;
  readonly from: MailAddress;
  readonly clientId: string;
  /** Secret of the OAuth client. */
  readonly clientSecret: string;
  /** Secret token that is exchanged for access tokens. */
  readonly refreshToken: string;
  readonly tokenUrl: string;
}

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
 * required.
 */
export function readEmail(reader: EnvironmentReader): EmailSettings | undefined {
  const isOn = reader.get('EMAIL_MODE', trueOrFalse, false);
  /** Reads a setting that has no default and is required while mail is on. */
  const needed = <T>(name: string, parse: Parser<T>) =>
    reader.get<T | undefined>(name, parse, undefined, isOn ? 'must be set while EMAIL_MODE is true' : undefined);
  const email = {
    host: reader.get('EMAIL_HOST', mailHost, 'smtp.gmail.com'),
    port: reader.get('EMAIL_PORT', wholeNumber(1, 65_535), 587),
    user: needed('EMAIL_HOST_USER', oneWord),
    from: needed('DEFAULT_FROM_EMAIL', mailAddress),
    clientId: needed('GOOGLE_OAUTH2_CLIENT_ID', oneWord),
    clientSecret: needed('GOOGLE_OAUTH2_CLIENT_SECRET', oneWord),
    refreshToken: needed('GOOGLE_OAUTH2_REFRESH_TOKEN', oneWord),
    tokenUrl: reader.get('EMAIL_OAUTH2_TOKEN_URL', tokenUrl, 'https://oauth2.googleapis.com/token'),
  };
  // Missing settings have already been recorded as faults, which prevent the start.
  return isOn ? (email as EmailSettings) : undefined;
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
