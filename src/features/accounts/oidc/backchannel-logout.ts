import { raw } from '@mikro-orm/core';
import type { AuditTrail, RecordedEvent } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { nestedNetworksOf } from '../../../shared/addresses/network.js';
import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { Session } from '../sessions/session.entity.js';
import { OidcIdentity } from '../users/oidc-identity.entity.js';
import { User } from '../users/user.entity.js';
import { type Claims, isIdentifier } from './claims.js';
import { LogoutTokenRefused, SignInExpired } from './oidc.errors.js';
import { CLOCK_TOLERANCE_SECONDS, type OidcClient } from './oidc-client.js';
import { describeFailure } from './provider-failures.js';
import type { SignInFlows } from './sign-in-flows.js';

/** Age up to which a logout token counts, and for which it is remembered. */
const TOKEN_SECONDS = 300;

/** Longest token that is verified, in characters. */
const TOKEN_MAX_LENGTH = 16_000;

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Tokens that are verified at the same time, in threads that others need too, and those that wait for their turn. */
const VERIFICATIONS = { concurrency: 2, waitingMax: 100, retrySeconds: 5 };

interface BackchannelLogoutDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly client: Pick<OidcClient, 'verifyLogoutToken'>;
  readonly flows: Pick<SignInFlows, 'useOnce'>;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly logger: Logger;
}

/** A logout that the provider demands: of one of its sessions, or of all of a person. */
interface DemandedLogout {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
  /** Identifies the token among those of its issuer. */
  readonly id: string;
}

/** Ends what the provider's logout ends (OpenID Connect Back-Channel Logout 1.0; decision 110). */
export class BackchannelLogout {
  readonly #verifications = new FairQueue(VERIFICATIONS);

  constructor(private readonly deps: BackchannelLogoutDeps) {}

  /**
   * Ends the sessions that a logout token names, the tokens of their accounts, and the sockets of both, at all nodes.
   * Personal access tokens stay: programs are not signed in anywhere, and would stop every evening.
   *
   * @throws {LogoutTokenRefused} if the token is not valid, or was used before.
   * @throws {ProviderUnavailable} when the provider's keys cannot be read.
   * @throws {Busy} when too many tokens wait for their turn.
   */
  async logOut(token: string, origin: Origin): Promise<void> {
    const demanded = await this.#verifications.run(nestedNetworksOf(origin.address), () => this.#read(token));
    await this.#end(demanded, origin);
  }

  async #read(token: string): Promise<DemandedLogout> {
    const { client, logger } = this.deps;
    try {
      if (token === '' || token.length > TOKEN_MAX_LENGTH) throw new LogoutTokenRefused();
      const claims = await client.verifyLogoutToken(token, { maxAgeSeconds: TOKEN_SECONDS });
      return readDemand(claims);
    } catch (error) {
      if (error instanceof VigiaError && error.kind === 'busy') throw error;
      logger.log('warn', 'A logout token was refused', { reason: describeFailure(error) });
      throw new LogoutTokenRefused();
    }
  }

  /**
   * Ends the sessions and uses the token up, both or neither: a provider repeats a logout that failed.
   *
   * @throws {LogoutTokenRefused} if the token was used before.
   */
  async #end({ issuer, subject, providerSession, id }: DemandedLogout, origin: Origin): Promise<void> {
    const { em, changedAccounts, audit, flows, clock } = this.deps;
    const person = { issuer, ...(subject !== undefined && { subject }) };
    // A session of the person whose `sid` is unknown may be the one that is meant.
    const mayBeMeant = subject === undefined ? [{ providerSession }] : [{ providerSession }, { providerSession: null }];
    const where = { identity: person, ...(providerSession !== undefined && { $or: mayBeMeant }) };
    const ofSessions = await em.fork().find(Session, where, { fields: ['user'], disableIdentityMap: true });
    // A person without a session may still have tokens, or have just signed in at another node.
    const known =
      subject === undefined ? [] : await em.fork().find(OidcIdentity, { issuer, subject }, { fields: ['user'] });
    const userIds = new Set([...ofSessions, ...known].map(({ user }) => user.id));
    const endsAt = new Date(clock.steady().getTime() + (TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000);
    const ending = audit.withChange(origin, async (unit, record) => {
      await flows.useOnce(unit, `logout ${issuer} ${id}`, endsAt);
      // In one order, so that two logouts at once cannot wait for each other.
      for (const userId of [...userIds].sort((a, b) => a - b)) {
        await record(await endSessions(unit, userId, where, origin));
      }
    });
    await ending.catch((error: unknown) => {
      throw error instanceof SignInExpired ? new LogoutTokenRefused() : error;
    });
    for (const userId of userIds) changedAccounts.announce(userId);
  }
}

/** Ends an account's sessions among `where`, and its tokens. @returns the event to record */
async function endSessions(unit: UnitOfWork, userId: number, where: object, origin: Origin): Promise<RecordedEvent> {
  await unit.nativeUpdate(User, { id: userId }, { tokenVersion: raw('token_version + 1') });
  const { username } = await unit.findOneOrFail(User, userId, { refresh: true });
  const named = await unit.find(Session, { ...where, user: userId }, { fields: ['id'], disableIdentityMap: true });
  const ids = named.map(({ id }) => id);
  if (ids.length > 0) await unit.nativeDelete(Session, { id: { $in: ids } });
  return { event: 'logout', result: 'success', origin, username, userId, details: { means: 'back-channel' } };
}

/** Reads a verified token (OpenID Connect Back-Channel Logout, section 2.6). @throws {LogoutTokenRefused} */
function readDemand({ iss, sub, sid, events, nonce, jti }: Claims): DemandedLogout {
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
  const subject = readIdentifier(sub);
  const providerSession = readIdentifier(sid);
  const names = subject !== undefined || providerSession !== undefined;
  // A nonce would make an ID token pass for a logout token.
  if (!isLogout || nonce !== undefined || typeof jti !== 'string' || jti === '' || !names)
    throw new LogoutTokenRefused();
  return { issuer: String(iss), subject, providerSession, id: jti };
}

/** Returns a claim that names a person or a session; undefined if it names none that can be stored here. */
function readIdentifier(claim: unknown): string | undefined {
  return typeof claim === 'string' && isIdentifier(claim) ? claim : undefined;
}
