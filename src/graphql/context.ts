import type { Language } from '../i18n/catalogues.js';
import type { Viewer } from '../shared/viewer.js';

/** The context of an operation, which every resolver gets. */
export interface GraphQLContext {
  readonly language: Language;
  /** Whether the operation came as GraphQL or by a REST address. */
  readonly transport: 'graphql' | 'rest';
  /** The caller's IP address. */
  readonly address: string;
  /**
   * Who is calling; null for a visitor. Looked up once for an operation, and again when called
   * with `anew`: rights may end while an operation waits.
   *
   * @throws {VigiaError} `token_not_valid` when a bearer token is present and not valid.
   */
  viewer(how?: { readonly anew: boolean }): Promise<Viewer | null>;
}
