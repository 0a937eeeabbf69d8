import type { Language } from '../../i18n/catalogues.js';
import type { OperationDescription } from './operation-description.js';

/** Parts of a request available to a route. A repeated query parameter becomes an array. */
export interface RestRequest {
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body, JSON or form; undefined if there is none. */
  readonly body: unknown;
}

/** An entry of the route table: paths, GraphQL operation, and how request and response are mapped. */
export interface RestRoute {
  readonly method: 'GET' | 'POST';
  /** All paths of this operation; a trailing slash makes no difference. */
  readonly addresses: readonly string[];
  /**
   * Selects between routes with the same path: the first whose `when` returns true. A route without it always matches.
   */
  readonly when?: (request: RestRequest) => boolean;
  /** Set if anyone may call the route, ignoring credentials. Otherwise the caller must be signed in. */
  readonly open?: true;
  /** GraphQL document with one operation, checked against the schema by a test. */
  readonly operation: string;
  /** Maps the request to the operation's variables. A value that does not match its GraphQL type results in a 400. */
  readonly variables?: (request: RestRequest) => Readonly<Record<string, unknown>>;
  /** Maps the operation's data to the body of the 200, in the caller's language where that matters. */
  readonly body: (data: never, variables: never, language: Language) => unknown;
  /** Body of every 400 on this path, for clients that compare it (contract 5). */
  readonly invalidBody?: unknown;
  /** OpenAPI entry; the same for all routes with one path and method. */
  readonly describe: OperationDescription;
}

interface TypedRoute<Data, Variables extends Readonly<Record<string, unknown>>>
  extends Omit<RestRoute, 'body' | 'variables'> {
  readonly variables?: (request: RestRequest) => Variables;
  readonly body: (data: Data, variables: Variables, language: Language) => unknown;
}

/** Types a route's `body` with the operation's data, in which enums have their names from the schema. */
export function defineRoute<Data, Variables extends Readonly<Record<string, unknown>> = Record<string, unknown>>(
  route: TypedRoute<Data, Variables>,
): RestRoute {
  return route;
}
