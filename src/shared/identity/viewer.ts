import type { MachineAccess } from './machine-access.js';
import type { Preferences } from './preferences.js';
import type { Role } from './role.js';
import type { TokenScope } from './token-scope.js';

/** Proof of the caller's identity, and when it expires. */
export type Credential = Authenticated &
  (
    | { readonly kind: 'session'; readonly sessionId: string; readonly expiresAt: Date }
    | { readonly kind: 'token'; readonly version: number; readonly expiresAt: Date }
    | { readonly kind: 'personal_token'; readonly tokenId: number; readonly expiresAt: Date }
  );

interface Authenticated {
  /** When a password or a passkey was last given for this credential; undefined if unknown or never. */
  readonly authenticatedAt?: Date | undefined;
  /** Whether the sign-in provider asked for a second factor, in place of this service. */
  readonly hasProviderFactor?: boolean | undefined;
}

/** Whether a viewer's proof is still valid, valid with different rights, or invalid. */
export type ViewerStatus = 'holds' | 'role_changed' | 'ended';

/** The signed-in user on whose behalf an operation runs (contract 3). */
export interface Viewer extends MachineAccess {
  readonly userId: number;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  /** With a personal access token, `STAFF` only if the token has the scope, and otherwise `MEMBER`. */
  readonly role: Role;
  /** Whether the role is `STAFF`. */
  readonly isStaff: boolean;
  /** Whether the account must have a second factor but has none; its user can then only set one up. */
  readonly lacksSecondFactor: boolean;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly preferences: Preferences;
  readonly credential: Credential;
  /** Scopes of a personal access token; undefined if the caller has all of the user's rights. */
  readonly scopes?: readonly TokenScope[] | undefined;
}

/** Proofs of identity sent with a request or a socket; both may be absent. */
export interface Credentials {
  /** Token from `Authorization: Bearer …`; empty if the header is malformed. */
  readonly bearer?: string | undefined;
  readonly sessionSecret?: string | undefined;
}
