import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { networksOf } from '../../../shared/addresses/network.js';
import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { SecurityMail } from '../security-mail.js';
import type { User } from '../users/user.entity.js';

const DAY_SECONDS = 86_400;

/** Rejected codes in a day after which the account's owner is notified that somebody knows the password. */
const REFUSALS_BEFORE_MAIL = 10;

/**
 * Daily limit of audit trail rows about correct passwords without a second factor: per account, and per network and
 * account.
 */
export const CHALLENGES_RECORDED = 20;

const UNNOTICED: RateLimit = {
  name: 'refused codes that nobody is told of',
  limit: REFUSALS_BEFORE_MAIL - 1,
  seconds: DAY_SECONDS,
};
const MAILS: RateLimit = { name: 'mails about refused codes', limit: 1, seconds: DAY_SECONDS };
const ROWS_OF_ACCOUNT: RateLimit = {
  name: 'recorded challenges of an account',
  limit: CHALLENGES_RECORDED,
  seconds: DAY_SECONDS,
};
const ROWS_OF_NETWORK: RateLimit = { name: 'recorded challenges of a network', limit: 1, seconds: DAY_SECONDS };

interface SecondFactorWatchDeps {
  readonly em: UnitOfWork;
  readonly audit: AuditTrail;
  readonly rateLimits: RateLimits;
  readonly securityMail: SecurityMail;
}

/** Tracks logins with a correct password but a missing or wrong second factor (decision 061). */
export class SecondFactorWatch {
  constructor(private readonly deps: SecondFactorWatchDeps) {}

  /**
   * Records a request for a second factor: in the audit trail once a day for each network, otherwise only in the log.
   */
  async asked({ id: userId, username }: User, origin: Origin): Promise<void> {
    const { audit, rateLimits } = this.deps;
    const network = networksOf(origin.address).at(-1);
    const used = await rateLimits.take([
      { rateLimit: ROWS_OF_NETWORK, key: `${userId} ${network}` },
      { rateLimit: ROWS_OF_ACCOUNT, key: String(userId) },
    ]);
    const isStored = used === undefined;
    await audit.record({ event: 'second_factor_challenge', result: 'success', origin, username, userId, isStored });
  }

  /** Counts a wrong second factor. After too many, notifies the owner once a day. */
  async refused(user: User): Promise<void> {
    const { em, rateLimits, securityMail } = this.deps;
    const key = String(user.id);
    if ((await rateLimits.take([{ rateLimit: UNNOTICED, key }])) === undefined) return;
    if ((await rateLimits.take([{ rateLimit: MAILS, key }])) !== undefined) return;
    const unit = em.fork();
    securityMail.queue(unit, user, 'codes_refused');
    await unit.flush().catch(async (error: unknown) => {
      await rateLimits.giveBack([{ rateLimit: MAILS, key }]);
      throw error;
    });
    securityMail.announce();
  }
}
