import type { ClaimedMessage, MessageClaims } from '../outbox/message-claims.js';
import type { Logger } from '../shared/logger.js';
import type { Mail, Mailer } from './mailer.js';
import { recipientKey } from './recipient-key.js';

/** The content of a mail, written when it is sent. */
export type EmailContent = Omit<Mail, 'messageId' | 'date'>;

/** A claimed message of the outbox that is for an account. */
export interface AccountMessage extends ClaimedMessage {
  readonly userId: number;
}

interface AccountMailsDeps {
  readonly claims: MessageClaims;
  readonly mailer: Mailer;
  /** Composes the e-mail to a user; null when the account no longer exists. */
  readonly write: (mail: AccountMessage) => Promise<EmailContent | null>;
  readonly logger: Logger;
}

/** Sends mails to accounts. */
export class AccountMails {
  constructor(private readonly deps: AccountMailsDeps) {}

  /**
   * Sends a mail. Resolves to null when it is not to be sent, and is gone from the outbox: the account is gone, or the
   * address was sent another within the hour.
   *
   * @throws {Rejected | NotSent}
   */
  async deliver(message: ClaimedMessage, signal: AbortSignal): Promise<string | null> {
    const { claims, logger, mailer } = this.deps;
    const { id, userId, messageId, queuedAt: date } = message;
    const email = userId === null ? null : await this.deps.write({ ...message, userId });
    if (!email) {
      await claims.drop(message);
      return null;
    }
    if (!(await claims.reserveRecipient(message, recipientKey(email.to)))) {
      logger.log('info', 'Mail not sent: its address got another within the hour', { mail: id, userId });
      return null;
    }
    await mailer.send({ ...email, messageId, date }, signal);
    return '';
  }
}
