import type { EntityManager } from '@mikro-orm/core';
import type { Clock } from '../shared/clock.js';
import { MailNotSent } from './mailer.js';
import { freeAt } from './outbox.js';
import { OutboxMail } from './outbox-mail.entity.js';
import { retryDelayMs } from './retry-delay.js';

/** How long a claim is valid: longer than a try can take. A mail of a killed process waits for as long. */
const CLAIM_SECONDS = 90;

/** The interval between two mails to an address: an hour, and the minute that a try may take (promise 45). */
const RECIPIENT_INTERVAL_MS = 61 * 60_000;

/** Interval and number of the tries to save the outcome of a mail while the database is unavailable. */
const SAVE_RETRY_MS = 1000;
const SAVE_TRIES = 600;
const SAVE_TRIES_AT_SHUTDOWN = 3;

/** A mail that one worker has claimed, until it reports the outcome. */
export type ClaimedMail = Readonly<OutboxMail> & { readonly claimedUntil: Date };

/** Why a mail was not sent. */
type Failure = Pick<OutboxMail, 'reason' | 'detail'>;

const NO_FAILURE: Failure = { reason: null, detail: '' };

interface MailClaimsDeps {
  readonly em: EntityManager;
  /** Takes an advisory lock on a key for the length of a transaction, which must write before it reads. */
  readonly lockWithin: (unit: EntityManager, key: string) => Promise<void>;
  readonly clock: Clock;
  /** A number from 0 to 1; `Math.random` by default. */
  readonly random?: () => number;
}

/**
 * Gives each mail that is due to one worker at a time, whatever the number of processes (promise 35). A claim is a row
 * that was changed under the condition that nobody else had changed it. The claim of a worker that dies expires.
 */
export class MailClaims {
  #saveTries = SAVE_TRIES;

  constructor(private readonly deps: MailClaimsDeps) {}

  /** The mail that has been due for longest; undefined when none is. */
  async next(): Promise<ClaimedMail | undefined> {
    for (;;) {
      const em = this.deps.em.fork();
      const now = this.deps.clock.steady();
      const due = { $and: [{ state: 'waiting' as const, nextTryAt: { $lte: now } }, freeAt(now)] };
      const [mail] = await em.find(OutboxMail, due, { orderBy: { nextTryAt: 'asc', id: 'asc' }, limit: 1 });
      if (!mail) return undefined;
      const claim = { claimedUntil: new Date(now.getTime() + CLAIM_SECONDS * 1000), tries: mail.tries + 1 };
      const unchanged = { $and: [{ id: mail.id, tries: mail.tries }, due] };
      if ((await this.deps.em.fork().nativeUpdate(OutboxMail, unchanged, claim)) === 1) return { ...mail, ...claim };
    }
  }

  /**
   * Records that a mail is about to be sent to a recipient (`recipientKey`). If another mail was sent there within the
   * last hour, the mail is deleted instead: repeated registrations with somebody's address must not flood the mailbox.
   *
   * @returns whether the mail may be sent. @throws {MailNotSent} when the claim has expired.
   */
  reserveRecipient({ id, claimedUntil }: ClaimedMail, recipient: string): Promise<boolean> {
    const now = this.deps.clock.steady();
    const since = new Date(now.getTime() - RECIPIENT_INTERVAL_MS);
    return this.deps.em.fork().transactional(async (unit) => {
      // Of two concurrent processes, the second must see what the first has written.
      await this.deps.lockWithin(unit, `mail to ${recipient}`);
      const changed = await unit.nativeUpdate(OutboxMail, { id, claimedUntil }, { recipient, triedAt: now });
      // The claim has expired, and another worker may have the mail by now.
      if (changed === 0) throw new MailNotSent('too_slow');
      const others = await unit.count(OutboxMail, { recipient, triedAt: { $gt: since }, id: { $ne: id } });
      if (others > 0) await unit.nativeDelete(OutboxMail, { id });
      return others === 0;
    });
  }

  /** Saves that a mail was sent. */
  async sent(mail: ClaimedMail): Promise<void> {
    await this.#save(mail, { state: 'sent', settledAt: this.deps.clock.steady(), ...NO_FAILURE });
  }

  /** Saves that a mail has failed and is not tried again. */
  async failed(mail: ClaimedMail, failure: Failure): Promise<void> {
    await this.#save(mail, { state: 'failed', settledAt: this.deps.clock.steady(), ...failure });
  }

  /** Schedules the next try, or lets the mail fail after its last one. @returns when, or undefined if it has failed. */
  async postpone(mail: ClaimedMail, failure: Failure): Promise<Date | undefined> {
    const now = this.deps.clock.steady();
    if (now >= mail.triedUntil) {
      await this.failed(mail, failure);
      return undefined;
    }
    const delayed = now.getTime() + retryDelayMs(mail.tries, this.deps.random);
    const nextTryAt = new Date(Math.min(delayed, mail.triedUntil.getTime()));
    await this.#save(mail, { nextTryAt, ...failure });
    return nextTryAt;
  }

  /** Releases the claim on a mail that was not tried after all. */
  async giveBack(mail: ClaimedMail): Promise<void> {
    await this.#save(mail, { tries: mail.tries - 1 });
  }

  /** Deletes the mail, because its account no longer exists. */
  async drop({ id }: ClaimedMail): Promise<void> {
    await this.deps.em.fork().nativeDelete(OutboxMail, { id });
  }

  /** From now on, an outcome that cannot be saved is retried a few times only. For the shutdown. */
  hurry(): void {
    this.#saveTries = SAVE_TRIES_AT_SHUTDOWN;
  }

  /** Retries when the database does not take the update: otherwise a mail that was sent would be sent again. */
  async #save({ id, claimedUntil }: ClaimedMail, changes: Partial<OutboxMail>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        // When the claim has expired, another worker may have the mail by now.
        await this.deps.em.fork().nativeUpdate(OutboxMail, { id, claimedUntil }, { ...changes, claimedUntil: null });
        return;
      } catch (error) {
        if (tries >= this.#saveTries) throw error;
        await this.deps.clock.wait(SAVE_RETRY_MS);
      }
    }
  }
}
