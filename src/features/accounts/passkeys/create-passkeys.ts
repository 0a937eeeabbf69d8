import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Settings } from '../../../settings/settings.js';
import type { Quota } from '../../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import { Challenges } from './challenges.js';
import { PasskeyLogin } from './passkey-login.js';
import { Passkeys } from './passkeys.js';
import { createRelyingParty } from './relying-party.js';

interface CreatePasskeysDeps {
  readonly settings: Pick<Settings, 'publicUrl'>;
  readonly secretKey: string;
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly secondFactors: SecondFactors;
  readonly knownNetworks: KnownNetworks;
  readonly rateLimits: RateLimits;
  readonly ownChanges: Quota;
  readonly providerOnly: boolean;
  /** Throws if an account's owner could no longer log in. */
  readonly requireWayIn: (unit: UnitOfWork, userId: number) => Promise<void>;
}

export function createPasskeys(deps: CreatePasskeysDeps) {
  const relyingParty = createRelyingParty(deps.settings.publicUrl);
  const challenges = new Challenges(deps);
  return {
    challenges,
    passkeys: new Passkeys({ ...deps, challenges, relyingParty }),
    passkeyLogin: new PasskeyLogin({ ...deps, challenges, relyingParty }),
  };
}
