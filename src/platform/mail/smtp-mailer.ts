import type { Transporter } from 'nodemailer';
import type { MailAddress } from '../../settings/email-settings.js';
import { isEmailAddress } from '../../shared/addresses/email-address.js';
import { providerText } from '../../shared/text/provider-text.js';
import { NotSent, Rejected } from '../outbox/delivery-failure.js';
import type { AccessTokens } from './access-tokens.js';
import type { Mail, Mailer } from './mailer.js';

/**
 * How a connection is encrypted: TLS from the first byte; required STARTTLS; or, for a server on this machine, STARTTLS
 * if the server offers it, or none.
 */
export type Tls = 'implicit' | 'required' | 'offered' | 'none';

interface SmtpMailerDeps {
  readonly host: string;
  readonly port: number;
  readonly tls: Tls;
  /** Whether the server is on this machine. */
  readonly isLocal: boolean;
  readonly user: string;
  readonly from: MailAddress;
  readonly login: { readonly password: string } | { readonly tokens: AccessTokens };
  /** Redacted from log lines and details, in case the server echoes them. */
  readonly secrets: readonly string[];
}

const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/** The part of nodemailer's `auth` that is the same for all mails, or that a new access token adds. */
type Auth = Readonly<Record<string, string>>;

/**
 * Sends mails over SMTP with a password or an access token (XOAUTH2), one connection per mail. This is the only file
 * that uses nodemailer.
 */
export class SmtpMailer implements Mailer {
  /** Created for the first mail, since creating it loads the library. */
  #transport: Promise<Transporter> | undefined;

  constructor(private readonly deps: SmtpMailerDeps) {}

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const to = checkedAddress(mail.to);
    await this.#loggedIn(signal, (auth) => this.#send({ ...mail, to }, auth, signal));
  }

  /**
   * Connects and logs in without sending a mail. An abandoned check ends by the connection's own limits.
   *
   * @throws {NotSent} with the reason why no mail could be sent.
   */
  async check(signal: AbortSignal): Promise<void> {
    await this.#loggedIn(signal, async (auth) => {
      const transport = await openTransport(this.deps, auth);
      await transport.verify();
    });
  }

  /** Runs an attempt to log in; one with a cached token is repeated with a new one. */
  async #loggedIn(signal: AbortSignal, attempt: (auth: Auth) => Promise<void>): Promise<void> {
    const { login } = this.deps;
    try {
      if ('password' in login) return await attempt({});
      const current = login.tokens.current;
      const renewed = async () => attempt({ accessToken: await login.tokens.renew(signal) });
      if (current === undefined) return await renewed();
      // A cached token may have been revoked early.
      await attempt({ accessToken: current }).catch((error: unknown) => {
        if (!isRejectedLogin(error)) throw error;
        return renewed();
      });
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async #send({ to, ...mail }: Mail, auth: Auth, signal: AbortSignal): Promise<void> {
    this.#transport ??= openTransport(this.deps);
    await (await this.#transport).sendMail({
      ...mail,
      to: { name: '', address: to },
      // The envelope determines the recipient: exactly one address, whatever the header says.
      envelope: { from: this.deps.from.address, to: [to] },
      headers: { 'Auto-Submitted': 'auto-generated' },
      textEncoding: 'quoted-printable',
      auth,
      signal,
    });
  }

  #failure(error: unknown): Error {
    if (error instanceof NotSent || error instanceof Rejected) return error;
    const { code, originalCode, command = '', responseCode, response = '' } = error as SmtpError;
    const { login, secrets } = this.deps;
    const tokens = 'tokens' in login ? login.tokens : undefined;
    const answer = providerText(response, [...secrets, tokens?.current ?? '']);
    if (isRejectedLogin(error)) {
      tokens?.forget();
      return new NotSent('login_refused', answer);
    }
    if (code === 'EENVELOPE' || code === 'EMESSAGE') {
      if (responseCode === undefined) return new Rejected('bad_address');
      if (responseCode >= 500) return new Rejected('refused', `${command}: ${answer}`);
      // 421 means that the server is shutting down.
      if (responseCode !== 421) return new NotSent('put_off', `${command}: ${answer}`);
    }
    const detail = response === '' ? (originalCode ?? code ?? 'unknown') : answer;
    return new NotSent(code === 'ETLS' ? 'no_tls' : 'no_connection', detail);
  }
}

async function openTransport(
  { host, port, tls, isLocal, user, from, login }: SmtpMailerDeps,
  auth: Auth = {},
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'required',
      ignoreTLS: tls === 'none',
      // With a local server there is no network in between, so its certificate proves nothing.
      ...(isLocal && { tls: { rejectUnauthorized: false } }),
      auth: 'password' in login ? { user, pass: login.password } : { type: 'OAuth2', user, ...auth },
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
}

/** The properties that nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Response codes for authentication failures, which may follow any command (RFC 4954 §6). */
const LOGIN_CODES: readonly (number | undefined)[] = [530, 534, 535, 538];

function isRejectedLogin(error: unknown): boolean {
  const { code, responseCode } = error as SmtpError;
  return code === 'EAUTH' || LOGIN_CODES.includes(responseCode);
}

/** Returns a single address that is safe in headers and commands. @throws {Rejected} for anything else. */
function checkedAddress(address: string): string {
  if (!isEmailAddress(address)) throw new Rejected('bad_address');
  return address;
}
