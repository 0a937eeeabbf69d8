/** A mail as it is handed to whoever sends it: one recipient, a text and the same as HTML. */
export interface Mail {
  /** With its angle brackets. */
  readonly messageId: string;
  /** The bare address: whoever registered it may not be whose it is, so no name that was typed stands beside it. */
  readonly to: string;
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What sends mails. */
export interface Mailer {
  /**
   * Resolves when the provider has taken the mail over. Once `signal` is aborted, nothing of it goes on.
   *
   * @throws {MailRejected} when it will never be taken, however often it is tried.
   * @throws {MailNotSent} when it was not sent this time.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** What kept a mail from being sent, in words that never change. */
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

/** A mail was not sent. Reason and detail are for staff and the log: they hold no secret and no address. */
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

/** The mail was not sent this time. */
export class MailNotSent extends MailFailure {
  /** Whether it lies with the provider, so that the next mail would fare no better now. */
  get isProviderFault(): boolean {
    return this.reason !== 'put_off';
  }
}
