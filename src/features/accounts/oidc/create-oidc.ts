import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { type Guard, guardOfService } from '../../../platform/outgoing/address-guard.js';
import type { Settings } from '../../../settings/settings.js';
import type { Logger } from '../../../shared/logger.js';
import { SecretBox } from '../../../shared/secret-box.js';
import type { Clock } from '../../../shared/time/clock.js';
import { accountPaths } from '../accounts.paths.js';
import type { Reauthentication } from '../authentication/reauthentication.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import type { AccountAccess } from '../editing/account-access.js';
import type { Identities } from '../identities/identities.js';
import type { Registration } from '../registration/registration.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import { BackchannelLogout } from './backchannel-logout.js';
import { OidcClient } from './oidc-client.js';
import { OidcSignIn } from './oidc-sign-in.js';
import { ProvidedAccounts } from './provided-accounts.js';
import { SignInFlows } from './sign-in-flows.js';

interface CreateOidcDeps {
  readonly settings: Pick<Settings, 'oidc' | 'publicUrl'>;
  readonly secretKey: string;
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly knownNetworks: KnownNetworks;
  readonly identities: Identities;
  readonly registration: Registration;
  readonly accountAccess: AccountAccess;
  readonly secondFactors: SecondFactors;
  readonly reauthentication: Reauthentication;
  /** Decides where requests may go, in place of the settings. */
  readonly outgoingGuard?: Guard | undefined;
}

export type Oidc = NonNullable<ReturnType<typeof createOidc>['oidc']>;

/** Builds the sign-in at the provider of the settings; undefined without one. */
export function createOidc(deps: CreateOidcDeps) {
  const { oidc, publicUrl } = deps.settings;
  if (!oidc) return { oidc: undefined };
  const guard = deps.outgoingGuard ?? guardOfService(oidc.issuer);
  const redirectUri = publicUrl + accountPaths.oidcCallback;
  const client = new OidcClient({ oidc, redirectUri, guard, clock: deps.clock });
  const flows = new SignInFlows(deps);
  const idTokens = new SecretBox(deps.secretKey, 'tokens of the provider');
  const accounts = new ProvidedAccounts({ ...deps, oidc });
  return {
    oidc: {
      name: oidc.name,
      client,
      flows,
      /** Returns the address that ends the provider's session too; undefined if it has none. */
      endSessionUrl: async (sealedIdToken: string | null) => {
        const idToken = sealedIdToken === null ? undefined : idTokens.open(sealedIdToken);
        const url = await client.endSessionUrl({ idToken, returnTo: publicUrl + accountPaths.login });
        return url?.href;
      },
      signIn: new OidcSignIn({ ...deps, oidc, client, flows, accounts, idTokens }),
      backchannelLogout: new BackchannelLogout({ ...deps, client, flows }),
    },
  };
}
