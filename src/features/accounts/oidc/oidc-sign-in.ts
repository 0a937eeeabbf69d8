import { message } from '../../../i18n/message.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { OidcSettings } from '../../../settings/oidc-settings.js';
import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import { roleOf } from '../../../shared/identity/role.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Logger } from '../../../shared/logger.js';
import type { SecretBox } from '../../../shared/secret-box.js';
import { LastStaffAccount } from '../accounts.errors.js';
import { BY_PROVIDER, type Reauthentication } from '../authentication/reauthentication.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import type { AccountAccess } from '../editing/account-access.js';
import type { Identities } from '../identities/identities.js';
import { SecondFactorLost } from '../second-factor/second-factor.errors.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import type { SessionSource } from '../sessions/session-source.js';
import { User } from '../users/user.entity.js';
import { isIdentifier, type ProvidedPerson } from './claims.js';
import { SignInRefused, UnusableSubject } from './oidc.errors.js';
import { CLOCK_TOLERANCE_SECONDS, type OidcClient, type SignedInPerson } from './oidc-client.js';
import { describeIdentity, type FirstLogin, type ProvidedAccounts } from './provided-accounts.js';
import { describeFailure } from './provider-failures.js';
import { roleFromClaims } from './role-from-claims.js';
import type { SignInFlow, SignInFlows } from './sign-in-flows.js';

/**
 * Answers for which the provider is asked at the same time, and those that wait for their turn: enough for a school whose
 * classes all sign in from one address.
 */
const EXCHANGES = { concurrency: 16, waitingMax: 500, retrySeconds: 5 };

/** Longest ID token that is kept for a logout at the provider, in characters. */
const ID_TOKEN_MAX_LENGTH = 8000;

interface OidcSignInDeps {
  readonly em: UnitOfWork;
  readonly oidc: OidcSettings;
  readonly client: OidcClient;
  readonly flows: SignInFlows;
  readonly accounts: ProvidedAccounts;
  readonly identities: Identities;
  readonly accountAccess: Pick<AccountAccess, 'set'>;
  readonly secondFactors: Pick<SecondFactors, 'isAskedOf' | 'isLost'>;
  readonly reauthentication: Pick<Reauthentication, 'withProvider'>;
  readonly knownNetworks: KnownNetworks;
  readonly audit: AuditTrail;
  readonly idTokens: SecretBox;
  readonly logger: Logger;
}

/** The browser's return from the provider. */
export interface ProviderAnswer extends Omit<FirstLogin, 'invitation'> {
  /** Query of the address, from the question mark on. */
  readonly query: string;
  readonly state: unknown;
  readonly cookie: string | undefined;
  /** The signed-in user of the browser; null for a visitor. */
  readonly viewer: Viewer | null;
}

/** Result of a sign-in. A login may still need the account's own second factor. */
export type SignInResult =
  | {
      readonly kind: 'login';
      readonly user: User;
      readonly source: SessionSource;
      readonly needsSecondFactor: boolean;
      readonly next: string;
    }
  /** The provider has asked again, and the account's own second factor is to follow, in the session that began it. */
  | { readonly kind: 'secondStep'; readonly user: User; readonly sessionId: string; readonly next: string }
  | { readonly kind: 'linked'; readonly next: string }
  | { readonly kind: 'reauthenticated'; readonly next: string };

/** Signs people in with the provider's answer (decision 110). */
export class OidcSignIn {
  readonly #exchanges = new FairQueue(EXCHANGES);

  constructor(private readonly deps: OidcSignInDeps) {}

  /**
   * Completes a sign-in. Networks take turns at the provider, and none is refused for its failures: anyone can begin a
   * sign-in and answer it with an invented code, so a count would let one person lock out all who share the address.
   *
   * @throws {SignInExpired} if the answer is not for a sign-in of this browser.
   * @throws {ProviderUnavailable}
   * @throws {SignInRefused} if a check of the answer fails, or the account may not log in.
   * @throws {IdentityRefused} if the person cannot be linked to the viewer's account.
   * @throws {Busy} when too many answers wait for their turn.
   */
  async finish(answer: ProviderAnswer): Promise<SignInResult> {
    const { flows, knownNetworks } = this.deps;
    const flow = flows.open(answer.cookie, answer.state);
    const path = knownNetworks.queuePath(answer.origin.address);
    const signedIn = await this.#exchanges.run(path, () => this.#exchange(answer, flow));
    await flows.useUp(flow);
    return this.#complete(signedIn, flow, answer);
  }

  async #exchange({ query, origin }: ProviderAnswer, flow: SignInFlow): Promise<SignedInPerson> {
    const { client, oidc, logger, audit } = this.deps;
    try {
      const signedIn = await client.exchange(query, flow);
      if (!isIdentifier(signedIn.person.subject)) throw new UnusableSubject(oidc.name);
      return signedIn;
    } catch (error) {
      const reason = describeFailure(error instanceof VigiaError ? error.cause : error);
      logger.log('warn', 'A sign-in at the provider failed', { reason });
      await audit.record({ event: 'login', result: 'failure', origin, username: '', isStored: false });
      if (error instanceof VigiaError) throw error;
      const wasDeclined = /access_denied|login_required|interaction_required|consent_required/.test(reason);
      const text = wasDeclined ? 'accounts.oidc.declined' : 'accounts.oidc.refused';
      throw new SignInRefused(wasDeclined ? 'declined' : 'refused', message(text, { provider: oidc.name }));
    }
  }

  #complete(signedIn: SignedInPerson, flow: SignInFlow, answer: ProviderAnswer): Promise<SignInResult> {
    const { purpose } = flow;
    if (purpose.kind === 'login')
      return this.#logIn(signedIn, { ...answer, invitation: purpose.invitation }, flow.next);
    const { viewer } = answer;
    if (viewer?.credential.kind !== 'session' || viewer.credential.sessionId !== purpose.sessionId) {
      throw new SignInRefused('other_session', 'accounts.oidc.otherSession');
    }
    return purpose.kind === 'link'
      ? this.#link(signedIn, viewer, answer, flow)
      : this.#reauthenticate(signedIn, viewer, answer, flow);
  }

  async #logIn({ person, idToken }: SignedInPerson, login: FirstLogin, next: string): Promise<SignInResult> {
    const { accounts, identities, audit, knownNetworks } = this.deps;
    const { origin } = login;
    const identity = await accounts.identify(person, login);
    const user = await this.#applyRoles(identity.user as User, person, login);
    const { id: userId, username } = user;
    if (!user.isActive) {
      await audit.record({ event: 'login', result: 'failure', origin, username, userId });
      throw new SignInRefused('inactive', 'accounts.oidc.inactive');
    }
    await identities.noteLogin(identity, describeIdentity(person));
    const source = this.#sourceOf(identity.id, person, idToken);
    const needsSecondFactor = await this.#needsSecondFactor(user, person);
    knownNetworks.remember(origin.address);
    // With a second step, the login is recorded when that succeeds.
    if (!needsSecondFactor) await audit.record({ event: 'login', result: 'success', origin, username, userId });
    return { kind: 'login', user, source, needsSecondFactor, next };
  }

  /** Whether the account's own second factor is to follow. @throws {SecondFactorLost} if it has none that works. */
  async #needsSecondFactor(user: User, { hasSecondFactor }: ProvidedPerson): Promise<boolean> {
    const { secondFactors } = this.deps;
    if (hasSecondFactor || !(await secondFactors.isAskedOf(user))) return false;
    if (await secondFactors.isLost(user)) throw new SecondFactorLost(user);
    return true;
  }

  /** Sets the roles that the settings leave to the provider, at each login. @returns the account as it is now. */
  async #applyRoles(user: User, { claims }: ProvidedPerson, { origin }: FirstLogin): Promise<User> {
    const { oidc, accountAccess, logger, em } = this.deps;
    const { isStaff = user.isStaff, isOperator = user.isOperator } = roleFromClaims(claims, oidc);
    const role = roleOf({ isStaff, isOperator });
    if (role === roleOf(user)) return user;
    try {
      const [changed = user] = await accountAccess.set(new Map([[user.username, { role }]]), origin);
      return changed;
    } catch (error) {
      if (!(error instanceof LastStaffAccount)) throw error;
      logger.log('warn', 'The provider takes the staff role from the last account with it, which keeps it', {
        username: user.username,
      });
      return em.fork().findOneOrFail(User, user.id);
    }
  }

  #sourceOf(identityId: number, person: ProvidedPerson, idToken: string): SessionSource {
    const { sessionId } = person;
    return {
      identityId,
      providerSession: sessionId !== undefined && isIdentifier(sessionId) ? sessionId : null,
      sealedIdToken: idToken.length <= ID_TOKEN_MAX_LENGTH ? this.deps.idTokens.seal(idToken) : null,
      hasProviderFactor: person.hasSecondFactor,
      authenticatedAtMs: person.authenticatedAt?.getTime() ?? 0,
    };
  }

  async #link({ person }: SignedInPerson, viewer: Viewer, { origin }: ProviderAnswer, { next }: SignInFlow) {
    const { userId: id, username, credential } = viewer;
    const authority = { userId: id, credential, role: 'MEMBER' } as const;
    await this.deps.identities.link({ id, username }, describeIdentity(person), { ...origin, authority });
    return { kind: 'linked', next } as const;
  }

  /**
   * Requires that the provider has asked for credentials since the sign-in began, by the account's own person. As for a
   * login, the account's second factor follows unless the provider has asked for one.
   */
  async #reauthenticate(
    { person }: SignedInPerson,
    viewer: Viewer,
    { origin }: ProviderAnswer,
    { next, startedAtMs }: SignInFlow,
  ): Promise<SignInResult> {
    const { identities, reauthentication, audit } = this.deps;
    const identity = await identities.find(person);
    const earliestMs = startedAtMs - CLOCK_TOLERANCE_SECONDS * 1000;
    const isFresh = person.authenticatedAt !== undefined && person.authenticatedAt.getTime() >= earliestMs;
    const { userId, username } = viewer;
    if (identity?.user.id !== userId || !isFresh) {
      const details = BY_PROVIDER;
      await audit.record({ event: 'reauthentication', result: 'failure', origin, username, userId, details });
      const text = isFresh ? 'accounts.oidc.otherPerson' : 'accounts.oidc.notAskedAgain';
      throw new SignInRefused(
        isFresh ? 'other_person' : 'not_asked_again',
        message(text, { provider: this.deps.oidc.name }),
      );
    }
    const user = identity.user as User;
    if (viewer.credential.kind === 'session' && (await this.#needsSecondFactor(user, person))) {
      return { kind: 'secondStep', user, sessionId: viewer.credential.sessionId, next };
    }
    await reauthentication.withProvider(viewer, origin);
    return { kind: 'reauthenticated', next };
  }
}
