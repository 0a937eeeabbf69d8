import { User } from '../accounts/users/user.entity.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { Origin } from '../audit/origin.js';
import type { UnitOfWork } from '../db/database.js';
import { NoSuchMail } from '../mail/mail.errors.js';
import type { Outbox } from '../mail/outbox.js';
import type { MailState, OutboxMail } from '../mail/outbox-mail.entity.js';
import type { Page, PageRequest } from '../shared/page.js';

interface OutboxAdminDeps {
  readonly em: UnitOfWork;
  readonly outbox: Outbox;
  readonly audit: AuditTrail;
}

/** A mail of the outbox with the name of its recipient; null when that account is gone. */
export interface OutboxEntry {
  readonly mail: OutboxMail;
  readonly recipient: Recipient | null;
}

/** What staff and operators see of the mails, and do about those that were not sent (promise 35). */
export class OutboxAdmin {
  constructor(private readonly deps: OutboxAdminDeps) {}

  /** The mails in a state, or all; the newest first. */
  async page(request: PageRequest<readonly [number]>, state?: MailState): Promise<Page<OutboxEntry>> {
    const page = await this.deps.outbox.page(request, state);
    const recipients = await recipientsOf(page.items, this.deps.em.fork());
    return { ...page, items: page.items.map((mail) => ({ mail, recipient: recipients.get(mail.userId) ?? null })) };
  }

  /** How many mails wait, and how many were given up. */
  async counts(): Promise<{ readonly waiting: number; readonly failed: number }> {
    const { outbox } = this.deps;
    return { waiting: await outbox.count('waiting'), failed: await outbox.count('failed') };
  }

  /** Has a mail tried again, by its number as it was typed. @throws {NoSuchMail} */
  async retry(typed: string, origin: Origin): Promise<OutboxEntry> {
    if (!/^\d{1,9}$/.test(typed)) throw new NoSuchMail();
    const { audit, outbox } = this.deps;
    const entry = await audit.withChange(origin, async (unit, record) => {
      const mail = await outbox.retry(unit, Number(typed));
      const recipient = (await recipientsOf([mail], unit)).get(mail.userId) ?? null;
      const about = { username: recipient?.username ?? '', userId: mail.userId, change: { after: { mail: mail.id } } };
      await record({ event: 'mail_retry', result: 'success', origin, ...about });
      return { mail, recipient };
    });
    outbox.announce();
    return entry;
  }

  /** Has every mail tried again that has failed so far. @returns how many. */
  async retryAll(origin: Origin): Promise<number> {
    const { audit, outbox } = this.deps;
    const mails = await audit.withChange(origin, async (unit, record) => {
      const count = await outbox.retryAll(unit);
      const change = { after: { mails: count } };
      if (count > 0) await record({ event: 'mail_retry', result: 'success', origin, username: '', change });
      return count;
    });
    if (mails > 0) outbox.announce();
    return mails;
  }
}

type Recipient = Pick<User, 'username' | 'email'>;

/** The recipients of mails, by the ids of their accounts. */
async function recipientsOf(mails: readonly OutboxMail[], em: UnitOfWork): Promise<ReadonlyMap<number, Recipient>> {
  const ids = [...new Set(mails.map(({ userId }) => userId))];
  const users = await em.find(User, { id: { $in: ids } }, { fields: ['username', 'email'] });
  return new Map(users.map((user) => [user.id, user]));
}
