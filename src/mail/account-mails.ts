import type { ClaimedMessage, MessageClaims } from '../outbox/message-claims.js';
import type { Logger } from '../shared/logger.js';
import type { EmailContent } from './email-template.js';
import type { Mailer } from './mailer.js';
import { recipientKey } from './recipient-key.js';

interface AccountMailsDeps {
  readonly claims: MessageClaims;
  readonly mailer: Mailer;
  /** Composes the e-mail; null when there is nobody, or nothing, to write to any more. */
  readonly write: (mail: ClaimedMessage) => Promise<EmailContent | null>;
  readonly logger: Logger;
}

/** Sends mails to accounts. */
export class AccountMails {
  constructor(private readonly deps: AccountMailsDeps) {}

  /**
   * Sends a mail. Resolves to null when it is not to be sent, and is gone from the outbox: there is no account any more, or
   * none with the address, or the address was sent enough within the hour.
   *
   * @throws {Rejected | NotSent}
   */
  async deliver(message: ClaimedMessage, signal: AbortSignal): Promise<string | null> {
    const { claims, logger, mailer } = this.deps;
    const { id, kind, userId, messageId, queuedAt: date } = message;
    const email = await this.deps.write(message);
    if (!email) {
      await claims.drop(message);
      return null;
    }
    if (!(await claims.reserveRecipient(message, recipientKey(email.to)))) {
      logger.log('info', 'Mail not sent: its address got enough of them within the hour', { mail: id, kind, userId });
      return null;
    }
    await mailer.send({ ...email, messageId, date }, signal);
    return '';
  }
}
