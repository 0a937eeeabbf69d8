import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Outbox } from '../../../platform/outbox/outbox.js';
import type { MessageState, OutboxMessage } from '../../../platform/outbox/outbox-message.entity.js';
import { NotFound } from '../../../shared/errors/errors.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import { User } from '../../accounts/users/user.entity.js';

interface OutboxAdminDeps {
  readonly em: UnitOfWork;
  readonly outbox: Outbox;
  readonly audit: AuditTrail;
  readonly channelNames: (unit: UnitOfWork, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/**
 * A message of the outbox with its recipient and its channel's name. The recipient is null if the account no longer
 * exists or the message has no mail address.
 */
export interface OutboxEntry {
  readonly mail: OutboxMessage;
  readonly recipient: Recipient | null;
  readonly channel: string | null;
}

/** Lists mails for staff and operators, and retries failed ones (promise 35). */
export class OutboxAdmin {
  constructor(private readonly deps: OutboxAdminDeps) {}

  /** Lists the mails in a state, or all of them without one, newest first. */
  async page(request: PageRequest<readonly [number]>, state?: MessageState): Promise<Page<OutboxEntry>> {
    const page = await this.deps.outbox.page(request, state);
    return { ...page, items: await this.#loadEntries(page.items, this.deps.em.fork()) };
  }

  /** Counts the mails that are waiting and those that have failed for good. */
  async counts(): Promise<{ readonly waiting: number; readonly failed: number }> {
    const { outbox } = this.deps;
    return { waiting: await outbox.count('waiting'), failed: await outbox.count('failed') };
  }

  /** Retries the mail with a number, given as typed. @throws {NotFound} */
  async retry(typed: string, origin: Origin): Promise<OutboxEntry> {
    if (!/^\d{1,9}$/.test(typed)) throw new NotFound('mail.noSuchMail');
    const { audit, outbox } = this.deps;
    const entry = await audit.withChange(origin, async (unit, record) => {
      const mail = await outbox.retry(unit, Number(typed));
      const [entry] = await this.#loadEntries([mail], unit);
      const about = { username: entry?.recipient?.username ?? '', userId: mail.userId ?? undefined };
      await record({ event: 'mail_retry', result: 'success', origin, ...about, change: { after: { mail: mail.id } } });
      return entry as OutboxEntry;
    });
    outbox.announce();
    return entry;
  }

  /** Retries all failed mails. @returns their number. */
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

  async #loadEntries(messages: readonly OutboxMessage[], em: UnitOfWork): Promise<OutboxEntry[]> {
    const recipients = await findRecipients(messages, em);
    const channelIds = messages.map(({ channelId }) => channelId).filter((id) => id !== null);
    const names = await this.deps.channelNames(em, [...new Set(channelIds)]);
    return messages.map((mail) => ({
      mail,
      recipient: recipients.get(mail.userId ?? 0) ?? addressOf(mail),
      channel: mail.channelId === null ? null : (names.get(mail.channelId) ?? `#${mail.channelId}`),
    }));
  }
}

/** An account, or the mail address configured for a channel. */
type Recipient = Pick<User, 'email'> & { readonly username: string | null };

/** Returns the recipient of a channel's mail; null for other queues, whose messages have no mail address. */
function addressOf({ queue, address }: OutboxMessage): Recipient | null {
  return queue === 'mail' && address !== null ? { username: null, email: address } : null;
}

async function findRecipients(
  mails: readonly OutboxMessage[],
  em: UnitOfWork,
): Promise<ReadonlyMap<number, Recipient>> {
  const ids = [...new Set(mails.map(({ userId }) => userId).filter((id) => id !== null))];
  const users = await em.find(User, { id: { $in: ids } }, { fields: ['username', 'email'] });
  return new Map(users.map((user) => [user.id, user]));
}
