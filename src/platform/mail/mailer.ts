/** A mail with one recipient, as plain text and HTML. */
export interface Mail {
  /** Including the angle brackets. */
  readonly messageId: string;
  /** The bare address: someone else may have registered it, so a user-entered name is never added. */
  readonly to: string;
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails. */
export interface Mailer {
  /**
   * Resolves when the provider has accepted the mail. Aborting `signal` cancels the attempt.
   *
   * @throws {Rejected} if retrying is pointless.
   * @throws {NotSent} if this attempt failed.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
