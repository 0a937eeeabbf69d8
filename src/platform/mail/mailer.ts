/** A mail with one recipient, as plain text and HTML. */
export interface Mail {
  /** The id, including the angle brackets. */
  readonly messageId: string;
  /** The bare address. A user-entered name is never added, since someone else may have registered the address. */
  readonly to: string;
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails through the provider. */
export interface Mailer {
  /**
   * Resolves when the provider has accepted the mail. Aborting `signal` cancels the attempt.
   *
   * @throws {Rejected} if retrying is pointless.
   * @throws {NotSent} if this attempt failed.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
