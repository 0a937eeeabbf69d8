import { randomUUID } from 'node:crypto';
import type { EntityManager, FilterQuery } from '@mikro-orm/core';
import type { Language } from '../../i18n/catalogues.js';
import { NotFound } from '../../shared/errors/errors.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../shared/page.js';
import type { Clock } from '../../shared/time/clock.js';
import type { FailureReason } from './delivery-failure.js';
import { OutboxItem } from './outbox-item.entity.js';
import { type MailKind, type MessageState, OutboxMessage, Priority, type QueueName } from './outbox-message.entity.js';

/** Retry period of a message, from when it was queued or a retry was requested. */
export const RETRY_PERIOD_MS = 24 * 3_600_000;

/** How many days settled messages stay in the list, by state. */
const RETENTION_DAYS = { sent: 14, cancelled: 14, failed: 90 } as const;

const DAY_MS = 86_400_000;

const PRIORITY_OF_MAILS: Readonly<Record<MailKind, Priority>> = {
  password_reset: Priority.PROMPT,
  codes_refused: Priority.PROMPT,
  address_changed: Priority.PROMPT,
  invitation: Priority.ROUTINE,
  welcome: Priority.BULK,
};

export interface QueuedMail {
  /** Kind of the mail; an account's welcome mail by default. */
  readonly kind?: MailKind;
  /** Receiving account; null if unknown or none. */
  readonly userId: number | null;
  /** Recipient of a mail without an account. Deleted once the mail is settled. */
  readonly address?: string;
  readonly invitationId?: number;
  /** Left-hand side of the Message-ID, for mails that must not be queued twice; random by default. */
  readonly mailId?: string;
  /** Retry period in ms; a day by default. */
  readonly triedMs?: number;
  readonly language: Language;
  /** The sender's domain, which becomes the right-hand side of the Message-ID. */
  readonly domain: string;
}

/** A message to one recipient of a channel, with all items of a batch. */
export interface QueuedChannelMessage {
  readonly channelId: number;
  readonly queue: QueueName;
  readonly priority: Priority;
  readonly turn: number;
  readonly receiver: string;
  readonly batch: string;
  /** Unique; includes the angle brackets for mails. */
  readonly messageId: string;
  readonly address: string | null;
  readonly language: Language;
  /** Reason for queueing it as failed before any try. Staff can still have it tried. */
  readonly failure?: FailureReason;
}

interface OutboxDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  /** Deletes a table's rows in batches; `where` is SQL with `?` for each value. */
  readonly deleteRows: (rows: {
    readonly table: string;
    readonly where: string;
    readonly values: readonly unknown[];
  }) => Promise<unknown>;
}

/**
 * Messages waiting to be sent, and the outcome of others: mails to accounts, and messages to channels (contract 7, 12,
 * promise 35, promise 46). Messages are queued in the transaction of the event that causes them, and a worker in any
 * process sends them. All times are on the clock's steady time.
 */
export class Outbox {
  readonly #listeners: (() => void)[] = [];

  constructor(private readonly deps: OutboxDeps) {}

  /** Adds a mail to the caller's unit of work, which the caller must commit before calling {@link announce}. */
  put(unit: EntityManager, { domain, triedMs, mailId = randomUUID(), ...mail }: QueuedMail): void {
    const now = this.deps.clock.steady();
    const messageId = `<${mailId}@${domain}>`;
    const priority = PRIORITY_OF_MAILS[mail.kind ?? 'welcome'];
    const row = { ...mail, priority, messageId, queuedAt: now, ...retryPeriodFrom(now, triedMs) };
    unit.create(OutboxMessage, row, { persist: true });
  }

  /** Adds messages to a channel's recipients, in the caller's transaction. */
  async putForChannel(unit: EntityManager, messages: readonly QueuedChannelMessage[]): Promise<void> {
    const now = this.deps.clock.steady();
    const rows = messages.map(({ failure, ...message }) => ({
      ...message,
      queuedAt: now,
      ...retryPeriodFrom(now),
      ...(failure && { state: 'failed' as const, settledAt: now, reason: failure }),
    }));
    await unit.insertMany(
      OutboxMessage,
      rows.map((row) => unit.create(OutboxMessage, row, { persist: false })),
    );
  }

  /**
   * Cancels a channel's waiting messages and items when it is deleted or switched off, in the caller's transaction.
   * Messages being sent run to completion.
   */
  async cancelChannel(unit: EntityManager, channelId: number): Promise<void> {
    const settledAt = this.deps.clock.steady();
    const changes = { state: 'cancelled', settledAt, reason: 'channel_gone', detail: '' } as const;
    await unit.nativeUpdate(OutboxMessage, { $and: [{ channelId, state: 'waiting' }, freeAt(settledAt)] }, changes);
    await unit.nativeDelete(OutboxItem, { channelId, batch: null });
  }

  /** Wakes this process's workers, which would otherwise find a new message only at the next poll. */
  announce(): void {
    for (const listener of this.#listeners) listener();
  }

  whenAnnounced(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Returns a page of messages, in one state or all, newest first. */
  async page(request: PageRequest<readonly [number]>, state: MessageState | undefined): Promise<Page<OutboxMessage>> {
    const { order, bound } = keysetOf(request, 'desc');
    const where: FilterQuery<OutboxMessage> = { ...(state && { state }), ...(bound && { id: bound }) };
    const options = { orderBy: { id: order }, limit: rowsFor(request) } as const;
    return pageOf(await this.deps.em.fork().find(OutboxMessage, where, options), request, ({ id }) => [id]);
  }

  count(state: MessageState): Promise<number> {
    return this.deps.em.fork().count(OutboxMessage, { state });
  }

  /**
   * Schedules a message for immediate sending, with another day of retries. The message may have failed for good, or be
   * due later. The change joins the caller's unit of work, which the caller must commit before calling {@link
   * announce}.
   *
   * @returns the message. @throws {NotFound} for an unknown id, or if the message was sent or cancelled.
   */
  async retry(unit: EntityManager, id: number): Promise<OutboxMessage> {
    const changed = await this.#retry(unit, { id });
    const message = await unit.findOne(OutboxMessage, { id }, { disableIdentityMap: true });
    // A waiting message that did not change is claimed by a worker that is already sending it.
    if (!message || (changed === 0 && message.state !== 'waiting')) throw new NotFound('mail.noSuchMail');
    return message;
  }

  /** Like {@link retry}, for every message that has failed at least once. @returns how many there are. */
  retryAll(unit: EntityManager): Promise<number> {
    return this.#retry(unit, { $or: [{ state: 'failed' }, { tries: { $gt: 0 } }] });
  }

  /** Deletes messages that were settled long ago, and their items, in batches. */
  async prune(): Promise<void> {
    const now = this.deps.clock.steady().getTime();
    for (const [state, days] of Object.entries(RETENTION_DAYS)) {
      const values = [state, new Date(now - days * DAY_MS)];
      const where = 'state = ? and settled_at <= ?';
      await this.deps.deleteRows({ table: 'outbox_messages', where, values });
    }
    // No item is newer than the message that contains it.
    const told = `queued_at <= ? and batch is not null
      and not exists (select 1 from outbox_messages m where m.batch = outbox_items.batch)`;
    const values = [new Date(now - RETENTION_DAYS.sent * DAY_MS)];
    await this.deps.deleteRows({ table: 'outbox_items', where: told, values });
  }

  #retry(unit: EntityManager, which: FilterQuery<OutboxMessage>): Promise<number> {
    const now = this.deps.clock.steady();
    const unsent = { state: { $in: ['waiting', 'failed'] as MessageState[] } };
    const where = { $and: [which, unsent, freeAt(now)] } as FilterQuery<OutboxMessage>;
    const changes = {
      state: 'waiting',
      tries: 0,
      settledAt: null,
      putOffUntil: null,
      ...retryPeriodFrom(now),
    } as const;
    return unit.nativeUpdate(OutboxMessage, where, changes);
  }
}

/** Returns the condition for messages that no worker has claimed. */
export function freeAt(now: Date): FilterQuery<OutboxMessage> {
  return { $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }] };
}

function retryPeriodFrom(now: Date, periodMs = RETRY_PERIOD_MS) {
  return { nextTryAt: now, triedUntil: new Date(now.getTime() + periodMs) };
}
