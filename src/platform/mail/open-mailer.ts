import type { EmailSettings } from '../../settings/email-settings.js';
import { isLoopback } from '../../shared/addresses/network.js';
import type { Clock } from '../../shared/time/clock.js';
import { AccessTokens } from './access-tokens.js';
import { SmtpMailer, type Tls } from './smtp-mailer.js';

/** The port for SMTP with implicit TLS (RFC 8314); all other ports use STARTTLS. */
const IMPLICIT_TLS_PORT = 465;

/** Creates the mailer for the configured provider. It connects only when there is a mail to send. */
export function openMailer(email: EmailSettings, clock: Clock): SmtpMailer {
  const { host, port, user, from, login } = email;
  const server = { host, port, tls: chooseTls(email), isLocal: isLoopback(host), user, from };
  if ('password' in login) return new SmtpMailer({ ...server, login, secrets: formsOfPassword(user, login.password) });
  const { clientSecret, refreshToken } = login;
  const tokens = new AccessTokens({ ...login, clock });
  return new SmtpMailer({ ...server, login: { tokens }, secrets: [clientSecret, refreshToken] });
}

/** Requires TLS except for a local server, which ensures that no mail or secret is sent over a network in clear text. */
export function chooseTls({ host, port, tls }: Pick<EmailSettings, 'host' | 'port' | 'tls'>): Tls {
  if (tls !== undefined) return ({ starttls: 'required', tls: 'implicit', none: 'none' } as const)[tls];
  if (port === IMPLICIT_TLS_PORT) return 'implicit';
  return isLoopback(host) ? 'offered' : 'required';
}

/** Lists a password as it is, and as AUTH LOGIN and AUTH PLAIN send it. */
function formsOfPassword(user: string, password: string): string[] {
  return [`\0${user}\0${password}`, password].map((text) => Buffer.from(text).toString('base64')).concat(password);
}
