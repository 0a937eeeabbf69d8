import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler } from 'express';
import { GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { InvalidRequest, NotAuthenticated } from '../shared/errors.js';
import type { ReportFailure } from '../shared/report-failure.js';
import type { GraphQLContext } from './context.js';
import { formatGraphQLErrors, headOf } from './error-format.js';
import { asksForSchema, KnownQueries } from './known-queries.js';
import { DOCUMENT_MAX_TOKENS, operationLimits } from './operation-limits.js';
import { answerKnownQuery, knownQuestion } from './query-shortcut.js';

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

/**
 * Starts Apollo Server with the limits, the masked errors and the statuses of contract §1 and §8. A query whose document
 * it has found valid before is answered without it: the same execution, the same errors, fewer layers.
 */
export async function createHttpTransport({ schema, contextOf, report }: HttpTransportParts): Promise<HttpTransport> {
  const known = new KnownQueries();
  const server = new ApolloServer<HttpGraphQLContext>({
    schema,
    introspection: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    parseOptions: { maxTokens: DOCUMENT_MAX_TOKENS },
    validationRules: [operationLimits],
    plugins: [ApolloServerPluginLandingPageDisabled(), guardPlugin(known), answerPlugin(report)],
  });
  await server.start();
  const answer = expressMiddleware(server, { context: async ({ req }) => contextOf(req) });
  return {
    handler: async (request, response, next) => {
      // Node leaves out the body of the answer to a HEAD by itself.
      if (request.method === 'HEAD') request.method = 'GET';
      const question = knownQuestion(request, known);
      if (question && (await answerKnownQuery(question, { schema, context: contextOf(request), report, response })))
        return;
      return answer(request, response, next);
    },
    stop: () => server.stop(),
  };
}

/** Refuses what a valid document may still not do for this caller; what passes is known from then on. */
function guardPlugin(known: KnownQueries): ApolloServerPlugin<HttpGraphQLContext> {
  return {
    requestDidStart: async () => ({
      async didResolveOperation({ source, document, operation, schema, contextValue }) {
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
        known.keep(source, document);
      },
    }),
  };
}

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
        const { status, headers } = headOf(result.errors, result.data);
        // Apollo's own answer to a mutation by GET.
        const refusesMethod = response.http.status === METHOD_NOT_ALLOWED && status !== 200;
        if (refusesMethod) response.http.headers.set('allow', 'POST, OPTIONS');
        else response.http.status = status;
        for (const [name, value] of Object.entries(headers)) response.http.headers.set(name, value);
      },
    }),
  };
}

const METHOD_NOT_ALLOWED = 405;

/** Whether a mutation does nothing in the name of its caller. */
function isOpen({ selectionSet }: OperationDefinitionNode, schema: GraphQLSchema): boolean {
  const fields = schema.getMutationType()?.getFields() ?? {};
  return selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && fields[selection.name.value]?.extensions.open === true,
  );
}

function wrap(originalError: Error): GraphQLError {
  return new GraphQLError(originalError.message, { originalError });
}
