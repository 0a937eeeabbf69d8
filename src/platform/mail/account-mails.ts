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
  /** Composes the e-mail; null when there is nobody, or nothing, to write to any more. */
  readonly write: (mail: ClaimedMessage) => Promise<EmailContent | null>;
  readonly logger: Logger;
}

/** Sends mails to accounts. */
export class AccountMails {
  constructor(private readonly deps: AccountMailsDeps) {}

  /**
   * Sends a mail. Resolves to null when it is not to be sent: it is gone from the outbox, as there is no account, or none
   * with the address, or the address was sent enough within the hour; or it is back in the queue, for its turn.
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
    // Notices about one account must not use up those of another: only what greets newcomers is counted by mailbox.
    const recipient = kind === 'welcome' ? mailboxKey(email.to) : recipientKey(email.to);
    const outcome = await limits.reserve(message, recipient);
    if (outcome === 'held') return null;
    if (outcome === 'deleted') {
      logger.log('info', 'Mail not sent: its address got enough of them within the hour', { mail: id, kind, userId });
      return null;
    }
    await mailer.send({ ...email, messageId, date }, signal);
    return '';
  }
}
