import type { EntityManager } from '@mikro-orm/core';
import type { Clock } from '../shared/clock.js';
import { freeAt } from './outbox.js';
import { OutboxMail } from './outbox-mail.entity.js';
import { retryDelayMs } from './retry-delay.js';

/** How long a claim holds: longer than any try takes, and as long as a mail of a killed process has to wait. */
const CLAIM_SECONDS = 90;

/** How often and how long what became of a mail is tried to be noted, while the database cannot take it. */
const NOTE_EVERY_MS = 1000;
const NOTE_TRIES = 600;
const HURRIED_TRIES = 3;

/** A mail that belongs to one worker until it says what has become of it. */
export type ClaimedMail = Readonly<OutboxMail> & { readonly claimedUntil: Date };

/** Why a mail was not sent. */
type Failure = Pick<OutboxMail, 'reason' | 'detail'>;

const NO_FAILURE: Failure = { reason: null, detail: '' };

interface MailClaimsParts {
  readonly em: EntityManager;
  readonly clock: Clock;
  /** From 0 to 1; chance by default. */
  readonly random?: () => number;
}

/**
 * Gives each mail that is due to one worker at a time, whatever the number of processes (promise 35). A claim is a row
 * that was changed under the condition that nobody else had changed it. Who dies with one lets it run out.
 */
export class MailClaims {
  #noteTries = NOTE_TRIES;

  constructor(private readonly parts: MailClaimsParts) {}

  /** The mail that has been due for longest; undefined when none is. */
  async next(): Promise<ClaimedMail | undefined> {
    for (;;) {
      const em = this.parts.em.fork();
      const now = this.parts.clock.steady();
      const due = { $and: [{ state: 'waiting' as const, nextTryAt: { $lte: now } }, freeAt(now)] };
      const [mail] = await em.find(OutboxMail, due, { orderBy: { nextTryAt: 'asc', id: 'asc' }, limit: 1 });
      if (!mail) return undefined;
      const claim = { claimedUntil: new Date(now.getTime() + CLAIM_SECONDS * 1000), tries: mail.tries + 1 };
      const unchanged = { $and: [{ id: mail.id, tries: mail.tries }, due] };
      if ((await this.parts.em.fork().nativeUpdate(OutboxMail, unchanged, claim)) === 1) return { ...mail, ...claim };
    }
  }

  /** The mail is sent. */
  async sent(mail: ClaimedMail): Promise<void> {
    await this.#note(mail, { state: 'sent', settledAt: this.parts.clock.steady(), ...NO_FAILURE });
  }

  /** The mail will not be tried again. */
  async failed(mail: ClaimedMail, failure: Failure): Promise<void> {
    await this.#note(mail, { state: 'failed', settledAt: this.parts.clock.steady(), ...failure });
  }

  /** The mail is tried again later; once its day is over it has failed. @returns when, or undefined. */
  async postpone(mail: ClaimedMail, failure: Failure): Promise<Date | undefined> {
    const now = this.parts.clock.steady();
    if (now >= mail.triedUntil) {
      await this.failed(mail, failure);
      return undefined;
    }
    const delayed = now.getTime() + retryDelayMs(mail.tries, this.parts.random);
    const nextTryAt = new Date(Math.min(delayed, mail.triedUntil.getTime()));
    await this.#note(mail, { nextTryAt, ...failure });
    return nextTryAt;
  }

  /** The mail was not tried after all: it is due as it was. */
  async giveBack(mail: ClaimedMail): Promise<void> {
    await this.#note(mail, { tries: mail.tries - 1 });
  }

  /** There is nobody any more to send it to. */
  async drop({ id }: ClaimedMail): Promise<void> {
    await this.parts.em.fork().nativeDelete(OutboxMail, { id });
  }

  /** From now on a database that takes nothing is not waited for long. */
  hurry(): void {
    this.#noteTries = HURRIED_TRIES;
  }

  /** What was sent must not be sent again because the database was held just then. */
  async #note({ id, claimedUntil }: ClaimedMail, changes: Partial<OutboxMail>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        // A claim that has run out may be somebody else's by now.
        await this.parts.em.fork().nativeUpdate(OutboxMail, { id, claimedUntil }, { ...changes, claimedUntil: null });
        return;
      } catch (error) {
        if (tries >= this.#noteTries) throw error;
        await this.parts.clock.wait(NOTE_EVERY_MS);
      }
    }
  }
}
