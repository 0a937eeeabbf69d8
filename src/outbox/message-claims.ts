import type { EntityManager, FilterQuery } from '@mikro-orm/core';
import type { Clock } from '../shared/time/clock.js';
import { type FailureReason, NotSent } from './delivery-failure.js';
import { freeAt } from './outbox.js';
import { type MailKind, OutboxMessage, type QueueName } from './outbox-message.entity.js';
import { retryDelayMs } from './retry-delay.js';

/** How long a claim is valid: longer than a try can take. A message of a killed process waits for as long. */
const CLAIM_SECONDS = 90;

/** The most mails of each kind to an address within {@link RECIPIENT_INTERVAL_MS} (promise 45). */
const MAILS_AN_HOUR: Readonly<Record<MailKind, number>> = {
  welcome: 1,
  password_reset: 3,
  invitation: 3,
  codes_refused: 3,
  address_changed: 3,
};

/** An hour, and the minute that a try may take. */
const RECIPIENT_INTERVAL_MS = 61 * 60_000;

/** The longest that a receiver can put off a message. */
const RETRY_AFTER_MAX_MS = 3_600_000;

/** Interval and number of the tries to save the outcome of a message while the database is unavailable. */
const SAVE_RETRY_MS = 1000;
const SAVE_TRIES = 600;
const SAVE_TRIES_AT_SHUTDOWN = 3;

/** A message that one worker has claimed, until it reports the outcome. */
export type ClaimedMessage = Readonly<OutboxMessage> & { readonly claimedUntil: Date };

/** A claim on a message, valid only while the message is as it was found at `now`. */
interface ClaimAttempt {
  readonly unchanged: FilterQuery<OutboxMessage>;
  readonly claim: Pick<ClaimedMessage, 'claimedUntil' | 'tries'>;
  readonly now: Date;
}

/** Why a message was not sent, and for how long its receiver wants to be left alone. */
interface Failure {
  readonly reason: FailureReason | null;
  readonly detail: string;
  readonly retryAfterMs?: number;
}

interface MessageClaimsDeps {
  readonly em: EntityManager;
  /** Takes an advisory lock on a key for the length of a transaction, which must write before it reads. */
  readonly lockWithin: (unit: EntityManager, key: string) => Promise<void>;
  readonly clock: Clock;
  /** A number from 0 to 1; `Math.random` by default. */
  readonly random?: () => number;
}

/**
 * Gives each message that is due to one worker at a time, whatever the number of processes (promise 35, promise 46). A claim
 * is a row that was changed under the condition that nobody else had changed it. The claim of a worker that dies expires.
 */
export class MessageClaims {
  #saveTries = SAVE_TRIES;

  constructor(private readonly deps: MessageClaimsDeps) {}

  /** The message of a queue that has been due for longest; undefined when none is. Of a channel, one at a time by HTTP. */
  async next(queue: QueueName): Promise<ClaimedMessage | undefined> {
    const busyChannels: number[] = [];
    for (;;) {
      const em = this.deps.em.fork();
      const now = this.deps.clock.steady();
      const notBusy = busyChannels.length > 0 && { channelId: { $nin: busyChannels } };
      const due = { $and: [{ queue, ...notBusy, state: 'waiting' as const, nextTryAt: { $lte: now } }, freeAt(now)] };
      const [message] = await em.find(OutboxMessage, due, { orderBy: { nextTryAt: 'asc', id: 'asc' }, limit: 1 });
      if (!message) return undefined;
      const claim = { claimedUntil: new Date(now.getTime() + CLAIM_SECONDS * 1000), tries: message.tries + 1 };
      const unchanged = { $and: [{ id: message.id, tries: message.tries }, due] };
      const isClaimed =
        queue === 'http'
          ? await this.#claimChannel(message, { unchanged, claim, now })
          : (await this.deps.em.fork().nativeUpdate(OutboxMessage, unchanged, claim)) === 1;
      if (isClaimed) return { ...message, ...claim };
      if (queue === 'http' && message.channelId !== null) busyChannels.push(message.channelId);
    }
  }

  /** Claims a message unless another of its channel is being sent, by whatever process. */
  async #claimChannel(
    { id, channelId, tries }: OutboxMessage,
    { unchanged, claim, now }: ClaimAttempt,
  ): Promise<boolean> {
    return this.deps.em.fork().transactional(async (unit) => {
      await this.deps.lockWithin(unit, `messages to channel ${channelId}`);
      if ((await unit.nativeUpdate(OutboxMessage, unchanged, claim)) === 0) return false;
      // What is settled is claimed by nobody; an index knows what is not.
      const others = { channelId, settledAt: null, id: { $ne: id }, claimedUntil: { $gt: now } };
      if ((await unit.count(OutboxMessage, others)) === 0) return true;
      await unit.nativeUpdate(OutboxMessage, { id }, { claimedUntil: null, tries });
      return false;
    });
  }

  /**
   * Records that a mail is about to be sent to a recipient (`recipientKey`). If as many of its kind were sent there within
   * the last hour as may be, the mail is deleted instead: strangers who type somebody's address must not flood the mailbox.
   *
   * @returns whether the mail may be sent. @throws {NotSent} when the claim has expired.
   */
  reserveRecipient({ id, claimedUntil, kind }: ClaimedMessage, recipient: string): Promise<boolean> {
    const now = this.deps.clock.steady();
    const since = new Date(now.getTime() - RECIPIENT_INTERVAL_MS);
    return this.deps.em.fork().transactional(async (unit) => {
      // Of two concurrent processes, the second must see what the first has written.
      await this.deps.lockWithin(unit, `mail to ${recipient}`);
      const changed = await unit.nativeUpdate(OutboxMessage, { id, claimedUntil }, { recipient, triedAt: now });
      // The claim has expired, and another worker may have the mail by now.
      if (changed === 0) throw new NotSent('too_slow');
      const others = await unit.count(OutboxMessage, { recipient, kind, triedAt: { $gt: since }, id: { $ne: id } });
      const isAllowed = others < MAILS_AN_HOUR[kind];
      if (!isAllowed) await unit.nativeDelete(OutboxMessage, { id });
      return isAllowed;
    });
  }

  /** Saves that a message was sent. */
  async sent(message: ClaimedMessage, detail = ''): Promise<void> {
    await this.#save(message, { state: 'sent', settledAt: this.deps.clock.steady(), reason: null, detail });
  }

  /** Saves that a message has failed and is not tried again. */
  async failed(message: ClaimedMessage, { reason, detail }: Failure): Promise<void> {
    await this.#save(message, { state: 'failed', settledAt: this.deps.clock.steady(), reason, detail });
  }

  /** Saves that nobody is to get the message any more. */
  async cancelled(message: ClaimedMessage, { reason, detail }: Failure): Promise<void> {
    await this.#save(message, { state: 'cancelled', settledAt: this.deps.clock.steady(), reason, detail });
  }

  /** Schedules the next try, or lets the message fail after its last one. @returns when, or undefined if it has failed. */
  async postpone(message: ClaimedMessage, failure: Failure): Promise<Date | undefined> {
    const now = this.deps.clock.steady();
    if (now >= message.triedUntil) {
      await this.failed(message, failure);
      return undefined;
    }
    const { reason, detail, retryAfterMs = 0 } = failure;
    const delayMs = Math.max(retryDelayMs(message, this.deps.random), Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
    const nextTryAt = new Date(Math.min(now.getTime() + delayMs, message.triedUntil.getTime()));
    await this.#save(message, { nextTryAt, reason, detail });
    return nextTryAt;
  }

  /** Releases the claim on a message that was not tried after all. */
  async giveBack(message: ClaimedMessage): Promise<void> {
    await this.#save(message, { tries: message.tries - 1 });
  }

  /** Deletes the message, because its account no longer exists. */
  async drop({ id }: ClaimedMessage): Promise<void> {
    await this.deps.em.fork().nativeDelete(OutboxMessage, { id });
  }

  /** From now on, an outcome that cannot be saved is retried a few times only. For the shutdown. */
  hurry(): void {
    this.#saveTries = SAVE_TRIES_AT_SHUTDOWN;
  }

  /** Retries when the database does not take the update: otherwise what was sent would be sent again. */
  async #save({ id, claimedUntil, channelId }: ClaimedMessage, changes: Partial<OutboxMessage>): Promise<void> {
    // An address that somebody typed is kept no longer than it takes.
    const forgets = channelId === null && changes.settledAt ? { address: null } : {};
    for (let tries = 1; ; tries += 1) {
      try {
        // When the claim has expired, another worker may have it by now.
        await this.deps.em
          .fork()
          .nativeUpdate(OutboxMessage, { id, claimedUntil }, { ...changes, ...forgets, claimedUntil: null });
        return;
      } catch (error) {
        if (tries >= this.#saveTries) throw error;
        await this.deps.clock.wait(SAVE_RETRY_MS);
      }
    }
  }
}
