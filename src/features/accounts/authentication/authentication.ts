import type { AuditTrail, RecordedEvent } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { mayOperate, roleOf } from '../../../shared/identity/role.js';
import { isPossibleUsername, usernameKey } from '../../../shared/identity/username.js';
import { DeviceClockOff, LockedOut, NoActiveAccount } from '../accounts.errors.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import type { Lockout } from '../credentials/lockout/lockout.js';
import type { PasswordHasher } from '../credentials/password-hasher.js';
import { isPassword } from '../credentials/password-rules.js';
import { LoginExpired, OtpRequired, SecondFactorLost } from '../second-factor/second-factor.errors.js';
import type { SecondFactorWatch } from '../second-factor/second-factor-watch.js';
import type { OnClockOff, SecondFactors } from '../second-factor/second-factors.js';
import type { FirstStep } from '../second-factor/second-step.js';
import { findForLogin } from '../users/find-for-login.js';
import { User } from '../users/user.entity.js';

/** A username and password as received by a login method. */
export interface LoginAttempt {
  /** A username, or an e-mail address that one account has for itself. Failures count for the name as typed. */
  readonly username: string;
  readonly password: string;
  readonly origin: Origin;
  /** Rejects accounts without the staff role as if the credentials were wrong. */
  readonly operatorsOnly?: boolean;
  /** One-time code or recovery code sent along with the password. */
  readonly otp?: string | undefined;
}

/** The second step of a login whose password was correct. */
export interface SecondAttempt {
  readonly step: FirstStep;
  /** Verifies the second factor. Called at most once, within a login attempt slot. */
  readonly check: (user: User, onClockOff: OnClockOff) => Promise<boolean>;
  readonly origin: Origin;
  readonly details?: RecordedEvent['details'];
}

/**
 * The reason a signed-in user has to enter their own password. Only failures are recorded here; a success is followed
 * by the change it allows, which has its own record.
 */
export interface Confirmation {
  readonly event: 'password_change' | 'reauthentication';
  readonly origin: Origin;
  /** Second-factor code. Not required for changing the password, which already requires the session. */
  readonly otp?: string | undefined;
}

interface AuthenticationDeps {
  readonly em: UnitOfWork;
  readonly hasher: PasswordHasher;
  readonly knownNetworks: KnownNetworks;
  readonly lockout: Lockout;
  readonly secondFactors: Pick<SecondFactors, 'isAskedOf' | 'isLost' | 'use'>;
  readonly secondFactorWatch: Pick<SecondFactorWatch, 'asked'>;
  /** Whether only accounts that the command line has exempted may use their password (`OIDC_ONLY`). */
  readonly providerOnly: boolean;
  readonly audit: AuditTrail;
  readonly report: ReportFailure;
}

/**
 * Checks usernames and passwords for every login method: the login forms, the token endpoint and GraphQL (contract 3).
 */
export class Authentication {
  constructor(private readonly deps: AuthenticationDeps) {}

  /**
   * Returns the account if the username and password are correct and, for an account with a second factor, the code
   * too.
   *
   * @throws {NoActiveAccount} for an unknown username, a wrong password or an inactive account, which all take the same
   * time, and for a wrong code.
   * @throws {OtpRequired} when the password is correct but the code is missing. Earlier failures still count.
   * @throws {SecondFactorLost} if the password is correct, but only staff can restore access to the account.
   * @throws {LockedOut} from the fifth failure on.
   * @throws {Busy} when too many passwords are waiting to be checked.
   */
  async authenticate(attempt: LoginAttempt): Promise<User> {
    const { origin, username } = attempt;
    const user = await this.#verifyCredentials(attempt, 'login').catch(async (error: unknown) => {
      if (isForPasswordAlone(error)) await this.deps.secondFactorWatch.asked(error.user, origin);
      throw error;
    });
    await this.deps.audit.record({
      event: 'login',
      result: 'success',
      origin,
      username: nameFor(user, username),
      userId: user.id,
    });
    this.#renewHash(user, attempt);
    return user;
  }

  /**
   * Completes a login with its second factor, after a correct password. Of a session that asks again, only failures are
   * recorded here.
   *
   * @throws {LoginExpired} when the account has changed since the first step.
   * @throws {NoActiveAccount} when the second factor is wrong, which counts as a wrong password; {@link DeviceClockOff}
   * if the device's clock is the cause.
   * @throws {LockedOut} from the fifth failure on.
   */
  async finish({ step, check, origin, details }: SecondAttempt): Promise<User> {
    const { em, knownNetworks, audit } = this.deps;
    const { userId: id, tokenVersion, operatorsOnly, sessionId } = step;
    const event = sessionId === undefined ? 'login' : 'reauthentication';
    const where = {
      id,
      tokenVersion,
      isActive: true,
      ...(operatorsOnly && { $or: [{ isStaff: true }, { isOperator: true }] }),
    };
    const user = await em.fork().findOne(User, where);
    if (!user) throw new LoginExpired();
    const { username, usernameKey: key } = user;
    const found = await this.#guard({ event, origin, username }, key, async (failure) => {
      if (await check(user, notedIn(failure))) return user;
      failure.details = { ...details, ...WRONG_FACTOR };
      return null;
    });
    if (!found) throw new NoActiveAccount();
    knownNetworks.remember(origin.address);
    if (event === 'login') await audit.record({ event, result: 'success', origin, username, userId: id, details });
    return found;
  }

  /**
   * Verifies the password of a signed-in user, and their second-factor code if they have one. A wrong guess counts as a
   * failed login.
   *
   * @throws {OtpRequired | SecondFactorLost} as in {@link authenticate}, except when the user is changing the password.
   * @throws {DeviceClockOff} when only the device's clock made the code wrong.
   * @throws {LockedOut} from the fifth failure on.
   * @throws {Busy} when too many passwords are waiting to be checked.
   */
  async confirm(
    { username }: Pick<User, 'username'>,
    password: string,
    { event, origin, otp }: Confirmation,
  ): Promise<boolean> {
    const attempt = { username, password, origin, otp };
    try {
      await this.#verifyCredentials(attempt, event);
      return true;
    } catch (error) {
      if (error instanceof DeviceClockOff) throw error;
      if (error instanceof NoActiveAccount) return false;
      // The password was correct. Failures are not cleared without a code, so that codes cannot be brute-forced.
      if (isForPasswordAlone(error) && event === 'password_change') return true;
      throw error;
    }
  }

  /** Returns the account if the username and password are correct; otherwise records the failure and throws. */
  async #verifyCredentials(attempt: LoginAttempt, event: 'login' | Confirmation['event']): Promise<User> {
    const { hasher, knownNetworks } = this.deps;
    const { username, origin } = attempt;
    const key = isPossibleUsername(username) ? usernameKey(username) : undefined;
    // Looks up the account only when the attempt reaches the head of the queue, so most of a flood is rejected without
    // a query.
    const user = await hasher.inTurn(knownNetworks.queuePath(origin.address), () =>
      key === undefined ? this.#checkImpossible(attempt, event) : this.#checkGuarded(attempt, key, event),
    );
    if (!user) throw new NoActiveAccount();
    knownNetworks.remember(origin.address);
    return user;
  }

  /** Doesn't lock names that no account can have, since their key might belong to a real account. */
  async #checkImpossible(attempt: LoginAttempt, event: RecordedEvent['event']): Promise<null> {
    await this.#check(attempt, null);
    const { username, origin } = attempt;
    await this.deps.audit.record({ event, result: 'failure', origin, username });
    return null;
  }

  #checkGuarded(attempt: LoginAttempt, key: string, event: RecordedEvent['event']): Promise<User | null> {
    const { username, origin } = attempt;
    return this.#guard({ event, origin, username }, key, async (failure) => {
      const user = await this.#check(attempt, await findForLogin(this.deps.em.fork(), key, username.trim()));
      // Only callers that know the password learn whether there is a second factor.
      const found = user && (await this.#checkFactor(user, attempt, notedIn(failure)));
      if (user && !found) failure.details = WRONG_FACTOR;
      return found;
    });
  }

  async #checkFactor(user: User, { otp, origin }: LoginAttempt, onClockOff: OnClockOff): Promise<User | null> {
    const { secondFactors } = this.deps;
    if (!(await secondFactors.isAskedOf(user))) return user;
    // Throwing frees only this attempt's slot, since a correct password must not clear wrong codes.
    if (await secondFactors.isLost(user)) throw new SecondFactorLost(user);
    if (!otp) throw new OtpRequired(user);
    return (await secondFactors.use(user, otp, origin, onClockOff)) ? user : null;
  }

  /** Runs a check in a login attempt slot and records a failure. */
  async #guard(
    { event, origin, username }: Pick<RecordedEvent, 'event' | 'origin' | 'username'>,
    key: string,
    check: (failure: Failure) => Promise<User | null>,
  ): Promise<User | null> {
    const { lockout, audit } = this.deps;
    const failure: Failure = {};
    const pair = { usernameKey: key, address: origin.address };
    try {
      const found = await lockout.guard(
        pair,
        () => check(failure),
        (unit, { locks }) => {
          const result = locks ? 'locked_out' : 'failure';
          return audit.recordWithin(unit, { event, result, origin, username, details: failure.details });
        },
      );
      if (!found && failure.clockOffSeconds !== undefined) throw new DeviceClockOff(failure.clockOffSeconds);
      return found;
    } catch (error) {
      const wasLocked = error instanceof LockedOut && !error.isNew;
      if (wasLocked) await audit.record({ event, result: 'locked_out', origin, username, isStored: false });
      throw error;
    }
  }

  async #check({ password, operatorsOnly = false }: LoginAttempt, user: User | null): Promise<User | null> {
    const fits = isPassword(password) && (await this.deps.hasher.verify(password, user?.password));
    const mayEnter = !this.deps.providerOnly || user?.isBreakGlass;
    const isEnough = !operatorsOnly || (user && mayOperate({ role: roleOf(user) }));
    return user && fits && user.isActive && mayEnter && isEnough ? user : null;
  }

  /**
   * Rehashes a password imported with a different number of rounds. Runs after the response, and is skipped if the
   * password has changed in the meantime.
   */
  #renewHash({ id, password: encoded }: User, { password, origin }: LoginAttempt): void {
    const { em, hasher, knownNetworks, report } = this.deps;
    if (hasher.isCurrent(encoded)) return;
    setImmediate(async () => {
      try {
        const renewed = await hasher.hash(password, knownNetworks.queuePath(origin.address));
        await em.fork().nativeUpdate(User, { id, password: encoded }, { password: renewed });
      } catch (error) {
        report(error);
      }
    });
  }
}

/** Returns the name for the audit trail: as typed, or the account's own for a login by an address. */
function nameFor({ username, usernameKey: key }: User, typed: string): string {
  return usernameKey(typed) === key ? typed : username;
}

/** Whether the password was correct but not sufficient on its own. */
function isForPasswordAlone(error: unknown): error is OtpRequired | SecondFactorLost {
  return error instanceof OtpRequired || error instanceof SecondFactorLost;
}

/** Details of a failed check that only the check itself knows. */
interface Failure {
  details?: RecordedEvent['details'];
  /** Offset of the device's clock, if it may be disclosed to the user. */
  clockOffSeconds?: number;
}

function notedIn(failure: Failure): OnClockOff {
  return (seconds) => {
    failure.clockOffSeconds = seconds;
  };
}

/** Shows staff that the password was correct. */
const WRONG_FACTOR = { reason: 'second_factor' } as const;
