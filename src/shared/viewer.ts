import type { Preferences } from './preferences.js';

/** What proved who is calling, and until when the proof holds. */
export type Credential =
  | { readonly kind: 'session'; readonly sessionId: string; readonly expiresAt: Date }
  | { readonly kind: 'token'; readonly version: number; readonly expiresAt: Date };

/** Whether the proof of a viewer still holds: as before, with another role, or no longer. */
export type ViewerStatus = 'holds' | 'role_changed' | 'ended';

/** The signed-in user on whose behalf an operation runs (contract 3). */
export interface Viewer {
  readonly userId: number;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  readonly isStaff: boolean;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly preferences: Preferences;
  readonly credential: Credential;
}

/** What a request or a socket brought as proof of identity; both may be absent. */
export interface Credentials {
  /** The token of `Authorization: Bearer …`; an empty string when the header is malformed. */
  readonly bearer?: string | undefined;
  /** The secret in the cookie `sessionid`. */
  readonly sessionSecret?: string | undefined;
}
