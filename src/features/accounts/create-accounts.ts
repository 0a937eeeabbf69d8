import { AuditRecords } from '../../platform/audit/audit-records.js';
import { AuditTrail } from '../../platform/audit/audit-trail.js';
import type { PersonalRecords } from '../../platform/audit/personal-records.js';
import type { UnitOfWork } from '../../platform/db/database.js';
import type { Outbox } from '../../platform/outbox/outbox.js';
import type { Settings } from '../../settings/settings.js';
import { reportTo } from '../../shared/errors/report-failure.js';
import type { Logger } from '../../shared/logger.js';
import { MemoryRateLimits } from '../../shared/rate-limits/memory-rate-limits.js';
import { Quota } from '../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../shared/rate-limits/rate-limits.js';
import type { SecretBox } from '../../shared/secret-box.js';
import type { Clock } from '../../shared/time/clock.js';
import { AccessPolicy } from './access-policy/access-policy.js';
import { AccessPolicyChanges } from './access-policy/access-policy-changes.js';
import { RegistrationSetting } from './access-policy/registration-setting.js';
import { Authentication } from './authentication/authentication.js';
import { Reauthentication } from './authentication/reauthentication.js';
import { confirmAuthority } from './authority/authority.js';
import { ChangedAccounts } from './changed-accounts.js';
import { KnownNetworks } from './credentials/known-networks.js';
import { Lockout } from './credentials/lockout/lockout.js';
import { Locks } from './credentials/lockout/locks.js';
import type { PasswordHasher } from './credentials/password-hasher.js';
import { AccountAccess } from './editing/account-access.js';
import { AccountChanges, OWN_CHANGES_A_DAY } from './editing/account-changes.js';
import { AccountStatus } from './editing/account-status.js';
import { OwnProfile } from './editing/own-profile.js';
import { Blocklist } from './email-domains/blocklist.js';
import type { DisposableDomains } from './email-domains/disposable-domains.js';
import { Identities } from './identities/identities.js';
import { requireWayIn } from './identities/ways-in.js';
import { Admission } from './invitations/admission.js';
import { InvitationMail } from './invitations/invitation-mail.js';
import { Invitations } from './invitations/invitations.js';
import { LinkTokens } from './link-tokens.js';
import { AccountDeletion } from './own-data/account-deletion.js';
import { OwnData } from './own-data/own-data.js';
import { accountRecords } from './own-data/own-records.js';
import { passkeyFactor } from './passkeys/passkey-factor.js';
import { PasswordResetMail } from './password-reset/password-reset-mail.js';
import { PasswordResets } from './password-reset/password-resets.js';
import { PersonalTokens } from './personal-tokens/personal-tokens.js';
import { Registration } from './registration/registration.js';
import { RegistrationQuota } from './registration/registration-quota.js';
import { WelcomeMail } from './registration/welcome-mail.js';
import { SecondFactorChanges } from './second-factor/second-factor-changes.js';
import { SecondFactorWatch } from './second-factor/second-factor-watch.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SecurityMail } from './security-mail.js';
import { AllSessions } from './sessions/all-sessions.js';
import { Sessions } from './sessions/sessions.js';
import { StaffSetup } from './setup/staff-setup.js';
import { UserDirectory } from './users/user-directory.js';

interface CreateAccountsDeps {
  readonly settings: Pick<
    Settings,
    'email' | 'publicUrl' | 'contact' | 'startRegistration' | 'newAccountsSee' | 'oidc'
  >;
  /** Key from which link tokens are derived. */
  readonly secretKey: string;
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hasher: PasswordHasher;
  readonly disposableDomains: DisposableDomains;
  readonly outbox: Outbox;
  /** Encrypts the secrets of authenticator apps. */
  readonly totpSecrets: SecretBox;
  /** Rate limits for visitors and users. The command line has none. */
  readonly rateLimits?: RateLimits;
  /** Personal data stored by other features. */
  readonly personalRecords?: readonly PersonalRecords[];
}

const DAY_SECONDS = 86_400;

/** Builds every account service once, for both the server and the command line. */
export function createAccounts(deps: CreateAccountsDeps) {
  const { settings, em, clock, logger, hasher, disposableDomains, outbox, totpSecrets } = deps;
  const { rateLimits = new MemoryRateLimits() } = deps;
  const personalRecords = [...accountRecords, ...(deps.personalRecords ?? [])];
  const audit = new AuditTrail({ em, clock, logger, confirmAuthority });
  const blocklist = new Blocklist({ em, clock, audit, disposableDomains });
  const knownNetworks = new KnownNetworks({ em, clock });
  const lockout = new Lockout({ em, clock });
  const changedAccounts = new ChangedAccounts();
  const welcomeMail = new WelcomeMail({ em, outbox, email: settings.email, publicUrl: settings.publicUrl });
  const access = createAccess({ ...deps, audit, blocklist });
  const { accessPolicy } = access;
  const { email, publicUrl, contact } = settings;
  const securityMail = new SecurityMail({ em, outbox, email, publicUrl, contact });
  const secondFactorWatch = new SecondFactorWatch({ em, audit, rateLimits, securityMail });
  const secondFactors = new SecondFactors({
    em,
    clock,
    totpSecrets,
    accessPolicy,
    rateLimits,
    watch: secondFactorWatch,
  });
  secondFactors.add(passkeyFactor);
  const checks = { hasher, knownNetworks, lockout, secondFactors, secondFactorWatch };
  const providerOnly = settings.oidc?.only === true;
  const authentication = new Authentication({ em, ...checks, providerOnly, audit, report: reportTo(logger) });
  const userDirectory = new UserDirectory(em);
  const issuer = `Vigia (${new URL(settings.publicUrl).host})`;
  const ownChanges = new Quota({ rateLimits, name: 'own changes', limit: OWN_CHANGES_A_DAY, seconds: DAY_SECONDS });
  const registration = new Registration({
    em,
    clock,
    hasher,
    knownNetworks,
    audit,
    blocklist,
    welcomeMail,
    registrationQuota: new RegistrationQuota(rateLimits),
    admission: access.admission,
    accessPolicy,
    providerOnly,
  });
  return {
    audit,
    ...access,
    identities: new Identities({ em, clock, audit, changedAccounts, ownChanges }),
    requireWayIn,
    providerOnly,
    accessPolicyChanges: new AccessPolicyChanges({ audit, accessPolicy, secondFactors, changedAccounts }),
    secondFactors,
    secondFactorChanges: new SecondFactorChanges({
      em,
      clock,
      audit,
      changedAccounts,
      userDirectory,
      secondFactors,
      totpSecrets,
      ownChanges,
      issuer,
    }),
    userDirectory,
    blocklist,
    knownNetworks,
    auditRecords: new AuditRecords(em),
    lockout,
    changedAccounts,
    ownChanges,
    authentication,
    reauthentication: new Reauthentication({ authentication, clock, audit, changedAccounts }),
    sessions: new Sessions({ em, clock, changedAccounts }),
    allSessions: new AllSessions({ em, clock, audit, changedAccounts }),
    personalTokens: new PersonalTokens({ em, clock, audit, changedAccounts }),
    locks: new Locks({ em, clock }),
    accountAccess: new AccountAccess({ audit, changedAccounts, clock }),
    accountStatus: new AccountStatus({ userDirectory, audit, changedAccounts, clock }),
    accountChanges: new AccountChanges({
      em,
      userDirectory,
      hasher,
      knownNetworks,
      authentication,
      lockout,
      audit,
      changedAccounts,
      ownChanges,
    }),
    registration,
    staffSetup: new StaffSetup({ em, clock, audit, registration, knownNetworks, rateLimits }),
    ownData: new OwnData({ em, clock, personalRecords, publicUrl: settings.publicUrl }),
    accountDeletion: new AccountDeletion({
      em,
      clock,
      secretKey: deps.secretKey,
      audit,
      changedAccounts,
      personalRecords,
      report: reportTo(logger),
    }),
    passwordResets: new PasswordResets({
      em,
      clock,
      audit,
      hasher,
      knownNetworks,
      lockout,
      changedAccounts,
      outbox,
      rateLimits,
      email: settings.email,
    }),
    mailsByKind: {
      welcome: welcomeMail,
      password_reset: new PasswordResetMail({
        em,
        clock,
        linkTokens: access.linkTokens,
        outbox,
        email,
        publicUrl,
        providerOnly,
      }),
      invitation: access.invitationMail,
      codes_refused: securityMail,
      address_changed: securityMail,
    },
    ownProfile: new OwnProfile({ em, clock, audit, blocklist, changedAccounts, ownChanges, securityMail, rateLimits }),
  };
}

function createAccess(deps: CreateAccountsDeps & { readonly audit: AuditTrail; readonly blocklist: Blocklist }) {
  const { settings, em, clock, audit, blocklist, outbox } = deps;
  const { email, publicUrl, startRegistration, newAccountsSee } = settings;
  const linkTokens = new LinkTokens(deps.secretKey);
  const accessPolicy = new AccessPolicy({ em, startRegistration, newAccountsSee });
  const invitationMail = new InvitationMail({ em, clock, outbox, email, linkTokens, publicUrl });
  const invitations = new Invitations({ em, clock, audit, blocklist, linkTokens, invitationMail, publicUrl });
  return {
    linkTokens,
    accessPolicy,
    registrationSetting: new RegistrationSetting({ accessPolicy, audit }),
    invitationMail,
    invitations,
    admission: new Admission({ accessPolicy, invitations }),
  };
}
