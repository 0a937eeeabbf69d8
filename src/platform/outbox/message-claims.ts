import type { EntityManager, FilterQuery } from '@mikro-orm/core';
import type { Clock } from '../../shared/time/clock.js';
import type { FailureReason } from './delivery-failure.js';
import { freeAt, RETRY_PERIOD_MS } from './outbox.js';
import { OutboxMessage, Priority, type QueueName } from './outbox-message.entity.js';
import { retryDelayMs } from './retry-delay.js';

/** Lifetime of a claim: longer than a try can take. A killed process's message waits that long. */
const CLAIM_SECONDS = 90;

/**
 * How long a receiver is reserved for a claimed message: longer than a request can take. If it were as long as a claim,
 * a killed process would block a large provider for all users for that time.
 */
const RECEIVER_SECONDS = 15;

/**
 * Maximum number of tries for a receiver that accepts connections but never answers, except for messages requested by
 * staff.
 */
const SILENT_TRIES = 5;

/** Upper bound on the delay that a receiver can request. */
const RETRY_AFTER_MAX_MS = 3_600_000;

/** Interval between tries to save a message's outcome while the database is unavailable, and their number. */
const SAVE_RETRY_MS = 1000;
const SAVE_TRIES = 600;
const SAVE_TRIES_AT_SHUTDOWN = 3;

const IN_TURN = { priority: 'asc', turn: 'asc', nextTryAt: 'asc', id: 'asc' } as const;

/** A message claimed by a worker, until the worker reports the outcome. */
export type ClaimedMessage = Readonly<OutboxMessage> & { readonly claimedUntil: Date };

/** A claim on a message, valid only if the message has not changed since `now`. */
interface ClaimAttempt {
  readonly unchanged: FilterQuery<OutboxMessage>;
  readonly claim: Pick<ClaimedMessage, 'claimedUntil' | 'tries' | 'triedUntil'>;
  readonly now: Date;
}

/** Reason why a message was not sent, and the delay that its receiver has requested. */
interface Failure {
  readonly reason: FailureReason | null;
  readonly detail: string;
  readonly retryAfterMs?: number;
  readonly isSilent?: boolean;
}

interface MessageClaimsDeps {
  readonly em: EntityManager;
  /** Takes an advisory lock on a key for the rest of the transaction, which must write before it reads. */
  readonly lockWithin: (unit: EntityManager, key: string) => Promise<void>;
  /**
   * `exceptHeld` returns the condition for mails that no limit currently holds back; undefined if none is held back.
   */
  readonly limits: { exceptHeld(): Promise<FilterQuery<OutboxMessage> | undefined> };
  readonly clock: Clock;
  /** Returns a number in [0, 1); `Math.random` by default. */
  readonly random?: () => number;
}

/**
 * Gives each due message to one worker at a time, whatever the number of processes (promise 35, promise 46). A claim is
 * a conditional update that succeeds only if no other worker has changed the row. A dead worker's claim expires.
 */
export class MessageClaims {
  #saveTries = SAVE_TRIES;

  constructor(private readonly deps: MessageClaimsDeps) {}

  /**
   * Claims the next due message of a queue; undefined if there is none. A receiver gets one message at a time, and
   * mails held back by a limit are skipped.
   */
  async next(queue: QueueName, { urgentOnly = false } = {}): Promise<ClaimedMessage | undefined> {
    const busy: string[] = [];
    const allowed = queue === 'mail' && !urgentOnly ? await this.deps.limits.exceptHeld() : undefined;
    for (;;) {
      const em = this.deps.em.fork();
      const now = this.deps.clock.steady();
      const narrowed = {
        ...(urgentOnly && { priority: Priority.URGENT }),
        ...(busy.length > 0 && { receiver: { $nin: busy } }),
      };
      const isDue = { queue, ...narrowed, state: 'waiting' as const, nextTryAt: { $lte: now } };
      const due = { $and: [isDue, freeAt(now), ...(allowed ? [allowed] : [])] };
      const [message] = await em.find(OutboxMessage, due, { orderBy: IN_TURN, limit: 1 });
      if (!message) return undefined;
      const claim = createClaim(message, now);
      const unchanged = { $and: [{ id: message.id, tries: message.tries }, due] };
      const isClaimed =
        message.receiver === ''
          ? (await this.deps.em.fork().nativeUpdate(OutboxMessage, unchanged, claim)) === 1
          : await this.#claimReceiver(message, { unchanged, claim, now });
      if (isClaimed) return { ...message, ...claim };
      if (message.receiver !== '') busy.push(message.receiver);
    }
  }

  /**
   * Claims a message unless a process is already sending another one to its receiver, or the receiver is a channel that
   * has asked for a pause. Push services are excepted, since their requests to pause concern a single browser, which
   * may belong to anyone.
   */
  async #claimReceiver(
    { id, queue, receiver, tries, triedUntil }: OutboxMessage,
    { unchanged, claim, now }: ClaimAttempt,
  ): Promise<boolean> {
    const stillBusy = new Date(now.getTime() + (CLAIM_SECONDS - RECEIVER_SECONDS) * 1000);
    return this.deps.em.fork().transactional(async (unit) => {
      await this.deps.lockWithin(unit, `messages to ${receiver}`);
      if ((await unit.nativeUpdate(OutboxMessage, unchanged, claim)) === 0) return false;
      const isBusy = { claimedUntil: { $gt: stillBusy } };
      const keeps = queue === 'http' ? { $or: [isBusy, { putOffUntil: { $gt: now } }] } : isBusy;
      const others = { state: 'waiting' as const, receiver, id: { $ne: id } };
      if ((await unit.count(OutboxMessage, { $and: [others, keeps] })) === 0) return true;
      await unit.nativeUpdate(OutboxMessage, { id }, { claimedUntil: null, tries, triedUntil });
      return false;
    });
  }

  async sent(message: ClaimedMessage, detail = ''): Promise<void> {
    await this.#save(message, { state: 'sent', settledAt: this.deps.clock.steady(), reason: null, detail });
  }

  /** Saves a final failure; the message is not retried. */
  async failed(message: ClaimedMessage, { reason, detail }: Failure): Promise<void> {
    await this.#save(message, { state: 'failed', settledAt: this.deps.clock.steady(), reason, detail });
  }

  async cancelled(message: ClaimedMessage, { reason, detail }: Failure): Promise<void> {
    await this.#save(message, { state: 'cancelled', settledAt: this.deps.clock.steady(), reason, detail });
  }

  /**
   * Schedules the next try. The message fails after its last try, or after a few tries if its receiver never answers.
   *
   * @returns the time of the next try, or undefined if the message has failed.
   */
  async postpone(message: ClaimedMessage, failure: Failure): Promise<Date | undefined> {
    const now = this.deps.clock.steady();
    const isGivenUp = failure.isSilent && message.priority !== Priority.URGENT && message.tries >= SILENT_TRIES;
    if (now >= message.triedUntil || isGivenUp) {
      await this.failed(message, failure);
      return undefined;
    }
    const { reason, detail, retryAfterMs = 0 } = failure;
    const pauseMs = Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
    const delayMs = Math.max(retryDelayMs(message, this.deps.random), pauseMs);
    const nextTryAt = new Date(Math.min(now.getTime() + delayMs, message.triedUntil.getTime()));
    const putOffUntil = pauseMs > 0 ? new Date(now.getTime() + pauseMs) : null;
    await this.#save(message, { nextTryAt, putOffUntil, turn: message.turn + 1, reason, detail });
    return nextTryAt;
  }

  /** Releases the claim on a message that was not tried. */
  async giveBack(message: ClaimedMessage): Promise<void> {
    await this.#save(message, { tries: message.tries - 1 });
  }

  /** Deletes a message whose recipient no longer exists. */
  async drop({ id }: ClaimedMessage): Promise<void> {
    await this.deps.em.fork().nativeDelete(OutboxMessage, { id });
  }

  /** Limits retries of saving an outcome to a few, for the shutdown. */
  hurry(): void {
    this.#saveTries = SAVE_TRIES_AT_SHUTDOWN;
  }

  /**
   * Saves a message's outcome, retrying when the database rejects the update, since a sent message would otherwise be
   * sent again.
   */
  async #save({ id, claimedUntil, channelId }: ClaimedMessage, changes: Partial<OutboxMessage>): Promise<void> {
    // Addresses that someone typed are kept no longer than necessary.
    const forgets = channelId === null && changes.settledAt ? { address: null } : {};
    for (let tries = 1; ; tries += 1) {
      try {
        // If the claim has expired, another worker may have the message.
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

/**
 * Returns the values that claim a message. A welcome mail's retry period starts with its first try, however long it has
 * waited for its turn.
 */
function createClaim({ tries, kind, channelId, triedUntil }: OutboxMessage, now: Date): ClaimAttempt['claim'] {
  const claimedUntil = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const isFirst = tries === 0 && kind === 'welcome' && channelId === null;
  const untilMs = Math.max(triedUntil.getTime(), isFirst ? now.getTime() + RETRY_PERIOD_MS : 0);
  return { claimedUntil, tries: tries + 1, triedUntil: new Date(untilMs) };
}
