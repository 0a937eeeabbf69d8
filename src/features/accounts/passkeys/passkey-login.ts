import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { AuditTrail, RecordedEvent } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { networkOf } from '../../../shared/addresses/network.js';
import { mayOperate, roleOf } from '../../../shared/identity/role.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';
import { NoActiveAccount } from '../accounts.errors.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import type { User } from '../users/user.entity.js';
import { CHALLENGE_MINUTES, type Challenges, type ChallengeUse } from './challenges.js';
import { Passkey } from './passkey.entity.js';
import { type AssertionJson, readAssertion } from './passkey-response.js';
import { type VerifiedAssertion, verifyAssertion } from './passkey-verification.js';
import { PasskeysUnavailable } from './passkeys.errors.js';
import { buildDescriptor } from './passkeys.js';
import type { RelyingParty } from './relying-party.js';

/** Maximum number of rejected passkey responses from one IPv4 address or IPv6 /64 that are recorded. */
export const REFUSALS_IN_TEN_MINUTES = 100;

const REFUSALS: RateLimit = { name: 'refused passkeys', limit: REFUSALS_IN_TEN_MINUTES, seconds: 600 };

/** Audit details for operations authorised by a passkey. */
export const BY_PASSKEY = { means: 'passkey' } as const;

/** A passkey response and its intended use. */
export interface PasskeyAttempt {
  /** The browser's response, as JSON. */
  readonly response: string;
  readonly use: ChallengeUse;
  /** Event recorded for a refusal; undefined if the caller records it. */
  readonly event?: RecordedEvent['event'];
  readonly origin: Origin;
  /** Rejects accounts without the staff role as if they did not exist. */
  readonly operatorsOnly?: boolean;
}

interface PasskeyLoginDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: AuditTrail;
  readonly challenges: Challenges;
  readonly knownNetworks: KnownNetworks;
  readonly rateLimits: RateLimits;
  /** Whether only accounts that the command line has exempted may log in without the provider (`OIDC_ONLY`). */
  readonly providerOnly: boolean;
  /** Undefined if browsers do not allow passkeys at this origin. */
  readonly relyingParty: RelyingParty | undefined;
}

/** A rejected response, with its account if it is known. */
class Refusal extends Error {
  constructor(
    readonly user?: User,
    readonly reason?: 'counter',
  ) {
    super('refused');
  }
}

/**
 * Checks passkey responses: for passwordless logins, as a second factor, and for reauthentication (contract 14). A
 * rejected client learns nothing beyond the rejection.
 */
export class PasskeyLogin {
  constructor(private readonly deps: PasskeyLoginDeps) {}

  /** Origin whose pages can use passkeys; undefined if browsers do not allow passkeys there. */
  get origin(): string | undefined {
    return this.deps.relyingParty?.origin;
  }

  /**
   * Returns the options for the browser's passkeys: `PublicKeyCredentialRequestOptionsJSON`. A passwordless login
   * requires no look-up, since its options are the same for everyone.
   *
   * @throws {PasskeysUnavailable}
   */
  async begin(use: ChallengeUse): Promise<string> {
    const { challenges, em, relyingParty } = this.deps;
    if (!relyingParty) throw new PasskeysUnavailable();
    const own = use.userId === undefined ? [] : await em.fork().find(Passkey, { user: use.userId });
    return JSON.stringify({
      challenge: challenges.issue(use),
      rpId: relyingParty.id,
      timeout: CHALLENGE_MINUTES * 60_000,
      userVerification: mustVerifyUser(use) ? 'required' : 'preferred',
      allowCredentials: own.map(buildDescriptor),
    });
  }

  /**
   * Returns the options for an account's passkeys in the second step of a login; undefined if it has none, or if none
   * can be used.
   */
  async prepareOffer(userId: number): Promise<{ readonly origin: string; readonly options: string } | undefined> {
    const { em, relyingParty } = this.deps;
    if (!relyingParty || (await em.fork().count(Passkey, { user: userId })) === 0) return undefined;
    return { origin: relyingParty.origin, options: await this.begin({ purpose: 'secondFactor', userId }) };
  }

  /**
   * Returns the account whose passkey has answered, and records the login.
   *
   * @throws {NoActiveAccount} when the response is rejected, whatever the reason.
   * @throws {RateLimited} for a response to reject, when too many from this network were.
   */
  async logIn(attempt: Omit<PasskeyAttempt, 'use' | 'event'>): Promise<User> {
    const user = await this.check({ ...attempt, event: 'login', use: { purpose: 'login' } });
    if (!user) throw new NoActiveAccount();
    const { username, id: userId } = user;
    const { origin } = attempt;
    const details = BY_PASSKEY;
    await this.deps.audit.record({ event: 'login', result: 'success', origin, username, userId, details });
    this.deps.knownNetworks.remember(origin.address);
    return user;
  }

  /**
   * Returns the account whose passkey has answered; null if the response is rejected. Records failures; the caller
   * records successes. No valid response is refused for what others of its network send.
   *
   * @throws {RateLimited} for a response to reject, when too many from this network were.
   */
  async check(attempt: PasskeyAttempt): Promise<User | null> {
    try {
      return await this.#verify(attempt);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await takeAll(this.deps.rateLimits, [{ rateLimit: REFUSALS, key: networkOf(attempt.origin.address) }]);
      await this.#recordRefusal(attempt, error);
      return null;
    }
  }

  /**
   * Whether one of the account's passkeys has answered the challenge of the second step. The caller records the result.
   */
  async isSecondFactor(userId: number, response: string, origin: Origin): Promise<boolean> {
    return (await this.check({ response, use: { purpose: 'secondFactor', userId }, origin })) !== null;
  }

  /** Runs the cheapest checks first, so forged responses never reach the library and cost at most one row. */
  async #verify({ response, use, operatorsOnly = false }: PasskeyAttempt): Promise<User> {
    const { challenges, em, relyingParty, providerOnly } = this.deps;
    const assertion = readAssertion(response);
    if (!relyingParty || !assertion || !challenges.holds(assertion.challenge, use)) throw new Refusal();
    const passkey = await em.fork().findOne(Passkey, { credentialId: assertion.id }, { populate: ['user'] });
    if (!passkey || !isWhoWasAsked(passkey, assertion, use)) throw new Refusal();
    const { user } = passkey;
    const verified = await verifyAssertion(assertion, passkey, relyingParty);
    if (!verified || (mustVerifyUser(use) && !verified.isUserVerified)) throw new Refusal(user);
    if (!user.isActive || (operatorsOnly && !mayOperate({ role: roleOf(user) }))) throw new Refusal(user);
    // A passkey still proves who a signed-in user is, and is a second factor.
    if (providerOnly && use.purpose === 'login' && !user.isBreakGlass) throw new Refusal(user);
    // A copy of the passkey may have been used (WebAuthn, section 6.1.1).
    if (!hasGoneOn(passkey.counter, verified.counter)) throw new Refusal(user, 'counter');
    if (!(await this.#accept(passkey, assertion, verified))) throw new Refusal(user);
    return user;
  }

  /** Uses up the challenge and stores the counter. @returns false if another call has just done so. */
  async #accept(
    { id, counter: before }: Passkey,
    { challenge }: AssertionJson,
    { counter, isBackedUp }: VerifiedAssertion,
  ): Promise<boolean> {
    const { challenges, clock, em } = this.deps;
    try {
      return await em.fork().transactional(async (unit) => {
        await challenges.use(unit, challenge);
        const changes = { counter, isBackedUp, lastUsedAt: clock.now() };
        return (await unit.nativeUpdate(Passkey, { id, counter: before }, changes)) === 1;
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) return false;
      throw error;
    }
  }

  /** Records a refusal that involves an account's passkey, which nobody can forge; only logs any other. */
  async #recordRefusal({ event, origin }: PasskeyAttempt, { user, reason }: Refusal): Promise<void> {
    const details = { ...BY_PASSKEY, ...(reason && { reason }) };
    const { username = '', id: userId } = user ?? {};
    const isStored = user !== undefined;
    // A possible copy of a passkey is always recorded.
    if (!event && !reason) return;
    await this.deps.audit.record({
      event: event ?? 'login',
      result: 'failure',
      origin,
      username,
      userId,
      details,
      isStored,
    });
  }
}

/** Whether the passkey must verify its user. It must if it is the only factor, since mere possession is not enough. */
function mustVerifyUser({ purpose }: ChallengeUse): boolean {
  return purpose !== 'secondFactor';
}

/**
 * Whether a passkey belongs to the challenge's account. If the challenge has none, the response must name the account.
 */
function isWhoWasAsked({ user, userHandle }: Passkey, assertion: AssertionJson, { userId }: ChallengeUse): boolean {
  if (assertion.userHandle !== undefined && assertion.userHandle !== userHandle) return false;
  return userId === undefined ? assertion.userHandle !== undefined : user.id === userId;
}

function hasGoneOn(before: number, now: number): boolean {
  return (before === 0 && now === 0) || now > before;
}
