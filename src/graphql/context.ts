import type { Language } from '../shared/text.js';
import type { Viewer } from '../shared/viewer.js';

/** What every resolver may know about the call it answers. */
export interface GraphQLContext {
  readonly language: Language;
  /** Whether the operation came as GraphQL or by a REST address. */
  readonly face: 'graphql' | 'rest';
  /** The caller's IP address. */
  readonly address: string;
  /**
   * Who is calling, looked up once per call at the first question; null for a visitor.
   *
   * @throws {VigiaError} `token_not_valid` when a bearer token is present and not valid.
   */
  viewer(): Promise<Viewer | null>;
}
