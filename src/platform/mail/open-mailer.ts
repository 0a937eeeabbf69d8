import type { EmailSettings } from '../../settings/email-settings.js';
import { isLoopback } from '../../shared/addresses/network.js';
import type { Clock } from '../../shared/time/clock.js';
import { AccessTokens } from './access-tokens.js';
import type { Mailer } from './mailer.js';
import { SmtpMailer, type Tls } from './smtp-mailer.js';

/** The port for SMTP with implicit TLS (RFC 8314); all other ports use STARTTLS. */
const IMPLICIT_TLS_PORT = 465;

/** Creates the mailer for the configured provider. It connects only when there is a mail to send. */
export function openMailer(email: EmailSettings, clock: Clock): Mailer {
  const { host, port, user, from, clientId, clientSecret, refreshToken, tokenUrl } = email;
  return new SmtpMailer({
    host,
    port,
    tls: chooseTls(email),
    user,
    from,
    tokens: new AccessTokens({ tokenUrl, clientId, clientSecret, refreshToken, clock }),
    secrets: [clientSecret, refreshToken],
  });
}

/** Requires TLS except for a local server, which ensures that no mail or token is sent over a network in clear text. */
export function chooseTls({ host, port }: Pick<EmailSettings, 'host' | 'port'>): Tls {
  if (port === IMPLICIT_TLS_PORT) return 'implicit';
  return isLoopback(host) ? 'offered' : 'required';
}
