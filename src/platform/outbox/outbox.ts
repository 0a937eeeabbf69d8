import { randomUUID } from 'node:crypto';
import type { EntityManager, FilterQuery } from '@mikro-orm/core';
import type { Language } from '../../i18n/catalogues.js';
import { NotFound } from '../../shared/errors/errors.js';
import { ID_MAX } from '../../shared/id-max.js';
import { type Page, type PageRequest, pageOf, rowsFor } from '../../shared/page.js';
import type { Clock } from '../../shared/time/clock.js';
import type { FailureReason } from './delivery-failure.js';
import { OutboxItem } from './outbox-item.entity.js';
import { type MailKind, type MessageState, OutboxMessage, Priority, type QueueName } from './outbox-message.entity.js';

/** For how long a message is tried, from when it was queued or a retry was requested. */
export const RETRY_PERIOD_MS = 24 * 3_600_000;

/** How long a message that is settled stays in the list. */
const RETENTION_DAYS = { sent: 14, cancelled: 14, failed: 90 } as const;

const DAY_MS = 86_400_000;

const PRIORITY_OF_MAILS: Readonly<Record<MailKind, Priority>> = {
  password_reset: Priority.PROMPT,
  codes_refused: Priority.PROMPT,
  address_changed: Priority.PROMPT,
  invitation: Priority.ROUTINE,
  welcome: Priority.BULK,
};

/** A mail to a person. */
export interface QueuedMail {
  /** What it is about; the welcome of an account by default. */
  readonly kind?: MailKind;
  /** The account it is for; null where that is not known yet, or there is none. */
  readonly userId: number | null;
  /** Where it goes, where it is for no account. Forgotten once the mail is settled. */
  readonly address?: string;
  readonly invitationId?: number;
  /** Left side of the Message-ID, where the mail must not be queued twice; a random one by default. */
  readonly mailId?: string;
  /** For how long it is tried, in ms; a day by default. */
  readonly triedMs?: number;
  readonly language: Language;
  /** The domain of the sender: the right side of the Message-ID. */
  readonly domain: string;
}

/** What one recipient of a channel is told: all items of a batch. */
export interface QueuedChannelMessage {
  readonly channelId: number;
  readonly queue: QueueName;
  readonly priority: Priority;
  readonly turn: number;
  readonly receiver: string;
  readonly batch: string;
  /** What tells it from all others; of a mail, with angle brackets. */
  readonly messageId: string;
  readonly address: string | null;
  readonly language: Language;
  /** Why it has failed before it is tried, where it has. Staff can have it tried all the same. */
  readonly failure?: FailureReason;
}

interface OutboxDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  /** Deletes rows of a table in batches; `where` is SQL with `?` for each value. */
  readonly deleteRows: (rows: {
    readonly table: string;
    readonly where: string;
    readonly values: readonly unknown[];
  }) => Promise<unknown>;
}

/**
 * Messages that wait to be sent, and what has become of others: mails to accounts, and what channels are told (contract 7,
 * 12, promise 35, promise 46). What they are about is put there in the transaction of the event; a worker of any process
 * sends them. Time is the clock's steady time.
 */
export class Outbox {
  readonly #listeners: (() => void)[] = [];

  constructor(private readonly deps: OutboxDeps) {}

  /** Adds a mail to the caller's unit of work; the caller commits it and then calls {@link announce}. */
  put(unit: EntityManager, { domain, triedMs, mailId = randomUUID(), ...mail }: QueuedMail): void {
    const now = this.deps.clock.steady();
    const messageId = `<${mailId}@${domain}>`;
    const priority = PRIORITY_OF_MAILS[mail.kind ?? 'welcome'];
    const row = { ...mail, priority, messageId, queuedAt: now, ...retryPeriodFrom(now, triedMs) };
    unit.create(OutboxMessage, row, { persist: true });
  }

  /** Adds what the recipients of a channel are told, in the caller's transaction. */
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
   * Ends what waits for a channel that is gone or switched off, in the caller's transaction. What is being sent just now
   * ends by itself.
   */
  async cancelChannel(unit: EntityManager, channelId: number): Promise<void> {
    const settledAt = this.deps.clock.steady();
    const changes = { state: 'cancelled', settledAt, reason: 'channel_gone', detail: '' } as const;
    await unit.nativeUpdate(OutboxMessage, { $and: [{ channelId, state: 'waiting' }, freeAt(settledAt)] }, changes);
    await unit.nativeDelete(OutboxItem, { channelId, batch: null });
  }

  /** Wakes the workers of this process, so that a message need not wait for the next poll. */
  announce(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener when this process has queued something. */
  whenAnnounced(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The messages in a state, or all; the newest first. */
  async page(
    { first, after }: PageRequest<readonly [number]>,
    state: MessageState | undefined,
  ): Promise<Page<OutboxMessage>> {
    const before = after && { id: { $lt: Math.min(after[0], ID_MAX) } };
    const where: FilterQuery<OutboxMessage> = { ...(state && { state }), ...before };
    const options = { orderBy: { id: 'desc' }, limit: rowsFor({ first }) } as const;
    return pageOf(await this.deps.em.fork().find(OutboxMessage, where, options), first, ({ id }) => [id]);
  }

  /** How many messages are in a state. */
  count(state: MessageState): Promise<number> {
    return this.deps.em.fork().count(OutboxMessage, { state });
  }

  /**
   * Has a message tried at once, and for another day, in the caller's unit of work; the caller commits it and then calls
   * {@link announce}. It may have failed for good, or be due later.
   *
   * @returns the message. @throws {NotFound} when there is none with this id, or it has been sent or cancelled.
   */
  async retry(unit: EntityManager, id: number): Promise<OutboxMessage> {
    const changed = await this.#retry(unit, { id });
    const message = await unit.findOne(OutboxMessage, { id }, { disableIdentityMap: true });
    // A waiting one that was not changed is claimed by a worker, which is sending it just now.
    if (!message || (changed === 0 && message.state !== 'waiting')) throw new NotFound('mail.noSuchMail');
    return message;
  }

  /** As {@link retry}, for every message that has failed at least once. @returns how many. */
  retryAll(unit: EntityManager): Promise<number> {
    return this.#retry(unit, { $or: [{ state: 'failed' }, { tries: { $gt: 0 } }] });
  }

  /** Deletes messages that were settled long ago, and the items that they told of; some at a time. */
  async prune(): Promise<void> {
    const now = this.deps.clock.steady().getTime();
    for (const [state, days] of Object.entries(RETENTION_DAYS)) {
      const values = [state, new Date(now - days * DAY_MS)];
      const where = 'state = ? and settled_at <= ?';
      await this.deps.deleteRows({ table: 'outbox_messages', where, values });
    }
    // No item is younger than a message that told of it.
    const told = `queued_at <= ? and batch is not null
      and not exists (select 1 from outbox_messages m where m.batch = outbox_items.batch)`;
    const values = [new Date(now - RETENTION_DAYS.sent * DAY_MS)];
    await this.deps.deleteRows({ table: 'outbox_items', where: told, values });
  }

  #retry(unit: EntityManager, which: FilterQuery<OutboxMessage>): Promise<number> {
    const now = this.deps.clock.steady();
    const unsent = { state: { $in: ['waiting', 'failed'] as MessageState[] } };
    const where = { $and: [which, unsent, freeAt(now)] } as FilterQuery<OutboxMessage>;
    const changes = { state: 'waiting', tries: 0, settledAt: null, ...retryPeriodFrom(now) } as const;
    return unit.nativeUpdate(OutboxMessage, where, changes);
  }
}

/** The condition for messages that no worker has claimed. */
export function freeAt(now: Date): FilterQuery<OutboxMessage> {
  return { $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }] };
}

function retryPeriodFrom(now: Date, periodMs = RETRY_PERIOD_MS) {
  return { nextTryAt: now, triedUntil: new Date(now.getTime() + periodMs) };
}
