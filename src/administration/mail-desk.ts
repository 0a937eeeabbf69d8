import type { AuditTrail } from '../accounts/audit-trail.js';
import type { Origin } from '../accounts/origin.js';
import { User } from '../accounts/user.entity.js';
import type { UnitOfWork } from '../db/database.js';
import { NoSuchMail } from '../mail/mail.errors.js';
import type { Outbox } from '../mail/outbox.js';
import type { MailState, OutboxMail } from '../mail/outbox-mail.entity.js';
import type { Page, PageRequest } from '../shared/page.js';

interface MailDeskParts {
  readonly em: UnitOfWork;
  readonly outbox: Outbox;
  readonly audit: AuditTrail;
}

/** A mail of the outbox, and whom it is for; null when that account is no more. */
export interface DeskMail {
  readonly mail: OutboxMail;
  readonly recipient: Pick<User, 'username' | 'email'> | null;
}

/** What staff and operators see of the mails, and do about those that were not sent (promise 35). */
export class MailDesk {
  constructor(private readonly parts: MailDeskParts) {}

  /** The mails in a state, or all; the newest first. */
  async page(request: PageRequest<readonly [number]>, state?: MailState): Promise<Page<DeskMail>> {
    const page = await this.parts.outbox.page(request, state);
    return { ...page, items: await this.#withRecipients(page.items) };
  }

  /** How many mails wait, and how many were given up. */
  async counts(): Promise<{ readonly waiting: number; readonly failed: number }> {
    const { outbox } = this.parts;
    return { waiting: await outbox.count('waiting'), failed: await outbox.count('failed') };
  }

  /** Has a mail tried again, by its number as it was typed. @throws {NoSuchMail} */
  async retry(typed: string, origin: Origin): Promise<DeskMail> {
    if (!/^\d{1,9}$/.test(typed)) throw new NoSuchMail();
    const [mail] = await this.#withRecipients([await this.parts.outbox.retry(Number(typed))]);
    if (!mail) throw new NoSuchMail();
    const username = mail.recipient?.username ?? '';
    const change = { after: { mail: mail.mail.id } };
    await this.parts.audit.record({
      event: 'mail_retry',
      result: 'success',
      origin,
      username,
      userId: mail.mail.userId,
      change,
    });
    return mail;
  }

  /** Has every mail tried again that has failed so far. @returns how many. */
  async retryAll(origin: Origin): Promise<number> {
    const mails = await this.parts.outbox.retryAll();
    if (mails > 0) {
      const change = { after: { mails } };
      await this.parts.audit.record({ event: 'mail_retry', result: 'success', origin, username: '', change });
    }
    return mails;
  }

  async #withRecipients(mails: readonly OutboxMail[]): Promise<DeskMail[]> {
    const ids = [...new Set(mails.map(({ userId }) => userId))];
    const users = await this.parts.em.fork().find(User, { id: { $in: ids } }, { fields: ['username', 'email'] });
    const byId = new Map(users.map((user) => [user.id, user]));
    return mails.map((mail) => ({ mail, recipient: byId.get(mail.userId) ?? null }));
  }
}
