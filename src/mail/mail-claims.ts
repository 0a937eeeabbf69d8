import type { EntityManager } from '@mikro-orm/core';
import type { Clock } from '../shared/clock.js';
import { MailNotSent } from './mailer.js';
import { freeAt } from './outbox.js';
import { OutboxMail } from './outbox-mail.entity.js';
import { retryDelayMs } from './retry-delay.js';

/** How long a claim holds: longer than any try takes, and as long as a mail of a killed process has to wait. */
const CLAIM_SECONDS = 90;

/** For how long an address gets no other mail after a try: an hour, and the minute that the try may take (promise 45). */
const RECIPIENT_INTERVAL_MS = 61 * 60_000;

/** How often and how long what became of a mail is tried to be noted, while the database cannot take it. */
const SAVE_RETRY_MS = 1000;
const SAVE_TRIES = 600;
const SAVE_TRIES_AT_SHUTDOWN = 3;

/** A mail that belongs to one worker until it says what has become of it. */
export type ClaimedMail = Readonly<OutboxMail> & { readonly claimedUntil: Date };

/** Why a mail was not sent. */
type Failure = Pick<OutboxMail, 'reason' | 'detail'>;

const NO_FAILURE: Failure = { reason: null, detail: '' };

interface MailClaimsDeps {
  readonly em: EntityManager;
  /** Lets a transaction go on once every other that has locked the same key is over. It must write before it reads. */
  readonly lockWithin: (unit: EntityManager, key: string) => Promise<void>;
  readonly clock: Clock;
  /** From 0 to 1; chance by default. */
  readonly random?: () => number;
}

/**
 * Gives each mail that is due to one worker at a time, whatever the number of processes (promise 35). A claim is a row
 * that was changed under the condition that nobody else had changed it. Who dies with one lets it run out.
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
   * Says that a mail is about to be tried to a recipient (`recipientKey`), unless another mail was within the last hour:
   * then it is forgotten, for whoever registers somebody's address again and again must not fill a mailbox.
   *
   * @returns whether it is to be tried. @throws {MailNotSent} when the claim has run out.
   */
  reserveRecipient({ id, claimedUntil }: ClaimedMail, recipient: string): Promise<boolean> {
    const now = this.deps.clock.steady();
    const since = new Date(now.getTime() - RECIPIENT_INTERVAL_MS);
    return this.deps.em.fork().transactional(async (unit) => {
      // Of two processes that ask at once, the second sees what the first has written.
      await this.deps.lockWithin(unit, `mail to ${recipient}`);
      const changed = await unit.nativeUpdate(OutboxMail, { id, claimedUntil }, { recipient, triedAt: now });
      // The claim has run out, and the mail may be somebody else's by now.
      if (changed === 0) throw new MailNotSent('too_slow');
      const others = await unit.count(OutboxMail, { recipient, triedAt: { $gt: since }, id: { $ne: id } });
      if (others > 0) await unit.nativeDelete(OutboxMail, { id });
      return others === 0;
    });
  }

  /** The mail is sent. */
  async sent(mail: ClaimedMail): Promise<void> {
    await this.#save(mail, { state: 'sent', settledAt: this.deps.clock.steady(), ...NO_FAILURE });
  }

  /** The mail will not be tried again. */
  async failed(mail: ClaimedMail, failure: Failure): Promise<void> {
    await this.#save(mail, { state: 'failed', settledAt: this.deps.clock.steady(), ...failure });
  }

  /** The mail is tried again later; once its day is over it has failed. @returns when, or undefined. */
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

  /** The mail was not tried after all: it is due as it was. */
  async giveBack(mail: ClaimedMail): Promise<void> {
    await this.#save(mail, { tries: mail.tries - 1 });
  }

  /** There is nobody any more to send it to. */
  async drop({ id }: ClaimedMail): Promise<void> {
    await this.deps.em.fork().nativeDelete(OutboxMail, { id });
  }

  /** From now on a database that takes nothing is not waited for long. */
  hurry(): void {
    this.#saveTries = SAVE_TRIES_AT_SHUTDOWN;
  }

  /** What was sent must not be sent again because the database was held just then. */
  async #save({ id, claimedUntil }: ClaimedMail, changes: Partial<OutboxMail>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        // A claim that has run out may be somebody else's by now.
        await this.deps.em.fork().nativeUpdate(OutboxMail, { id, claimedUntil }, { ...changes, claimedUntil: null });
        return;
      } catch (error) {
        if (tries >= this.#saveTries) throw error;
        await this.deps.clock.wait(SAVE_RETRY_MS);
      }
    }
  }
}
