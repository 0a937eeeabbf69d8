import { message } from '../../../i18n/message.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { OidcSettings } from '../../../settings/oidc-settings.js';
import { networkOf } from '../../../shared/addresses/network.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import { roleOf } from '../../../shared/identity/role.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Logger } from '../../../shared/logger.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { SecretBox } from '../../../shared/secret-box.js';
import { LastStaffAccount } from '../accounts.errors.js';
import { BY_PROVIDER, type Reauthentication } from '../authentication/reauthentication.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import type { AccountAccess } from '../editing/account-access.js';
import type { Identities } from '../identities/identities.js';
import { SecondFactorLost } from '../second-factor/second-factor.errors.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import { PROVIDER_SESSION_MAX_LENGTH } from '../sessions/session.entity.js';
import type { SessionSource } from '../sessions/session-source.js';
import { User } from '../users/user.entity.js';
import type { ProvidedPerson } from './claims.js';
import { SignInRefused } from './oidc.errors.js';
import { CLOCK_TOLERANCE_SECONDS, type OidcClient, type SignedInPerson } from './oidc-client.js';
import { describeIdentity, type FirstLogin, type ProvidedAccounts } from './provided-accounts.js';
import { describeFailure } from './provider-failures.js';
import { roleFromClaims } from './role-from-claims.js';
import type { SignInFlow, SignInFlows } from './sign-in-flows.js';

/** Maximum number of refused answers from one IPv4 address or IPv6 /64, since each costs a request to the provider. */
const REFUSALS_IN_TEN_MINUTES = 100;

const REFUSALS: RateLimit = { name: 'refused sign-ins', limit: REFUSALS_IN_TEN_MINUTES, seconds: 600 };

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
  readonly rateLimits: RateLimits;
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
  | { readonly kind: 'linked' | 'reauthenticated'; readonly next: string };

/** Signs people in with the provider's answer (decision 110). */
export class OidcSignIn {
  constructor(private readonly deps: OidcSignInDeps) {}

  /**
   * Completes a sign-in.
   *
   * @throws {SignInExpired} if the answer is not for a sign-in of this browser.
   * @throws {ProviderUnavailable}
   * @throws {SignInRefused} if a check of the answer fails, or the account may not log in.
   * @throws {IdentityRefused} if the person cannot be linked to the viewer's account.
   * @throws {RateLimited} when too many answers from this network were refused.
   */
  async finish(answer: ProviderAnswer): Promise<SignInResult> {
    const { rateLimits, flows } = this.deps;
    const allowances = [{ rateLimit: REFUSALS, key: networkOf(answer.origin.address) }];
    await takeAll(rateLimits, allowances);
    const flow = await flows.take(answer.cookie, answer.state);
    const signedIn = await this.#exchange(answer, flow);
    const result = await this.#complete(signedIn, flow, answer);
    await rateLimits.giveBack(allowances);
    return result;
  }

  async #exchange({ query, origin }: ProviderAnswer, flow: SignInFlow): Promise<SignedInPerson> {
    const { client, oidc, logger, audit } = this.deps;
    try {
      return await client.exchange(query, flow);
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
    const { accounts, identities, secondFactors, audit, knownNetworks } = this.deps;
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
    const needsSecondFactor = !person.hasSecondFactor && (await secondFactors.isAskedOf(user));
    if (needsSecondFactor && (await secondFactors.isLost(user))) throw new SecondFactorLost(user);
    knownNetworks.remember(origin.address);
    // With a second step, the login is recorded when that succeeds.
    if (!needsSecondFactor) await audit.record({ event: 'login', result: 'success', origin, username, userId });
    return { kind: 'login', user, source, needsSecondFactor, next };
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
    const isKept = sessionId !== undefined && sessionId.length <= PROVIDER_SESSION_MAX_LENGTH;
    return {
      identityId,
      providerSession: isKept ? sessionId : null,
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

  /** Requires that the provider has asked for credentials since the sign-in began, by the account's own person. */
  async #reauthenticate(
    { person }: SignedInPerson,
    viewer: Viewer,
    { origin }: ProviderAnswer,
    { next, startedAtMs }: SignInFlow,
  ) {
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
    await reauthentication.withProvider(viewer, origin);
    return { kind: 'reauthenticated', next } as const;
  }
}
