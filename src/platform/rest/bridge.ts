import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DocumentNode, execute, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { message } from '../../i18n/message.js';
import { InvalidRequest } from '../../shared/errors/errors.js';
import { VigiaError } from '../../shared/errors/vigia-error.js';
import type { GraphQLContext } from '../graphql/context.js';
import { requireViewer } from '../graphql/viewer-guard.js';
import type { RestRequest, RestRoute } from './rest-route.js';

interface BridgeDeps {
  readonly schema: GraphQLSchema;
  readonly routes: readonly RestRoute[];
  /** Creates a request's context, including its caller. */
  readonly buildContext: (request: IncomingMessage, response: ServerResponse) => GraphQLContext;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers a request to a route; errors are left to the error handler. */
export type RestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  restRequest: RestRequest,
) => Promise<RestAnswer>;

export interface BridgedAddress {
  readonly path: string;
  readonly handlers: Readonly<Partial<Record<RestRoute['method'], RestHandler>>>;
}

interface PreparedRoute extends RestRoute {
  readonly document: DocumentNode;
}

/**
 * The REST transport. Each route runs its GraphQL operation, so guards, rate limits and errors are those of the GraphQL
 * transport (contract 1). A test checks the operations against the schema, since validating them would slow down each
 * start.
 */
export function bridgeRoutes({ schema, routes, buildContext }: BridgeDeps): BridgedAddress[] {
  const prepared = routes.map((route) => ({ ...route, document: parse(route.operation, { noLocation: true }) }));
  const paths = [...new Set(prepared.flatMap((route) => route.addresses))];
  return paths.map((path) => {
    const here = prepared.filter((route) => route.addresses.includes(path));
    const methods = [...new Set(here.map((route) => route.method))];
    return {
      path,
      handlers: Object.fromEntries(
        methods.map((method) => [
          method,
          createHandler(
            here.filter((route) => route.method === method),
            { schema, buildContext },
          ),
        ]),
      ),
    };
  });
}

function createHandler(
  routes: readonly PreparedRoute[],
  { schema, buildContext }: Pick<BridgeDeps, 'schema' | 'buildContext'>,
): RestHandler {
  return async (request, response, restRequest) => {
    const route = routes.find((candidate) => candidate.when?.(restRequest) ?? true);
    if (!route) throw new InvalidRequest('rest.notUnderstood');
    const context = buildContext(request, response);
    // Check the caller first, since a visitor must learn nothing about the parameters.
    if (!route.open) await requireViewer(context);
    try {
      return { status: 200, body: await answer(route, { schema, restRequest, context }) };
    } catch (error) {
      const invalid = error instanceof VigiaError && error.kind === 'invalid';
      if (!invalid || !route.invalidBody) throw error;
      return { status: 400, body: route.invalidBody };
    }
  };
}

interface Call {
  readonly schema: GraphQLSchema;
  readonly restRequest: RestRequest;
  readonly context: GraphQLContext;
}

async function answer(route: PreparedRoute, { schema, restRequest, context }: Call): Promise<unknown> {
  const variables = route.variables?.(restRequest) ?? {};
  const { data, errors } = await execute({
    schema,
    document: route.document,
    variableValues: variables,
    contextValue: context,
  });
  const [error] = errors ?? [];
  if (error) throw findCause(error);
  return route.body(data as never, variables as never, context.language);
}

/** Returns the error that a resolver threw. GraphQL's own errors concern variables, named as the parameters are. */
function findCause({ originalError, message: text }: GraphQLError): Error {
  if (originalError && !(originalError instanceof GraphQLError)) return originalError;
  const [, name] = /^Variable "\$(\w+)"/.exec(text) ?? [];
  return new InvalidRequest(name ? message('rest.parameterNotUnderstood', { name }) : 'rest.notUnderstood');
}
