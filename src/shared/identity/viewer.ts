import type { Preferences } from './preferences.js';
import type { TokenScope } from './token-scope.js';

/** What proved who is calling, and until when the proof holds. */
export type Credential = Authenticated &
  (
    | { readonly kind: 'session'; readonly sessionId: string; readonly expiresAt: Date }
    | { readonly kind: 'token'; readonly version: number; readonly expiresAt: Date }
    | { readonly kind: 'personal_token'; readonly tokenId: number; readonly expiresAt: Date }
  );

/** When whoever holds a credential last proved who they are. */
interface Authenticated {
  /** When a password or a passkey was last given for it; undefined when that is not known, or was never so. */
  readonly authenticatedAt?: Date | undefined;
}

/** Whether the proof of a viewer still holds: as before, with other rights, or no longer. */
export type ViewerStatus = 'holds' | 'role_changed' | 'ended';

/** The signed-in user on whose behalf an operation runs (contract 3). */
export interface Viewer {
  readonly userId: number;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  /** By a personal access token only with the scope for it. */
  readonly isStaff: boolean;
  /** Whether the account must have a second factor and has none: then it can do nothing but set one up. */
  readonly lacksSecondFactor: boolean;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly preferences: Preferences;
  readonly credential: Credential;
  /** What a personal access token may be used for; undefined for whoever may do all that the user may. */
  readonly scopes?: readonly TokenScope[] | undefined;
}

/** What a request or a socket brought as proof of identity; both may be absent. */
export interface Credentials {
  /** The token of `Authorization: Bearer …`; an empty string when the header is malformed. */
  readonly bearer?: string | undefined;
  /** The secret in the cookie `sessionid`. */
  readonly sessionSecret?: string | undefined;
}
