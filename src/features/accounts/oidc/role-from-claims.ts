import type { OidcSettings } from '../../../settings/oidc-settings.js';
import { type Claims, matchesClaim } from './claims.js';

/** Roles that the claims of a login grant; undefined where no setting leaves the role to the provider. */
export interface ClaimedRoles {
  readonly isStaff: boolean | undefined;
  readonly isOperator: boolean | undefined;
}

/** Returns the roles that the settings derive from a person's claims. A missing claim takes a role away. */
export function roleFromClaims(claims: Claims, { staff, operators }: Pick<OidcSettings, 'staff' | 'operators'>) {
  return {
    isStaff: staff && matchesClaim(claims, staff),
    isOperator: operators && matchesClaim(claims, operators),
  } satisfies ClaimedRoles;
}
