import type { Transporter } from 'nodemailer';
import type { MailAddress } from '../../settings/email-settings.js';
import { isEmailAddress } from '../../shared/addresses/email-address.js';
import { providerText } from '../../shared/text/provider-text.js';
import { NotSent, Rejected } from '../outbox/delivery-failure.js';
import type { AccessTokens } from './access-tokens.js';
import type { Mail, Mailer } from './mailer.js';

/**
 * How a connection is encrypted: TLS from the first byte; required STARTTLS; or, for a server on this machine, STARTTLS
 * if the server offers it.
 */
export type Tls = 'implicit' | 'required' | 'offered';

interface SmtpMailerDeps {
  readonly host: string;
  readonly port: number;
  readonly tls: Tls;
  readonly user: string;
  readonly from: MailAddress;
  readonly tokens: AccessTokens;
  /** Redacted from log lines and details, in case the server echoes them. */
  readonly secrets: readonly string[];
}

const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/**
 * Sends mails over SMTP with an access token (XOAUTH2), one connection per mail. This is the only file that uses
 * nodemailer.
 */
export class SmtpMailer implements Mailer {
  /** Created for the first mail, since creating it loads the library. */
  #transport: Promise<Transporter> | undefined;

  constructor(private readonly deps: SmtpMailerDeps) {}

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const to = checkedAddress(mail.to);
    const { tokens } = this.deps;
    const current = tokens.current;
    try {
      await this.#send({ ...mail, to }, current ?? (await tokens.renew(signal)), signal);
    } catch (error) {
      // A cached token may have been revoked early, so retry once with a new one.
      if (!isRejectedLogin(error) || current === undefined) throw this.#failure(error);
      await this.#send({ ...mail, to }, await tokens.renew(signal), signal).catch((again) => {
        throw this.#failure(again);
      });
    }
  }

  async #send({ to, ...mail }: Mail, accessToken: string, signal: AbortSignal): Promise<void> {
    this.#transport ??= openTransport(this.deps);
    await (await this.#transport).sendMail({
      ...mail,
      to: { name: '', address: to },
      // The envelope determines the recipient: exactly one address, whatever the header says.
      envelope: { from: this.deps.from.address, to: [to] },
      headers: { 'Auto-Submitted': 'auto-generated' },
      textEncoding: 'quoted-printable',
      auth: { accessToken },
      signal,
    });
  }

  #failure(error: unknown): Error {
    if (error instanceof NotSent || error instanceof Rejected) return error;
    const { code, originalCode, command = '', responseCode, response = '' } = error as SmtpError;
    const answer = providerText(response, [...this.deps.secrets, this.deps.tokens.current ?? '']);
    if (isRejectedLogin(error)) {
      this.deps.tokens.forget();
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

async function openTransport({ host, port, tls, user, from }: SmtpMailerDeps): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'required',
      // With a local server there is no network in between, so its certificate proves nothing.
      ...(tls === 'offered' && { tls: { rejectUnauthorized: false } }),
      auth: { type: 'OAuth2', user },
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
