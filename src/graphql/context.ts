import type { Language } from '../i18n/catalogues.js';
import type { Viewer } from '../shared/viewer.js';

/** What every resolver may know about the call it answers. */
export interface GraphQLContext {
  readonly language: Language;
  /** Whether the operation came as GraphQL or by a REST address. */
  readonly transport: 'graphql' | 'rest';
  /** The caller's IP address. */
  readonly address: string;
  /**
   * Who is calling; null for a visitor. Looked up at the first question of an operation, and again when it is asked
   * `anew`: rights may end while an operation waits.
   *
   * @throws {VigiaError} `token_not_valid` when a bearer token is present and not valid.
   */
  viewer(how?: { readonly anew: boolean }): Promise<Viewer | null>;
}
