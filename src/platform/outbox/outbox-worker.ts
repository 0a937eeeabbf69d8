import { setImmediate } from 'node:timers/promises';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Logger } from '../../shared/logger.js';
import type { Clock, Stop } from '../../shared/time/clock.js';
import { NotSent, NotWanted, Rejected } from './delivery-failure.js';
import type { ClaimedMessage, MessageClaims } from './message-claims.js';
import type { Outbox } from './outbox.js';
import { Priority, type QueueName } from './outbox-message.entity.js';

/** Interval for finding messages that other processes have queued, or that have become due. */
const POLL_MS = 5000;

/** Time limit for one try; must be shorter than a claim's lifetime. */
const TRY_SECONDS = 60;

/** Time given to messages in progress when the service stops. */
const GRACE_MS = 5000;

/**
 * Sends a message. Resolves to the receiver's answer, for staff, or to null if the message was not sent because it was
 * dropped or put back in the queue.
 *
 * @throws {Rejected | NotSent | NotWanted}
 */
export type Deliver = (message: ClaimedMessage, signal: AbortSignal) => Promise<string | null>;

export interface QueueRules {
  readonly queue: QueueName;
  readonly atOnce: number;
  /**
   * Number of the `atOnce` slots that are reserved for urgent messages, which slow receivers of other messages
   * therefore cannot delay.
   */
  readonly reserved: number;
  /**
   * Pause after a provider's failure, which would affect any other message too. Urgent messages pause only after the
   * failure of an urgent one, since other failures may be due to a recipient that anyone could have chosen.
   */
  readonly pauseSeconds: number;
}

interface OutboxWorkerDeps extends QueueRules {
  readonly outbox: Pick<Outbox, 'whenAnnounced'>;
  readonly claims: MessageClaims;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly report: ReportFailure;
}

/** Sends the messages of one outbox queue: this process's own immediately, others when it polls. */
export class OutboxWorker {
  readonly #stopping = new AbortController();
  readonly #senders = new Set<Promise<void>>();
  #stopPolling: Stop = () => {};
  #grace: Promise<void> | undefined;
  /** Number of times a search for messages was requested. */
  #calls = 0;
  #isStopped = true;
  readonly #pausedUntilMs = { urgent: 0, others: 0 };
  /** Number of senders that are looking for any message, or sending one that is not urgent. */
  #others = 0;
  #failing = false;

  constructor(private readonly deps: OutboxWorkerDeps) {
    deps.outbox.whenAnnounced(() => this.#poll());
  }

  start(): void {
    this.#isStopped = false;
    this.#grace = undefined;
    this.#stopPolling = this.deps.clock.every(POLL_MS, () => this.#poll());
    this.#poll();
  }

  /** Stops starting new messages. Those in progress may take five more seconds. */
  beginShutdown(): void {
    this.#isStopped = true;
    this.#stopPolling();
    if (this.#senders.size > 0) this.#grace ??= this.deps.clock.wait(GRACE_MS);
  }

  /** Waits for messages in progress. Slow ones are released and sent at the next start. */
  async stop(): Promise<void> {
    this.beginShutdown();
    if (this.#senders.size === 0) return;
    const ended = Promise.all(this.#senders);
    await Promise.race([ended, this.#grace]);
    this.#stopping.abort();
    this.deps.claims.hurry();
    await ended;
  }

  #poll(): void {
    if (this.#isStopped) return;
    this.#calls += 1;
    this.#addSender();
  }

  /** Starts one sender, which starts another only after it has found a message. */
  #addSender(): void {
    if (this.#isStopped || this.#senders.size >= this.deps.atOnce) return;
    const sender = this.#run().then((seen) => {
      this.#senders.delete(sender);
      // A poll came after this sender had found nothing, while all senders were busy.
      if (seen !== this.#calls) this.#addSender();
    });
    this.#senders.add(sender);
  }

  /**
   * @returns the number of requests before its last search. Each sender searches separately, since others may be
   * searching for urgent messages only.
   */
  async #run(): Promise<number> {
    let seen = this.#calls;
    try {
      do {
        // Lets other work run between messages.
        await setImmediate();
        seen = this.#calls;
      } while ((await this.#sendNext()) || seen !== this.#calls);
      if (this.#failing) this.deps.logger.log('info', 'The outbox can be read again');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.deps.logger.log('warn', 'The outbox cannot be read: messages wait', { error });
      this.#failing = true;
    }
    return seen;
  }

  /** @returns whether a message was due. */
  async #sendNext(): Promise<boolean> {
    const nowMs = this.deps.clock.steady().getTime();
    if (this.#isStopped || nowMs < this.#pausedUntilMs.urgent) return false;
    const { atOnce, reserved } = this.deps;
    const urgentOnly = this.#others >= atOnce - reserved || nowMs < this.#pausedUntilMs.others;
    // Reserve the slot before querying, since other senders query concurrently.
    let asOther = urgentOnly ? 0 : 1;
    this.#others += asOther;
    try {
      const message = await this.deps.claims.next(this.deps.queue, { urgentOnly });
      if (!message) return false;
      if (message.priority === Priority.URGENT) {
        this.#others -= asOther;
        asOther = 0;
      }
      this.#addSender();
      await this.#send(message);
      return true;
    } finally {
      this.#others -= asOther;
    }
  }

  async #send(message: ClaimedMessage): Promise<void> {
    const { claims, logger } = this.deps;
    if (this.#isStopped) return claims.giveBack(message);
    try {
      const answer = await this.#try(message);
      if (answer === null) return;
      await claims.sent(message, answer);
      logger.log('info', `${nounOf(message)} sent`, factsOf(message));
    } catch (error) {
      if (this.#stopping.signal.aborted) return claims.giveBack(message);
      await this.#settle(message, error);
    }
  }

  async #try(message: ClaimedMessage): Promise<string | null> {
    const overdue = new AbortController();
    const stopTimer = this.deps.clock.after(TRY_SECONDS * 1000, () => overdue.abort());
    try {
      return await this.deps.deliver(message, AbortSignal.any([this.#stopping.signal, overdue.signal]));
    } catch (error) {
      throw overdue.signal.aborted ? new NotSent('too_slow') : error;
    } finally {
      stopTimer();
    }
  }

  async #settle(message: ClaimedMessage, error: unknown): Promise<void> {
    const { claims, clock, logger } = this.deps;
    if (error instanceof NotWanted) {
      await claims.cancelled(message, error);
      logger.log('info', `${nounOf(message)} cancelled`, { ...factsOf(message), reason: error.reason });
      return;
    }
    if (error instanceof Rejected) {
      const { reason, detail } = error;
      await claims.failed(message, error);
      logger.log('warn', `${nounOf(message)} refused`, { ...factsOf(message), reason, detail });
      return;
    }
    const failure = error instanceof NotSent ? error : new NotSent('unexpected', this.deps.report(error));
    if (failure.isProviderFault) {
      const untilMs = clock.steady().getTime() + this.deps.pauseSeconds * 1000;
      this.#pausedUntilMs.others = untilMs;
      if (message.priority === Priority.URGENT) this.#pausedUntilMs.urgent = untilMs;
    }
    const { reason, detail } = failure;
    const nextTryAt = await claims.postpone(message, failure);
    const facts = { ...factsOf(message), reason, detail };
    if (nextTryAt) logger.log('warn', `${nounOf(message)} not sent: will be retried`, { ...facts, nextTryAt });
    else logger.log('warn', `${nounOf(message)} not sent: giving up`, facts);
  }
}

function nounOf({ channelId }: ClaimedMessage): string {
  return channelId === null ? 'Mail' : 'Alert message';
}

function factsOf({ id, messageId, tries, channelId }: ClaimedMessage) {
  return { mail: id, messageId, tries, ...(channelId !== null && { channel: channelId }) };
}
