import type { Language } from '../../i18n/catalogues.js';
import type { Guest } from '../../shared/identity/guest.js';
import type { Viewer } from '../../shared/identity/viewer.js';

export interface GraphQLContext {
  /** Language of the answer. */
  readonly language: Language;
  /** Language of mails and messages that the operation causes: the caller's, else the base language. */
  readonly mailLanguage: Language;
  /** Whether the operation arrived as GraphQL or through a REST route. */
  readonly transport: 'graphql' | 'rest';
  readonly address: string;
  /** Returns the current time on the clock used to date sessions and tokens. */
  now(): Date;
  /**
   * Returns the caller; null for a visitor. Cached per operation; `anew` looks the caller up again, since rights may
   * end while an operation waits.
   *
   * @throws {VigiaError} `token_not_valid` if a bearer token is present but invalid.
   */
  viewer(how?: { readonly anew: boolean }): Promise<Viewer | null>;
  /**
   * Returns the room guest whose cookie came with the call; null for anyone else, and for signed-in callers. Looked up
   * for each operation, and over WebSocket for each event. Call this only for fields that are open to participants of a
   * room (promise 52).
   */
  guest(): Promise<Guest | null>;
  /** Sets a guest's cookie on the response, which works only over HTTP. */
  giveGuestCookie(secret: string, until: Date): void;
}
