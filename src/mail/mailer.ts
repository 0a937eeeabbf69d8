/** A mail to be sent: one recipient, and the content as text and as HTML. */
export interface Mail {
  /** With its angle brackets. */
  readonly messageId: string;
  /**
   * The address without a name: the account may not belong to the owner of the address, so its name is not to be sent.
   */
  readonly to: string;
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails. */
export interface Mailer {
  /**
   * Resolves when the provider has accepted the mail. Aborting `signal` cancels the try.
   *
   * @throws {MailRejected} when a retry would be useless.
   * @throws {MailNotSent} when it should be tried again later.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** Stable codes of the reasons why a mail was not sent. */
export const failureReasons = [
  'no_connection',
  'no_tls',
  'no_access_token',
  'login_refused',
  'refused',
  'put_off',
  'too_slow',
  'bad_address',
  'unexpected',
] as const;

/** One of {@link failureReasons}. */
export type FailureReason = (typeof failureReasons)[number];

/** A mail was not sent. Reason and detail are for staff and the log, and contain neither secrets nor addresses. */
abstract class MailFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    readonly detail = '',
  ) {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.name = new.target.name;
  }
}

/** The provider will never accept this mail. */
export class MailRejected extends MailFailure {}

/** The mail was not sent this time, and is to be tried again. */
export class MailNotSent extends MailFailure {
  /** Whether the provider is the cause, so that any other mail would fail too at the moment. */
  get isProviderFault(): boolean {
    return this.reason !== 'put_off';
  }
}
