import type { Language } from '../../i18n/catalogues.js';
import type { OperationDescription } from './operation-description.js';

/** The parts of a request that a route gets. A repeated query parameter is an array. */
export interface RestRequest {
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body, JSON or form; undefined when there is none. */
  readonly body: unknown;
}

/** One line of the route table: an address, the GraphQL operation behind it, and the two translations. */
export interface RestRoute {
  readonly method: 'GET' | 'POST';
  /** All paths that lead to this operation; a trailing slash makes no difference. */
  readonly addresses: readonly string[];
  /** Of several routes at one address, the first whose `when` holds is taken; a route without it always fits. */
  readonly when?: (request: RestRequest) => boolean;
  /** Anyone may call, and credentials in the request are ignored. Without it the caller must be signed in. */
  readonly open?: true;
  /** A GraphQL document with one operation, checked against the schema at start. */
  readonly operation: string;
  /** How the request becomes the operation's variables. A value that does not fit its GraphQL type answers 400. */
  readonly variables?: (request: RestRequest) => Readonly<Record<string, unknown>>;
  /** How the operation's data becomes the body of the 200, where it matters in the caller's language. */
  readonly body: (data: never, variables: never, language: Language) => unknown;
  /** The body of every 400 of this address, where clients compare it (contract 5). */
  readonly invalidBody?: unknown;
  /** Its entry in the OpenAPI document; the same for all routes of one address and method. */
  readonly describe: OperationDescription;
}

interface TypedRoute<Data, Variables extends Readonly<Record<string, unknown>>>
  extends Omit<RestRoute, 'body' | 'variables'> {
  readonly variables?: (request: RestRequest) => Variables;
  readonly body: (data: Data, variables: Variables, language: Language) => unknown;
}

/** A route whose `body` knows the shape of the operation's data, in which enums stand by their names in the schema. */
export function defineRoute<Data, Variables extends Readonly<Record<string, unknown>> = Record<string, unknown>>(
  route: TypedRoute<Data, Variables>,
): RestRoute {
  return route;
}
