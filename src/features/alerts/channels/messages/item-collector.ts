import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import type { Outbox, QueuedChannelMessage } from '../../../../platform/outbox/outbox.js';
import { type HeldBy, OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import { Priority } from '../../../../platform/outbox/outbox-message.entity.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { Channel } from '../channel.entity.js';
import { settingsOf } from '../channels.js';
import type { PushRecipient } from '../push/push-subscriptions.js';
import { type LooseItem, planMessage } from './plan-message.js';
import { MESSAGES_AN_HOUR } from './write-message.js';

/** Maximum number of a channel's pending items considered at a time. Any others go into the next message. */
const ITEMS_AT_ONCE = 1000;

const HOUR_MS = 3_600_000;

interface ItemCollectorDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'putForChannel' | 'cancelChannel' | 'announce'>;
  readonly lockWithin: (unit: UnitOfWork, key: string) => Promise<void>;
  readonly pushRecipients: (unit: UnitOfWork) => Promise<readonly PushRecipient[]>;
  /** The domain of the mail sender; undefined if mail is off. */
  readonly mailDomain: string | undefined;
}

/**
 * Collects due alert items into messages for channels; see `planMessage`. Every node does this, and a lock per channel
 * prevents duplicates.
 */
export class ItemCollector {
  constructor(private readonly deps: ItemCollectorDeps) {}

  /** Creates all messages that are due. */
  async collect(): Promise<void> {
    const em = this.deps.em.fork();
    const rows = await queryRows<{ channel_id: number }>(
      em,
      'select distinct channel_id from outbox_items where batch is null',
    );
    let made = 0;
    const failures: unknown[] = [];
    for (const { channel_id: id } of rows) {
      try {
        made += await this.deps.em.fork().transactional((unit) => this.#collect(unit, id));
      } catch (error) {
        // An error with one channel must not silence the others.
        failures.push(error);
      }
    }
    if (made > 0) this.deps.outbox.announce();
    if (failures.length > 0) throw failures[0];
  }

  /** @returns the number of messages created for the channel. */
  async #collect(unit: UnitOfWork, channelId: number): Promise<number> {
    const { clock, lockWithin, outbox } = this.deps;
    await lockWithin(unit, `items of channel ${channelId}`);
    const channel = await unit.findOne(Channel, { id: channelId });
    if (!channel?.isActive) {
      await outbox.cancelChannel(unit, channelId);
      return 0;
    }
    const items = await looseItems(unit, channelId);
    const { quietHours } = settingsOf(channel);
    const recent = await this.#recent(unit, channelId);
    const plan = planMessage({ items, quietHours, now: clock.steady(), wallClock: clock.now(), recent });
    await hold(unit, plan.held.limit, 'limit');
    await hold(unit, plan.held.quiet, 'quiet');
    if (plan.taken.length === 0) return 0;
    const batch = randomUUID();
    const waiting = await this.#waiting(unit, channelId);
    const messages = await this.#messagesOf(unit, channel, { batch, waiting });
    await outbox.putForChannel(unit, this.#withFailures(channel, messages, waiting));
    await unit.nativeUpdate(OutboxItem, { id: { $in: plan.taken.map(({ id }) => id) } }, { batch });
    return messages.length;
  }

  /**
   * Counts the messages of the last hour, and those that no recipient has received yet. A message counts from its first
   * delivery on, so one unreachable recipient does not block the others.
   */
  async #recent(unit: UnitOfWork, channelId: number) {
    const since = new Date(this.deps.clock.steady().getTime() - HOUR_MS);
    const batches = await queryRows<{ is_recent: number | null; queued_at: Date | number }>(
      unit,
      `select max(queued_at) as queued_at, min(case when settled_at is null then null when settled_at <= ? then 0 else 1 end) as is_recent
        from outbox_messages where batch in (
          select batch from outbox_messages where channel_id = ? and state = 'waiting'
          union select batch from outbox_messages where channel_id = ? and settled_at > ?
        ) group by batch`,
      [since, channelId, channelId, since],
    );
    const unsent = batches.filter((one) => one.is_recent === null).length;
    const newestMs = Math.max(...batches.map((one) => new Date(one.queued_at).getTime()));
    return {
      inLastHour: unsent + batches.filter((one) => one.is_recent === 1).length,
      unsent,
      newestAt: batches.length > 0 ? new Date(newestMs) : undefined,
    };
  }

  /** Counts the pending messages for each recipient of a channel. */
  async #waiting(unit: UnitOfWork, channelId: number): Promise<Waiting> {
    const rows = await queryRows<{ address: string; count: number | string }>(
      unit,
      `select address, count(*) as count from outbox_messages
        where channel_id = ? and state = 'waiting' and address is not null group by address`,
      [channelId],
    );
    return new Map(rows.map(({ address, count }) => [address, Number(count)]));
  }

  /**
   * Marks messages that fail without being attempted: mails while mail is off, and messages to recipients with such a
   * backlog that delivery would flood them.
   */
  #withFailures({ kind }: Channel, messages: readonly QueuedChannelMessage[], waiting: Waiting) {
    if (kind === 'EMAIL' && this.deps.mailDomain === undefined) {
      return messages.map((message) => ({ ...message, failure: 'mail_off' as const }));
    }
    return messages.map((message) =>
      (waiting.get(message.address ?? '') ?? 0) >= MESSAGES_AN_HOUR
        ? { ...message, failure: 'recipient_behind' as const }
        : message,
    );
  }

  async #messagesOf(unit: UnitOfWork, channel: Channel, { batch, waiting }: Batch): Promise<QueuedChannelMessage[]> {
    const { id: channelId, kind, language } = channel;
    const { mailDomain, pushRecipients } = this.deps;
    const { addresses = [] } = settingsOf(channel);
    const message = { channelId, batch, language, priority: Priority.URGENT, turn: 0, receiver: '' };
    if (kind === 'EMAIL') {
      const domain = mailDomain ?? 'localhost';
      return addresses.map((address) => ({
        ...message,
        queue: 'mail',
        messageId: `<${randomUUID()}@${domain}>`,
        address,
      }));
    }
    if (kind === 'WEB_PUSH') {
      return inTurn(await pushRecipients(unit), waiting).map(({ address, receiver, isStaff, turn }) => ({
        ...{ ...message, queue: 'push', messageId: randomUUID(), address, receiver, turn },
        priority: isStaff ? Priority.URGENT : Priority.PROMPT,
      }));
    }
    // Each channel counts as its own receiver. All channels are created by staff, and one that hangs must not delay
    // another at the same provider.
    const receiver = `channel ${channelId}`;
    return [{ ...message, queue: 'http', messageId: randomUUID(), address: null, receiver }];
  }
}

/** Number of pending messages by recipient address. */
type Waiting = ReadonlyMap<string, number>;

interface Batch {
  readonly batch: string;
  readonly waiting: Waiting;
}

/** Assigns each browser its turn, after all pending messages for the browsers of the same account. */
function inTurn(recipients: readonly PushRecipient[], waiting: Waiting) {
  const next = new Map<number, number>();
  for (const { userId, address } of recipients) {
    next.set(userId, (next.get(userId) ?? 0) + (waiting.get(address) ?? 0));
  }
  return recipients.map((recipient) => {
    const turn = next.get(recipient.userId) ?? 0;
    next.set(recipient.userId, turn + 1);
    return { ...recipient, turn };
  });
}

async function looseItems(unit: UnitOfWork, channelId: number): Promise<LooseItem[]> {
  return unit.find(
    OutboxItem,
    { channelId, batch: null },
    {
      fields: ['id', 'severity', 'heldBy'],
      orderBy: { id: 'asc' },
      limit: ITEMS_AT_ONCE,
      disableIdentityMap: true,
    },
  );
}

/** Records why items are held back; the first reason is kept. */
async function hold(unit: UnitOfWork, items: readonly LooseItem[], heldBy: HeldBy): Promise<void> {
  const ids = items.filter((item) => item.heldBy === null).map(({ id }) => id);
  if (ids.length > 0) await unit.nativeUpdate(OutboxItem, { id: { $in: ids } }, { heldBy });
}
