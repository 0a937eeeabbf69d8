import type { Language } from '../../i18n/catalogues.js';
import type { Guest } from '../../shared/identity/guest.js';
import type { Viewer } from '../../shared/identity/viewer.js';

/** The context of an operation, which every resolver gets. */
export interface GraphQLContext {
  readonly language: Language;
  /** Whether the operation came as GraphQL or by a REST address. */
  readonly transport: 'graphql' | 'rest';
  /** The caller's IP address. */
  readonly address: string;
  /** The present time, by the clock that sessions and tokens are dated by. */
  now(): Date;
  /**
   * Who is calling; null for a visitor. Looked up once for an operation, and again when called
   * with `anew`: rights may end while an operation waits.
   *
   * @throws {VigiaError} `token_not_valid` when a bearer token is present and not valid.
   */
  viewer(how?: { readonly anew: boolean }): Promise<Viewer | null>;
  /**
   * The guest of a room whose cookie came with the call, looked up for each operation, over
   * WebSocket for each event; null for all others, and whenever
   * somebody is signed in. Only what is for participants of a room may ask (promise 52).
   */
  guest(): Promise<Guest | null>;
  /** Hands out the cookie of a guest with the answer, which only an answer over HTTP can. */
  giveGuestCookie(secret: string, until: Date): void;
}
