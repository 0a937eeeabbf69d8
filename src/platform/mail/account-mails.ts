import type { Logger } from '../../shared/logger.js';
import type { MailLimits } from '../outbox/mail-limits.js';
import type { ClaimedMessage, MessageClaims } from '../outbox/message-claims.js';
import type { EmailContent } from './email-template.js';
import type { Mailer } from './mailer.js';
import { mailboxKey, recipientKey } from './recipient-key.js';

interface AccountMailsDeps {
  readonly claims: Pick<MessageClaims, 'drop'>;
  readonly limits: Pick<MailLimits, 'reserve'>;
  readonly mailer: Mailer;
  /** Composes the e-mail; null when there is no longer a recipient or anything to send. */
  readonly write: (mail: ClaimedMessage) => Promise<EmailContent | null>;
  readonly logger: Logger;
}

export class AccountMails {
  constructor(private readonly deps: AccountMailsDeps) {}

  /**
   * Sends a mail. Resolves to null if it was not sent, because it was either dropped from the outbox (the account or
   * its address is gone, or the address has reached its hourly limit) or put back in the queue until its turn.
   *
   * @throws {Rejected | NotSent}
   */
  async deliver(message: ClaimedMessage, signal: AbortSignal): Promise<string | null> {
    const { claims, limits, logger, mailer } = this.deps;
    const { id, kind, userId, messageId, queuedAt: date } = message;
    const email = await this.deps.write(message);
    if (!email) {
      await claims.drop(message);
      return null;
    }
    // Notices about one account must not use up another account's limit, so only welcome mails are counted by mailbox.
    const recipient = kind === 'welcome' ? mailboxKey(email.to) : recipientKey(email.to);
    const outcome = await limits.reserve(message, recipient);
    if (outcome === 'held') return null;
    if (outcome === 'deleted') {
      logger.log('info', 'Mail not sent: its address has reached the hourly limit', { mail: id, kind, userId });
      return null;
    }
    await mailer.send({ ...email, messageId, date }, signal);
    return '';
  }
}
