import { raw } from '@mikro-orm/core';
import { message } from '../../../i18n/message.js';
import type { AuditAction, AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Quota } from '../../../shared/rate-limits/quota.js';
import type { SecretBox } from '../../../shared/secret-box.js';
import type { Clock } from '../../../shared/time/clock.js';
import { durationText } from '../../../shared/time/duration-text.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { endPersonalTokens } from '../personal-tokens/personal-tokens.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';
import type { UserDirectory } from '../users/user-directory.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { newRecoveryCodes, plainCode, recoveryCodeHash } from './recovery-codes.js';
import { NoSecondFactor, SecondFactorNeeded, TotpSetupEnded } from './second-factor.errors.js';
import type { SecondFactors } from './second-factors.js';
import { newTotpSecret, secondsOff, stepOfOtherTime, totpStep, totpUri } from './totp.js';
import { TotpDevice } from './totp-device.entity.js';

/** Time limit for setting up an authenticator app. */
const SETUP_MINUTES = 15;

/** Data for setting up an authenticator app. */
export interface TotpSetup {
  /** In base32, for typing. */
  readonly secret: string;
  /** Content of the QR code. */
  readonly uri: string;
}

interface SecondFactorChangesDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly userDirectory: UserDirectory;
  readonly secondFactors: SecondFactors;
  readonly totpSecrets: SecretBox;
  readonly ownChanges: Quota;
  /** Name of this service in authenticator apps. */
  readonly issuer: string;
}

/**
 * Changes accounts' second factors (contract 14). A change of the login factors ends the account's tokens and all of
 * its sessions except the one that made it.
 */
export class SecondFactorChanges {
  constructor(private readonly deps: SecondFactorChangesDeps) {}

  /**
   * Begins the setup of an authenticator app, which replaces any existing one. Nothing changes before {@link
   * confirmTotp}.
   */
  async beginTotp({ userId, username }: Viewer, origin: Origin): Promise<TotpSetup> {
    const { clock, audit, totpSecrets, issuer } = this.deps;
    const secret = newTotpSecret();
    const pending = { pendingSecret: totpSecrets.seal(secret), pendingSince: clock.now() };
    await audit.withChange(origin, (unit) => unit.upsert(TotpDevice, { user: userId, ...pending }));
    return { secret, uri: totpUri(secret, { issuer, username }) };
  }

  /**
   * Completes the setup of the authenticator app with one of its codes.
   *
   * @returns new recovery codes, which are never shown again.
   * @throws {TotpSetupEnded} if no setup was begun, or if it was begun too long ago.
   * @throws {InvalidFields} naming `code` when it is wrong.
   */
  async confirmTotp(viewer: Viewer, typed: string, origin: Origin): Promise<string[]> {
    const { em, clock, totpSecrets } = this.deps;
    const now = clock.now();
    const begun = new Date(now.getTime() - SETUP_MINUTES * 60_000);
    const where = { user: viewer.userId, pendingSince: { $gt: begun } };
    const pendingSecret = (await em.fork().findOne(TotpDevice, where))?.pendingSecret;
    const secret = pendingSecret ? totpSecrets.open(pendingSecret) : undefined;
    if (!pendingSecret || secret === undefined) throw new TotpSetupEnded();
    const lastStep = totpStep(secret, plainCode(typed), now);
    if (lastStep === undefined) {
      const other = stepOfOtherTime(secret, plainCode(typed), now);
      const off = other && message('accounts.deviceClockOff', { duration: durationText(secondsOff(other.stepsAhead)) });
      throw new InvalidFields({ code: [off ?? 'accounts.codeWrong'] });
    }
    await this.#count(viewer);
    return this.#change(viewer, { event: 'factor_add', after: { factor: 'totp' }, origin }, async (unit) => {
      const settled = { secret: pendingSecret, lastStep, pendingSecret: null, pendingSince: null };
      // Another call may have restarted the setup in the meantime, with a different secret.
      const set = await unit.nativeUpdate(TotpDevice, { user: viewer.userId, pendingSecret }, settled);
      if (set === 0) throw new TotpSetupEnded();
      await this.deps.secondFactors.regain(viewer.userId, unit);
      return renewCodes(unit, viewer.userId);
    });
  }

  /**
   * Removes the authenticator app of the viewer's account.
   *
   * @throws {NoSecondFactor} when there is none.
   * @throws {SecondFactorNeeded} if the account must have a second factor and has no other.
   */
  async removeTotp(viewer: Viewer, origin: Origin): Promise<void> {
    const { secondFactors } = this.deps;
    const { userId, isStaff } = viewer;
    await this.#count(viewer);
    await this.#change(viewer, { event: 'factor_remove', before: { factor: 'totp' }, origin }, async (unit) => {
      const removed = await unit.nativeDelete(TotpDevice, { user: userId, secret: { $ne: null } });
      if (removed === 0) throw new NoSecondFactor();
      if ((await secondFactors.lacking([{ id: userId, isStaff }], unit)).size > 0) throw new SecondFactorNeeded();
      await secondFactors.removeUselessCodes(userId, unit);
    });
  }

  /**
   * Replaces the recovery codes of the viewer's account.
   *
   * @throws {NoSecondFactor} if the account has no second factor.
   */
  async renewRecoveryCodes({ userId, username }: Viewer, origin: Origin): Promise<string[]> {
    const { audit, secondFactors } = this.deps;
    await this.#count({ userId });
    return audit.withChange(origin, async (unit, record) => {
      if (!(await secondFactors.has(userId, unit))) throw new NoSecondFactor();
      await record({ event: 'recovery_codes_renew', result: 'success', origin, username, userId });
      return renewCodes(unit, userId);
    });
  }

  /**
   * Removes every second factor of an account, for staff and operators, after its owner has lost them all. Ends its
   * sessions and tokens, including personal access tokens.
   *
   * @throws {NotFound}
   * @throws {InvalidFields} naming `username` when it is the viewer's own account.
   */
  async reset(username: string, origin: Origin): Promise<User> {
    const { userDirectory, secondFactors } = this.deps;
    const user = await userDirectory.named(username);
    if (origin.by?.userId === user.id) throw new InvalidFields({ username: ['accounts.ownFactorsElsewhere'] });
    await this.#change(
      { userId: user.id, username: user.username },
      { event: 'factors_reset', origin },
      async (unit) => {
        await secondFactors.removeAll(user.id, unit);
        // Somebody who found or stole the factors may have created tokens in the meantime.
        await endPersonalTokens(unit, user.id);
      },
    );
    return userDirectory.named(username);
  }

  /** Limits changes, since each adds a row to the audit trail. @throws {RateLimited} after too many in a day. */
  #count({ userId }: Pick<Viewer, 'userId'>): Promise<void> {
    return this.deps.ownChanges.take(`second_factor ${userId}`);
  }

  /** Changes an account, ends its tokens and all sessions except the viewer's current one, and records the change. */
  async #change<T>(
    { userId, username, credential }: Pick<Viewer, 'userId' | 'username'> & Partial<Pick<Viewer, 'credential'>>,
    { event, origin, before, after }: FactorChange,
    change: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const { audit, changedAccounts } = this.deps;
    const result = await audit.withChange(origin, async (unit, record) => {
      const changed = await change(unit);
      await unit.nativeUpdate(User, { id: userId }, { tokenVersion: raw('token_version + 1') });
      const present = credential?.kind === 'session' ? { id: { $ne: credential.sessionId } } : {};
      await unit.nativeDelete(Session, { user: userId, ...present });
      const facts = before || after ? { change: { before, after } } : {};
      await record({ event, result: 'success', origin, username, userId, ...facts });
      return changed;
    });
    changedAccounts.announce(userId);
    return result;
  }
}

interface FactorChange {
  readonly event: AuditAction;
  readonly origin: Origin;
  readonly before?: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, string>>;
}

/** Replaces the recovery codes of an account, in the transaction of `unit`. @returns the new ones. */
export async function renewCodes(unit: UnitOfWork, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await unit.nativeDelete(RecoveryCode, { user: userId });
  await unit.insertMany(
    RecoveryCode,
    codes.map((code) => ({ user: userId, codeHash: recoveryCodeHash(userId, code) })),
  );
  return codes;
}
