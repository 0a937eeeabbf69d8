/** A mail to be sent: one recipient, a text and the same as HTML. */
export interface Mail {
  /** With its angle brackets. */
  readonly messageId: string;
  /** The address alone: it may have been registered by another person, so no name that was typed is added to it. */
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
   * @throws {MailRejected} when it will never be taken, however often it is tried.
   * @throws {MailNotSent} when it was not sent this time.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** Why a mail was not sent: stable codes. */
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

/** This mail will never be taken. */
export class MailRejected extends MailFailure {}

/** The mail was not sent this time, and is to be tried again. */
export class MailNotSent extends MailFailure {
  /** Whether the provider is the cause, so that other mails would fail now as well. */
  get isProviderFault(): boolean {
    return this.reason !== 'put_off';
  }
}
