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
   * @throws {Rejected} when it will never be taken, however often it is tried.
   * @throws {NotSent} when it was not sent this time.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
