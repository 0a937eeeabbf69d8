import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestContext } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler } from 'express';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { InvalidRequest, NotAuthenticated } from '../shared/errors.js';
import type { ReportFailure } from '../shared/report-failure.js';
import type { GraphQLContext } from './context.js';
import { formatGraphQLErrors, statusOf } from './error-format.js';
import { DOCUMENT_MAX_TOKENS, operationLimits } from './operation-limits.js';

/** What the HTTP transport knows of a call beside {@link GraphQLContext}. */
export interface HttpGraphQLContext extends GraphQLContext {
  /**
   * Throws when the call may come from another site's page in the name of a signed-in browser. Asked before every
   * mutation that acts for its caller.
   */
  refuseForgery(): void;
}

interface HttpTransportParts {
  readonly schema: GraphQLSchema;
  readonly contextOf: (request: Request) => HttpGraphQLContext;
  readonly report: ReportFailure;
}

/** GraphQL over HTTP at one address: an Express handler for requests with a parsed body, and how to end it. */
export interface HttpTransport {
  readonly handler: RequestHandler;
  stop(): Promise<void>;
}

/** Starts Apollo Server with the limits, the masked errors and the statuses of contract §1 and §8. */
export async function createHttpTransport({ schema, contextOf, report }: HttpTransportParts): Promise<HttpTransport> {
  const server = new ApolloServer<HttpGraphQLContext>({
    schema,
    introspection: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    parseOptions: { maxTokens: DOCUMENT_MAX_TOKENS },
    validationRules: [operationLimits],
    plugins: [ApolloServerPluginLandingPageDisabled(), guardPlugin, answerPlugin(report)],
  });
  await server.start();
  const answer = expressMiddleware(server, { context: async ({ req }) => contextOf(req) });
  return {
    handler: (request, response, next) => {
      // Node leaves out the body of the answer to a HEAD by itself.
      if (request.method === 'HEAD') request.method = 'GET';
      return answer(request, response, next);
    },
    stop: () => server.stop(),
  };
}

/** Refuses what a valid document may still not do for this caller. */
const guardPlugin: ApolloServerPlugin<HttpGraphQLContext> = {
  requestDidStart: async () => ({
    async didResolveOperation({ document, operation, schema, contextValue }) {
      try {
        if (operation?.operation === 'subscription') throw new InvalidRequest(subscribeOverWebSocket);
        const isMutation = operation?.operation === 'mutation';
        if (isMutation && isOpen(operation, schema)) return;
        if (isMutation) contextValue.refuseForgery();
        // A token that is present and not valid is refused whatever the operation asks.
        const viewer = await contextValue.viewer();
        if (!viewer && asksForSchema(document)) throw new NotAuthenticated();
      } catch (error) {
        throw wrap(error as Error);
      }
    },
  }),
};

const subscribeOverWebSocket = {
  pt: 'Assinaturas são aceitas por WebSocket (graphql-transport-ws) neste mesmo endereço.',
  en: 'Subscriptions are accepted over WebSocket (graphql-transport-ws) at this same address.',
};

/** Errors in the caller's language, and the status that belongs to them when no root field has data. */
function answerPlugin(report: ReportFailure): ApolloServerPlugin<HttpGraphQLContext> {
  return {
    requestDidStart: async () => ({
      async willSendResponse({ response, errors, contextValue }) {
        if (response.body.kind !== 'single' || !errors?.length) return;
        const result = response.body.singleResult;
        result.errors = formatGraphQLErrors(errors, { language: contextValue.language, report });
        const [first] = result.errors;
        if (!first || hasData(result.data)) {
          response.http.status = 200;
          return;
        }
        if (response.http.status === METHOD_NOT_ALLOWED) response.http.headers.set('allow', 'POST, OPTIONS');
        else response.http.status = statusOf(first);
        const retryAfter = first.extensions?.retryAfter;
        if (retryAfter !== undefined) response.http.headers.set('retry-after', String(retryAfter));
        if (response.http.status === 401) response.http.headers.set('www-authenticate', 'Bearer realm="api"');
      },
    }),
  };
}

/** Apollo's own answer to a mutation by GET. */
const METHOD_NOT_ALLOWED = 405;

type ResultData = Extract<
  GraphQLRequestContext<HttpGraphQLContext>['response']['body'],
  { kind: 'single' }
>['singleResult']['data'];

function hasData(data: ResultData): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}

/** Whether a mutation does nothing in the name of its caller. */
function isOpen({ selectionSet }: OperationDefinitionNode, schema: GraphQLSchema): boolean {
  const fields = schema.getMutationType()?.getFields() ?? {};
  return selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && fields[selection.name.value]?.extensions.open === true,
  );
}

/** Whether a document looks into the schema anywhere, fragments included. */
function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return asks;
}

function wrap(originalError: Error): GraphQLError {
  return new GraphQLError(originalError.message, { originalError });
}
