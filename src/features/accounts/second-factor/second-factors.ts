import { type Message, message } from '../../../i18n/message.js';
import type { Origin } from '../../../platform/audit/origin.js';
import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { networksOf } from '../../../shared/addresses/network.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { Allowance, RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { SecretBox } from '../../../shared/secret-box.js';
import type { Clock } from '../../../shared/time/clock.js';
import { durationText } from '../../../shared/time/duration-text.js';
import { User } from '../users/user.entity.js';
import { ClockHints } from './clock-hints.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { plainCode, recoveryCodeHash } from './recovery-codes.js';
import type { ReadsSecondFactorPolicy } from './second-factor-policy.js';
import type { SecondFactorWatch } from './second-factor-watch.js';
import { isAppCode, secondsOff, stepOfOtherTime, totpStep } from './totp.js';
import { TotpDevice } from './totp-device.entity.js';

/**
 * Maximum wrong app codes per account and day from all addresses, since somebody who knows the password may use many.
 * Beyond the limit, app codes are rejected for the rest of the day; recovery codes and passkeys, which cannot be
 * guessed, still work.
 */
export const WRONG_APP_CODES_A_DAY = 30;

/** Maximum attempts with other codes per account, hour and network: an IPv4 /24 or IPv6 /48. */
export const RECOVERY_CODES_AN_HOUR = 20;

const WRONG_APP_CODES: RateLimit = { name: 'wrong codes of apps', limit: WRONG_APP_CODES_A_DAY, seconds: 86_400 };
const RECOVERY_CODES: RateLimit = { name: 'recovery codes', limit: RECOVERY_CODES_AN_HOUR, seconds: 3600 };

/** Maximum length of a code; longer texts are rejected. */
const CODE_MAX_LENGTH = 64;

/** A kind of second factor, e.g. the authenticator app. */
export interface FactorKind {
  /** Returns the ids of those users who have this kind of factor. */
  usersWith(userIds: readonly number[], unit: UnitOfWork): Promise<readonly number[]>;
  /** Removes all of an account's factors of this kind, in the transaction of `unit`. */
  removeAll(userId: number, unit: UnitOfWork): Promise<void>;
}

/** Receives the approximate clock offset of an authenticator app, in seconds. */
export type OnClockOff = (seconds: number) => void;

interface SecondFactorsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly totpSecrets: Pick<SecretBox, 'open'>;
  readonly accessPolicy: ReadsSecondFactorPolicy;
  readonly rateLimits: RateLimits;
  readonly watch: Pick<SecondFactorWatch, 'refused'>;
}

/** Determines which accounts have or must have a second factor, and checks codes (contract 14, decision 061). */
export class SecondFactors {
  readonly #kinds: FactorKind[] = [totpKind];
  readonly #clockHints: ClockHints;

  constructor(private readonly deps: SecondFactorsDeps) {
    this.#clockHints = new ClockHints(deps.rateLimits);
  }

  /** Adds a kind while the services are being built. */
  add(kind: FactorKind): void {
    this.#kinds.push(kind);
  }

  /** Whether an account has a second factor of any kind. */
  async has(userId: number, unit: UnitOfWork = this.deps.em.fork()): Promise<boolean> {
    return (await this.usersWith([userId], unit)).has(userId);
  }

  /** Whether an account needs more than its password to log in. */
  async isAskedOf({ id, secondFactorLost }: User): Promise<boolean> {
    return secondFactorLost || (await this.has(id));
  }

  /**
   * Whether an account cannot provide the required factor because an import could not take it over and no recovery
   * codes are left.
   */
  async isLost({ id, secondFactorLost }: User): Promise<boolean> {
    return secondFactorLost && (await this.recoveryCodesLeft(id)) === 0;
  }

  /** Records that an account has a second factor again, in the transaction of `unit`. */
  async regain(userId: number, unit: UnitOfWork): Promise<void> {
    await unit.nativeUpdate(User, { id: userId, secondFactorLost: true }, { secondFactorLost: false });
  }

  /** Returns the ids of those users who have a second factor of any kind. */
  async usersWith(userIds: readonly number[], unit: UnitOfWork = this.deps.em.fork()): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    for (const kind of this.#kinds) for (const id of await kind.usersWith(userIds, unit)) found.add(id);
    return found;
  }

  /** Returns the ids of those users who must have a second factor but have none. */
  async lacking(
    users: readonly Pick<User, 'id' | 'isStaff'>[],
    unit: UnitOfWork = this.deps.em.fork(),
  ): Promise<ReadonlySet<number>> {
    const { secondFactor } = await this.deps.accessPolicy.read(unit);
    if (secondFactor === 'OPTIONAL') return new Set();
    const bound = users.filter(({ isStaff }) => isStaff || secondFactor === 'ALL').map(({ id }) => id);
    const having = bound.length === 0 ? new Set() : await this.usersWith(bound, unit);
    return new Set(bound.filter((id) => !having.has(id)));
  }

  /**
   * Uses up an app code or a recovery code. Of two calls with the same code, only one returns true, even in different
   * processes.
   *
   * @param onClockOff called with the offset in seconds if the code is wrong only because of the device's clock.
   * @throws {RateLimited} after {@link WRONG_APP_CODES_A_DAY} wrong codes of an app, or {@link RECOVERY_CODES_AN_HOUR}
   * others.
   */
  async use(
    user: User,
    typed: string,
    { address }: Pick<Origin, 'address'>,
    onClockOff?: OnClockOff,
  ): Promise<boolean> {
    if (typed.length > CODE_MAX_LENGTH) return false;
    const code = plainCode(typed);
    const isUsed = isAppCode(code)
      ? await this.#useAppCode(user.id, code, onClockOff)
      : await this.#useRecoveryCode(user.id, code, address);
    if (!isUsed) await this.deps.watch.refused(user);
    return isUsed;
  }

  recoveryCodesLeft(userId: number): Promise<number> {
    return this.deps.em.fork().count(RecoveryCode, { user: userId });
  }

  async hasTotp(userId: number): Promise<boolean> {
    return (await totpKind.usersWith([userId], this.deps.em.fork())).length > 0;
  }

  /** Removes every second factor of an account and clears `secondFactorLost`, in the transaction of `unit`. */
  async removeAll(userId: number, unit: UnitOfWork): Promise<void> {
    await this.regain(userId, unit);
    for (const kind of this.#kinds) await kind.removeAll(userId, unit);
    await unit.nativeDelete(RecoveryCode, { user: userId });
  }

  /** Removes the recovery codes if the account no longer has a second factor, in the transaction of `unit`. */
  async removeUselessCodes(userId: number, unit: UnitOfWork): Promise<void> {
    if (!(await this.has(userId, unit))) await unit.nativeDelete(RecoveryCode, { user: userId });
  }

  /**
   * Takes from the allowance of wrong codes before checking the code, so that concurrent attempts cannot bypass the
   * limit.
   */
  async #useAppCode(userId: number, code: string, onClockOff?: OnClockOff): Promise<boolean> {
    const { rateLimits } = this.deps;
    const allowances: Allowance[] = [{ rateLimit: WRONG_APP_CODES, key: String(userId) }];
    await takeAll(rateLimits, allowances, tooManyAppCodes);
    const isRight = await this.#useTotp(userId, code, onClockOff);
    if (isRight) await rateLimits.giveBack(allowances);
    return isRight;
  }

  async #useTotp(userId: number, code: string, onClockOff?: OnClockOff): Promise<boolean> {
    const { em, clock, totpSecrets } = this.deps;
    const unit = em.fork();
    const device = await unit.findOne(TotpDevice, { user: userId });
    const secret = device?.secret ? totpSecrets.open(device.secret) : undefined;
    if (secret === undefined) return false;
    const step = totpStep(secret, code, clock.now());
    if (step === undefined) {
      const other = stepOfOtherTime(secret, code, clock.now());
      if (other && (await this.#clockHints.isDue({ userId, ...other }))) onClockOff?.(secondsOff(other.stepsAhead));
      return false;
    }
    const where = { user: userId, secret: device?.secret ?? null, lastStep: { $lt: step } };
    return (await unit.nativeUpdate(TotpDevice, where, { lastStep: step })) === 1;
  }

  /** Counts attempts by network, so that a distant attacker cannot use up the owner's allowance. */
  async #useRecoveryCode(userId: number, code: string, address: string): Promise<boolean> {
    const network = networksOf(address).at(-1);
    await takeAll(this.deps.rateLimits, [{ rateLimit: RECOVERY_CODES, key: `${userId} ${network}` }]);
    const where = { user: userId, codeHash: recoveryCodeHash(userId, code) };
    return (await this.deps.em.fork().nativeDelete(RecoveryCode, where)) === 1;
  }
}

function tooManyAppCodes(seconds: number): Message {
  return message('accounts.tooManyWrongCodes', { duration: durationText(seconds) });
}

const totpKind: FactorKind = {
  async usersWith(userIds, unit) {
    const found: number[] = [];
    for (const $in of chunksOf(userIds)) {
      const where = { user: { $in: [...$in] }, secret: { $ne: null } };
      const devices = await unit.find(TotpDevice, where, { fields: ['user'], disableIdentityMap: true });
      found.push(...devices.map(({ user }) => user.id));
    }
    return found;
  },
  async removeAll(userId, unit) {
    await unit.nativeDelete(TotpDevice, { user: userId });
  },
};
