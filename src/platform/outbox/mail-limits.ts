import type { EntityManager, FilterQuery } from '@mikro-orm/core';
import type { Clock } from '../../shared/time/clock.js';
import { NotSent } from './delivery-failure.js';
import type { ClaimedMessage } from './message-claims.js';
import { type MailKind, OutboxMessage } from './outbox-message.entity.js';

/** Maximum number of mails of each kind to one address within {@link LIMIT_WINDOW_MS} (promise 45). */
const MAILS_AN_HOUR: Readonly<Record<MailKind, number>> = {
  welcome: 1,
  password_reset: 3,
  invitation: 3,
  codes_refused: 3,
  address_changed: 3,
};

/** An hour, plus the minute that a try may take. */
const LIMIT_WINDOW_MS = 61 * 60_000;

/**
 * Limits on welcome mails for the whole service. Anyone can cause such mails, and providers accept a few hundred mails
 * a day, some of which must remain available for alerts and password resets.
 */
const WELCOME_LIMITS = [
  { count: 20, ms: LIMIT_WINDOW_MS },
  { count: 200, ms: 24 * 3_600_000 },
] as const;

interface MailLimitsDeps {
  readonly em: EntityManager;
  /** Takes an advisory lock on a key for the rest of the transaction, which must write before it reads. */
  readonly lockWithin: (unit: EntityManager, key: string) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Limits the mails to accounts by counting the rows of mails already tried, which works across processes and restarts.
 */
export class MailLimits {
  constructor(private readonly deps: MailLimitsDeps) {}

  /**
   * Records that a mail is about to be sent to a recipient (a hash of its address). Deletes the mail instead if the
   * limit for its kind in the last hour has been reached, which keeps anyone who types another person's address from
   * flooding the mailbox. Puts a welcome mail beyond {@link WELCOME_LIMITS} back in the queue, where {@link exceptHeld}
   * skips it.
   *
   * @returns the action for the caller. @throws {NotSent} if the claim has expired.
   */
  reserve(message: ClaimedMessage, recipient: string): Promise<'send' | 'held' | 'deleted'> {
    const { id, claimedUntil, kind } = message;
    const now = this.deps.clock.steady();
    return this.deps.em.fork().transactional(async (unit) => {
      // Makes the second of two concurrent processes see the first one's writes.
      await this.deps.lockWithin(unit, `mail to ${recipient}`);
      const changed = await unit.nativeUpdate(OutboxMessage, { id, claimedUntil }, { recipient, triedAt: now });
      // The claim has expired, and another worker may have the mail.
      if (changed === 0) throw new NotSent('too_slow');
      const since = new Date(now.getTime() - LIMIT_WINDOW_MS);
      const others = await unit.count(OutboxMessage, { recipient, kind, triedAt: { $gt: since }, id: { $ne: id } });
      if (others >= MAILS_AN_HOUR[kind]) {
        await unit.nativeDelete(OutboxMessage, { id });
        return 'deleted';
      }
      if (kind !== 'welcome') return 'send';
      await this.deps.lockWithin(unit, 'welcome mails');
      const { recipient: before, triedAt, tries } = message;
      const usedUpSince = await this.#usedUpSince(unit, id);
      // Mails that already count pass `exceptHeld`; holding one back here would only get it claimed again immediately.
      if (usedUpSince === undefined || (triedAt && triedAt > usedUpSince)) return 'send';
      await unit.nativeUpdate(
        OutboxMessage,
        { id },
        { recipient: before, triedAt, tries: tries - 1, claimedUntil: null },
      );
      return 'held';
    });
  }

  /**
   * Returns the condition for mails within {@link WELCOME_LIMITS}; undefined while no limit is reached. Mails that
   * already count may be tried again.
   */
  async exceptHeld(): Promise<FilterQuery<OutboxMessage> | undefined> {
    const since = await this.#usedUpSince(this.deps.em.fork());
    return since && { $or: [{ kind: { $ne: 'welcome' } }, { channelId: { $ne: null } }, { triedAt: { $gt: since } }] };
  }

  /**
   * Returns the start of a window whose limit on welcome mails is reached, not counting `exceptId`; undefined if there
   * is none.
   */
  async #usedUpSince(unit: EntityManager, exceptId = 0): Promise<Date | undefined> {
    for (const { count, ms } of WELCOME_LIMITS) {
      const since = new Date(this.deps.clock.steady().getTime() - ms);
      const where = { kind: 'welcome', triedAt: { $gt: since }, id: { $ne: exceptId } } as const;
      if ((await unit.count(OutboxMessage, where)) >= count) return since;
    }
    return undefined;
  }
}
