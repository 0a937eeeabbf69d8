import { LockMode, raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { NotFound } from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Quota } from '../../../shared/rate-limits/quota.js';
import { cutToCharacters } from '../../../shared/text/cut-text.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { isUsable } from '../credentials/password-encoding.js';
import { Session } from '../sessions/session.entity.js';
import { IDENTITY_NAME_MAX_LENGTH, OidcIdentity } from '../users/oidc-identity.entity.js';
import { User } from '../users/user.entity.js';
import { IdentityRefused, tooManyIdentities } from './identities.errors.js';
import { requireWayIn } from './ways-in.js';

/** Maximum number of identities of one account. */
const IDENTITIES_OF_USER_MAX = 10;

/** Largest id that both databases can store. */
const ID_MAX = 2_147_483_647;

/** A person at a provider, before an account is linked. */
export interface NewIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Name to display, as the provider gives it. */
  readonly name: string;
  readonly hasSecondFactor: boolean;
}

interface IdentitiesDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly ownChanges: Quota;
}

/** Links accounts with people at an OpenID Connect provider (decision 110). */
export class Identities {
  constructor(private readonly deps: IdentitiesDeps) {}

  /** Finds the identity of a person, with its account; null if there is none. */
  find({ issuer, subject }: Pick<NewIdentity, 'issuer' | 'subject'>): Promise<OidcIdentity | null> {
    return this.deps.em.fork().findOne(OidcIdentity, { issuer, subject }, { populate: ['user'] });
  }

  /** Returns an account's identities, newest first. */
  ofUser(userId: number): Promise<OidcIdentity[]> {
    const options = { orderBy: { id: 'desc' }, limit: IDENTITIES_OF_USER_MAX } as const;
    return this.deps.em.fork().find(OidcIdentity, { user: userId }, options);
  }

  /** Whether an account has a password. */
  async hasPassword(userId: number): Promise<boolean> {
    const user = await this.deps.em.fork().findOne(User, userId, { fields: ['password'] });
    return user !== null && isUsable(user.password);
  }

  /** Whether the provider asked one of an account's identities for a second factor at its last login. */
  async hasSecondFactor(userId: number): Promise<boolean> {
    return (await this.deps.em.fork().count(OidcIdentity, { user: userId, hasSecondFactor: true })) > 0;
  }

  /** Adds an identity in the transaction of `unit`. */
  async insert(unit: UnitOfWork, user: User, person: NewIdentity): Promise<OidcIdentity> {
    const identity = unit.create(OidcIdentity, {
      ...person,
      name: shownName(person.name),
      user: unit.getReference(User, user.id),
      createdAt: this.deps.clock.now(),
    });
    await unit.persist(identity).flush();
    return identity;
  }

  /**
   * Links a person to an account, on the request of its owner or because both have verified the same address.
   *
   * @throws {IdentityRefused} if the person already belongs to an account, or the account has too many.
   * @throws {RateLimited} after too many changes in a day.
   */
  async link(user: Pick<User, 'id' | 'username'>, person: NewIdentity, origin: Origin): Promise<void> {
    const { audit, ownChanges } = this.deps;
    const { id: userId, username } = user;
    await ownChanges.take(`identities ${userId}`);
    try {
      await audit.withChange(origin, async (unit, record) => {
        const owner = await unit.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
        const count = await unit.count(OidcIdentity, { user: userId });
        if (count >= IDENTITIES_OF_USER_MAX) throw tooManyIdentities(IDENTITIES_OF_USER_MAX);
        await this.insert(unit, owner, person);
        const change = { after: describe(person) };
        await record({ event: 'identity_link', result: 'success', origin, username, userId, change });
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      throw new IdentityRefused('accounts.identities.taken');
    }
  }

  /** Records a login of an identity. */
  async noteLogin({ id }: OidcIdentity, { name, hasSecondFactor }: Pick<NewIdentity, 'name' | 'hasSecondFactor'>) {
    const changes = { name: shownName(name), hasSecondFactor, lastLoginAt: this.deps.clock.now() };
    await this.deps.em.fork().nativeUpdate(OidcIdentity, { id }, changes);
  }

  /**
   * Removes an identity of the viewer, and ends the sessions that it opened, except the current one, and all tokens.
   *
   * @throws {NotFound}
   * @throws {LastWayIn} if the viewer could then no longer log in.
   */
  async unlink({ userId, username, credential }: Viewer, id: string, origin: Origin): Promise<void> {
    const { audit, changedAccounts } = this.deps;
    await audit.withChange(origin, async (unit, record) => {
      const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= ID_MAX;
      const identity = isId ? await unit.findOne(OidcIdentity, { id: Number(id), user: userId }) : null;
      if (!identity) throw new NotFound('accounts.identities.notFound');
      const own = credential.kind === 'session' ? credential.sessionId : '';
      // The identity's sessions end with it; the current one stays, as one of the account.
      await unit.nativeUpdate(Session, { id: own, identity: identity.id }, NO_SOURCE);
      await unit.nativeDelete(OidcIdentity, { id: identity.id });
      await requireWayIn(unit, userId);
      await unit.nativeUpdate(User, { id: userId }, { tokenVersion: raw('token_version + 1') });
      const change = { before: describe(identity) };
      await record({ event: 'identity_unlink', result: 'success', origin, username, userId, change });
    });
    changedAccounts.announce(userId);
  }
}

const NO_SOURCE = { identity: null, providerSession: null, sealedIdToken: null, hasProviderFactor: false } as const;

function describe({ issuer, subject, name }: Pick<NewIdentity, 'issuer' | 'subject' | 'name'>) {
  return { issuer, subject, name: shownName(name) };
}

/** Returns a name for display, without control characters. */
function shownName(name: string): string {
  return cutToCharacters(name.toWellFormed().replace(/\p{C}/gu, '').trim(), IDENTITY_NAME_MAX_LENGTH);
}
