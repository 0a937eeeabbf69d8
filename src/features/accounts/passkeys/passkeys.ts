import { raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { ID_MAX } from '../../../shared/id-max.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Quota } from '../../../shared/rate-limits/quota.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { SecondFactorNeeded } from '../second-factor/second-factor.errors.js';
import { renewCodes } from '../second-factor/second-factor-changes.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';
import { CHALLENGE_MINUTES, type Challenges } from './challenges.js';
import { Passkey } from './passkey.entity.js';
import { readPasskeyName } from './passkey-name.js';
import { readAttestation } from './passkey-response.js';
import { ALGORITHMS, type NewCredential, verifyAttestation } from './passkey-verification.js';
import { PasskeyKnown, PasskeyRefused, PasskeysUnavailable, TooManyPasskeys } from './passkeys.errors.js';
import { deriveUserHandle, type RelyingParty } from './relying-party.js';

export const PASSKEYS_OF_USER_MAX = 20;

/** A new passkey from the browser: the response as JSON, and the name chosen by the owner. */
export interface TypedPasskey {
  readonly response: string;
  readonly name: string;
}

export interface AddedPasskey {
  readonly passkey: Passkey;
  /** Set if the passkey is the account's first second factor; never shown again. */
  readonly recoveryCodes: readonly string[] | undefined;
}

interface PasskeysDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly secondFactors: SecondFactors;
  readonly challenges: Challenges;
  /** Undefined if browsers do not allow passkeys at this origin. */
  readonly relyingParty: RelyingParty | undefined;
  readonly secretKey: string;
  /** Quota of `OWN_CHANGES_A_DAY`. */
  readonly ownChanges: Quota;
  /** Throws if an account's owner could no longer log in. */
  readonly requireWayIn: (unit: UnitOfWork, userId: number) => Promise<void>;
}

/** Lists users' passkeys and lets their owners change them (contract 14). */
export class Passkeys {
  constructor(private readonly deps: PasskeysDeps) {}

  /** Origin whose pages can use passkeys; null if browsers do not allow passkeys there. */
  get origin(): string | null {
    return this.deps.relyingParty?.origin ?? null;
  }

  /** Returns a user's passkeys, newest first; at most {@link PASSKEYS_OF_USER_MAX}. */
  ofUser(userId: number): Promise<Passkey[]> {
    return this.deps.em.fork().find(Passkey, { user: userId }, { orderBy: { id: 'desc' } });
  }

  /**
   * Returns the browser's options for a new passkey: `PublicKeyCredentialCreationOptionsJSON`.
   *
   * @throws {PasskeysUnavailable}
   */
  async begin({ userId, username, firstName }: Viewer): Promise<string> {
    const { id } = this.#relyingParty();
    const present = await this.ofUser(userId);
    return JSON.stringify({
      challenge: this.deps.challenges.issue({ purpose: 'add', userId }),
      rp: { id, name: 'Vigia' },
      user: { id: deriveUserHandle(this.deps.secretKey, userId), name: username, displayName: firstName },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MINUTES * 60_000,
      attestation: 'none',
      // A security key without user verification is still a second factor.
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      excludeCredentials: present.map(buildDescriptor),
    });
  }

  /**
   * Adds a passkey created by the browser. The account's first second factor ends its tokens and all other sessions,
   * which were opened with only the password.
   *
   * @throws {PasskeyRefused} when the response does not answer a recent challenge for this account.
   * @throws {PasskeyKnown | TooManyPasskeys | PasskeysUnavailable}
   * @throws {InvalidFields} naming `name`. @throws {RateLimited} after too many changes in a day.
   */
  async add(viewer: Viewer, typed: TypedPasskey, origin: Origin): Promise<AddedPasskey> {
    const party = this.#relyingParty();
    const { userId } = viewer;
    const { challenges, ownChanges } = this.deps;
    const name = readPasskeyName(typed.name);
    const response = readAttestation(typed.response);
    const isOurs = response && challenges.holds(response.challenge, { purpose: 'add', userId });
    if (!isOurs) throw new PasskeyRefused();
    await ownChanges.take(`passkeys ${userId}`);
    const credential = await verifyAttestation(response, party);
    if (!credential) throw new PasskeyRefused();
    try {
      return await this.#store(
        viewer,
        { ...credential, name, transports: response.transports.join() },
        async (unit) => this.#useChallenge(unit, response.challenge),
        origin,
      );
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? await this.#whyNotUnique(credential) : error;
    }
  }

  /** Renames one of the viewer's passkeys. @throws {NotFound | InvalidFields | RateLimited} */
  async rename({ userId, username }: Viewer, id: string, typed: string, origin: Origin): Promise<Passkey> {
    const name = readPasskeyName(typed);
    await this.deps.ownChanges.take(`passkeys ${userId}`);
    return this.deps.audit.withChange(origin, async (unit, record) => {
      const passkey = await findOwn(unit, userId, id);
      if (passkey.name === name) return passkey;
      const change = { before: { name: passkey.name }, after: { name } };
      passkey.name = name;
      await unit.flush();
      await record({ event: 'passkey_rename', result: 'success', origin, username, userId, change });
      return passkey;
    });
  }

  /**
   * Removes a passkey of the viewer. Ends the account's tokens and all other sessions, since somebody who found the
   * device may be signed in.
   *
   * @throws {NotFound}
   * @throws {SecondFactorNeeded} if the account must have a second factor and has no other.
   * @throws {LastWayIn} if the viewer could then no longer log in.
   */
  async remove(viewer: Viewer, id: string, origin: Origin): Promise<void> {
    const { audit, changedAccounts, secondFactors, requireWayIn } = this.deps;
    const { userId, username, isStaff } = viewer;
    await audit.withChange(origin, async (unit, record) => {
      const { id: number, name } = await findOwn(unit, userId, id);
      await unit.nativeDelete(Passkey, { id: number });
      await requireWayIn(unit, userId);
      if ((await secondFactors.lacking([{ id: userId, isStaff }], unit)).size > 0) throw new SecondFactorNeeded();
      await secondFactors.removeUselessCodes(userId, unit);
      await endOtherAccess(unit, viewer);
      const change = { before: { name } };
      await record({ event: 'passkey_remove', result: 'success', origin, username, userId, change });
    });
    changedAccounts.announce(userId);
  }

  #relyingParty(): RelyingParty {
    const { relyingParty } = this.deps;
    if (!relyingParty) throw new PasskeysUnavailable();
    return relyingParty;
  }

  async #store(
    viewer: Viewer,
    described: DescribedPasskey,
    useChallenge: (unit: UnitOfWork) => Promise<void>,
    origin: Origin,
  ): Promise<AddedPasskey> {
    const { audit, changedAccounts, clock, secondFactors, secretKey } = this.deps;
    const { userId, username } = viewer;
    const { name } = described;
    const added = await audit.withChange(origin, async (unit, record) => {
      await useChallenge(unit);
      // The account is locked, so concurrent additions wait.
      const count = await unit.count(Passkey, { user: userId });
      if (count >= PASSKEYS_OF_USER_MAX) throw new TooManyPasskeys(PASSKEYS_OF_USER_MAX);
      const isFirst = !(await secondFactors.has(userId, unit));
      const user = unit.getReference(User, userId);
      const made = { user, userHandle: deriveUserHandle(secretKey, userId), createdAt: clock.now(), lastUsedAt: null };
      const passkey = unit.create(Passkey, { ...described, ...made });
      await unit.persist(passkey).flush();
      if (isFirst) await endOtherAccess(unit, viewer);
      await secondFactors.regain(userId, unit);
      await record({ event: 'passkey_add', result: 'success', origin, username, userId, change: { after: { name } } });
      return { passkey, recoveryCodes: isFirst ? await renewCodes(unit, userId) : undefined };
    });
    changedAccounts.announce(userId);
    return added;
  }

  async #useChallenge(unit: UnitOfWork, challenge: string): Promise<void> {
    try {
      await this.deps.challenges.use(unit, challenge);
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? new PasskeyRefused() : error;
    }
  }

  /**
   * Tells apart the two possible causes: another transaction has added the same passkey, or used the same challenge.
   */
  async #whyNotUnique({ credentialId }: NewCredential): Promise<PasskeyKnown | PasskeyRefused> {
    const known = await this.deps.em.fork().findOne(Passkey, { credentialId }, { fields: ['id'] });
    return known ? new PasskeyKnown() : new PasskeyRefused();
  }
}

type DescribedPasskey = NewCredential & Pick<Passkey, 'name' | 'transports'>;

/** Ends all of the viewer's tokens, and all sessions except the current one. */
async function endOtherAccess(unit: UnitOfWork, { userId, credential }: Viewer): Promise<void> {
  await unit.nativeUpdate(User, { id: userId }, { tokenVersion: raw('token_version + 1') });
  const others = credential.kind === 'session' ? { id: { $ne: credential.sessionId } } : {};
  await unit.nativeDelete(Session, { user: userId, ...others });
}

export function buildDescriptor({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) {
  const known = transports === '' ? {} : { transports: transports.split(',') };
  return { id: credentialId, type: 'public-key', ...known };
}

async function findOwn(unit: UnitOfWork, userId: number, id: string): Promise<Passkey> {
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= ID_MAX;
  const passkey = isId ? await unit.findOne(Passkey, { id: Number(id), user: userId }) : null;
  if (!passkey) throw new NotFound('accounts.passkeys.notFound');
  return passkey;
}
