import { randomUUID } from 'node:crypto';
import type { EntityManager, FilterQuery } from '@mikro-orm/core';
import type { Language } from '../i18n/catalogues.js';
import type { Clock } from '../shared/clock.js';
import { ID_MAX } from '../shared/id-max.js';
import { type Page, type PageRequest, pageOf, rowsFor } from '../shared/page.js';
import { NoSuchMail } from './mail.errors.js';
import { type MailState, OutboxMail } from './outbox-mail.entity.js';

/** For how long a mail is tried, from when it was queued or a retry was requested. */
const RETRY_PERIOD_MS = 24 * 3_600_000;

/** How long a mail that was sent, or has failed, stays in the list. */
const SENT_RETENTION_DAYS = 14;
const FAILED_RETENTION_DAYS = 90;

const DAY_MS = 86_400_000;

/** What is to be sent, and to whom. */
export interface QueuedMail {
  readonly userId: number;
  readonly language: Language;
  /** The domain of the sender: the right side of the Message-ID. */
  readonly domain: string;
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
 * Mails that wait to be sent, and what has become of others (contract 7, promise 35). A mail is put there in the
 * transaction of the event that it is about; a worker of any process sends it. Time is the clock's steady time.
 */
export class Outbox {
  readonly #listeners: (() => void)[] = [];

  constructor(private readonly deps: OutboxDeps) {}

  /** Adds a mail to the caller's unit of work; the caller commits it and then calls {@link announce}. */
  put(unit: EntityManager, { userId, language, domain }: QueuedMail): void {
    const now = this.deps.clock.steady();
    unit.create(
      OutboxMail,
      { messageId: `<${randomUUID()}@${domain}>`, userId, language, queuedAt: now, ...retryPeriodFrom(now) },
      { persist: true },
    );
  }

  /** Wakes the worker of this process, so that a mail need not wait for the next poll. */
  announce(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener when this process has queued a mail. */
  whenAnnounced(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The mails in a state, or all; the newest first. */
  async page(
    { first, after }: PageRequest<readonly [number]>,
    state: MailState | undefined,
  ): Promise<Page<OutboxMail>> {
    const before = after && { id: { $lt: Math.min(after[0], ID_MAX) } };
    const where: FilterQuery<OutboxMail> = { ...(state && { state }), ...before };
    const options = { orderBy: { id: 'desc' }, limit: rowsFor({ first }) } as const;
    return pageOf(await this.deps.em.fork().find(OutboxMail, where, options), first, ({ id }) => [id]);
  }

  /** How many mails are in a state. */
  count(state: MailState): Promise<number> {
    return this.deps.em.fork().count(OutboxMail, { state });
  }

  /**
   * Has a mail tried at once, and for another day, in the caller's unit of work; the caller commits it and then calls
   * {@link announce}. The mail may have failed for good, or be due later.
   *
   * @returns the mail. @throws {NoSuchMail} when there is none with this id, or it has been sent.
   */
  async retry(unit: EntityManager, id: number): Promise<OutboxMail> {
    const changed = await this.#retry(unit, { id });
    const mail = await unit.findOne(OutboxMail, { id }, { disableIdentityMap: true });
    // A waiting mail that was not changed is claimed by a worker, which is sending it just now.
    if (!mail || (changed === 0 && mail.state !== 'waiting')) throw new NoSuchMail();
    return mail;
  }

  /** As {@link retry}, for every mail that has failed at least once. @returns how many. */
  retryAll(unit: EntityManager): Promise<number> {
    return this.#retry(unit, { $or: [{ state: 'failed' }, { tries: { $gt: 0 } }] });
  }

  /** Deletes mails that were sent two weeks ago or failed three months ago, some at a time. */
  async prune(): Promise<void> {
    const now = this.deps.clock.steady().getTime();
    for (const [state, days] of [
      ['sent', SENT_RETENTION_DAYS],
      ['failed', FAILED_RETENTION_DAYS],
    ] as const) {
      const values = [state, new Date(now - days * DAY_MS)];
      await this.deps.deleteRows({ table: 'outbox_mails', where: 'state = ? and settled_at <= ?', values });
    }
  }

  #retry(unit: EntityManager, which: FilterQuery<OutboxMail>): Promise<number> {
    const now = this.deps.clock.steady();
    const unsent = { state: { $in: ['waiting', 'failed'] as MailState[] } };
    const where = { $and: [which, unsent, freeAt(now)] } as FilterQuery<OutboxMail>;
    const changes = { state: 'waiting', tries: 0, settledAt: null, ...retryPeriodFrom(now) } as const;
    return unit.nativeUpdate(OutboxMail, where, changes);
  }
}

/** The condition for mails that no worker has claimed. */
export function freeAt(now: Date): FilterQuery<OutboxMail> {
  return { $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }] };
}

function retryPeriodFrom(now: Date) {
  return { nextTryAt: now, triedUntil: new Date(now.getTime() + RETRY_PERIOD_MS) };
}
