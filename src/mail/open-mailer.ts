import type { EmailSettings } from '../settings/email-settings.js';
import type { Clock } from '../shared/clock.js';
import { isLoopback } from '../shared/network.js';
import { AccessTokens } from './access-tokens.js';
import type { Mailer } from './mailer.js';
import { SmtpMailer, type Tls } from './smtp-mailer.js';

/** The port of SMTP inside TLS (RFC 8314); on every other one TLS begins by STARTTLS. */
const IMPLICIT_TLS_PORT = 465;

/** What sends mails through the provider that the settings name. Nothing is connected to before there is a mail. */
export function openMailer(email: EmailSettings, clock: Clock): Mailer {
  const { host, port, user, from, clientId, clientSecret, refreshToken, tokenUrl } = email;
  return new SmtpMailer({
    host,
    port,
    tls: tlsOf(email),
    user,
    from,
    tokens: new AccessTokens({ tokenUrl, clientId, clientSecret, refreshToken, clock }),
    secrets: [clientSecret, refreshToken],
  });
}

/** No mail and no token goes to another machine in clear. */
export function tlsOf({ host, port }: Pick<EmailSettings, 'host' | 'port'>): Tls {
  if (port === IMPLICIT_TLS_PORT) return 'implicit';
  return isLoopback(host) ? 'offered' : 'required';
}
