import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler } from 'express';
import { GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { InvalidRequest, NotAuthenticated } from '../../shared/errors.js';
import type { QueuePath } from '../../shared/hierarchical-queue.js';
import type { ReportFailure } from '../../shared/report-failure.js';
import type { GraphQLContext } from '../context.js';
import { asksForSchema, type DocumentCache } from '../document-cache.js';
import { formatGraphQLErrors, headOf } from '../error-format.js';
import type { GraphQLEngine } from '../graphql-engine.js';
import type { CostLimit } from '../limits/cost-limit.js';
import { DOCUMENT_MAX_TOKENS } from '../limits/operation-limits.js';
import { hasTooManyValues, tooManyValues } from '../limits/variable-limits.js';
import { answerByFastPath, fastPathRequest } from './query-fast-path.js';

/** What the HTTP transport knows of a call beside {@link GraphQLContext}. */
export interface HttpGraphQLContext extends GraphQLContext {
  /**
   * Throws when the call may come from another site's page in the name of a signed-in browser. Called before
   * every mutation that needs the rights of its caller.
   */
  rejectForgery(): void;
}

interface HttpTransportDeps extends GraphQLEngine {
  readonly contextOf: (request: Request) => HttpGraphQLContext;
  /** The path in the execution queue of a request. */
  readonly callerOf: (request: Request) => Promise<QueuePath>;
  readonly report: ReportFailure;
}

/** GraphQL over HTTP at one address: an Express handler for requests with a parsed body, and how to end it. */
export interface HttpTransport {
  readonly handler: RequestHandler;
  stop(): Promise<void>;
}

/**
 * Starts Apollo Server with the limits, the masked errors and their statuses (contract 1, 8). A query whose document
 * it has found valid before is answered without it: the same execution, the same errors, fewer layers.
 */
export async function createHttpTransport(deps: HttpTransportDeps): Promise<HttpTransport> {
  const { schema, documents, costLimit, executionQueue, contextOf, callerOf, report } = deps;
  const server = new ApolloServer<HttpGraphQLContext>({
    schema,
    introspection: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    parseOptions: { maxTokens: DOCUMENT_MAX_TOKENS },
    // The guard validates, by the rules of both transports, with the documents that both share.
    dangerouslyDisableValidation: true,
    documentStore: null,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // They would be loaded, for a service of Apollo's that Vigia never sends anything to.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      guardPlugin(documents, costLimit),
      answerPlugin(report),
    ],
  });
  await server.start();
  const answer = expressMiddleware(server, { context: async ({ req }) => contextOf(req) });
  return {
    handler: async (request, response, next) => {
      // Node leaves out the body of the answer to a HEAD by itself.
      if (request.method === 'HEAD') request.method = 'GET';
      await executionQueue.turn(await callerOf(request));
      // The client has gone in the meantime.
      if (!request.socket.writable) return;
      const knownQuery = fastPathRequest(request, documents);
      const isPlain = knownQuery && !costLimit.rejectionOf(knownQuery);
      if (isPlain && (await answerByFastPath(knownQuery, { schema, context: contextOf(request), report, response })))
        return;
      return answer(request, response, next);
    },
    stop: () => server.stop(),
  };
}

/** All faults of a document in one error, since a plugin of Apollo can throw only one. */
class InvalidDocument extends Error {
  constructor(readonly faults: readonly GraphQLError[]) {
    super('The document is not valid');
  }
}

/** Rejects documents that are not valid, and what a valid one may still not do for this caller. */
function guardPlugin(documents: DocumentCache, costLimit: CostLimit): ApolloServerPlugin<HttpGraphQLContext> {
  return {
    requestDidStart: async () => ({
      async didResolveOperation({ request, source, document, operation, schema, contextValue }) {
        const faults = documents.validate(source, document);
        if (faults.length > 0) throw wrap(new InvalidDocument(faults));
        try {
          if (hasTooManyValues(request.variables)) throw new InvalidRequest(tooManyValues);
          const costError = costLimit.rejectionOf({ document, ...request });
          if (costError) throw costError;
          if (operation?.operation === 'subscription') throw new InvalidRequest('graphql.subscribeOverWebSocket');
          const isMutation = operation?.operation === 'mutation';
          if (isMutation && isOpen(operation, schema)) return;
          if (isMutation) contextValue.rejectForgery();
          // A token that is present and not valid is rejected whatever the operation asks for.
          const viewer = await contextValue.viewer();
          if (!viewer && asksForSchema(document)) throw new NotAuthenticated();
        } catch (error) {
          throw wrap(error as Error);
        }
      },
    }),
  };
}

/** Errors in the caller's language, and the status that belongs to them when no root field has data. */
function answerPlugin(report: ReportFailure): ApolloServerPlugin<HttpGraphQLContext> {
  return {
    requestDidStart: async () => ({
      async willSendResponse({ response, errors, contextValue }) {
        if (response.body.kind !== 'single' || !errors?.length) return;
        const result = response.body.singleResult;
        const all = errors.flatMap((error) => {
          const { originalError } = error;
          return originalError instanceof InvalidDocument ? originalError.faults : error;
        });
        result.errors = formatGraphQLErrors(all, { language: contextValue.language, report });
        const { status, headers } = headOf(result.errors, result.data);
        // Apollo's own answer to a mutation by GET.
        const isWrongMethod = response.http.status === METHOD_NOT_ALLOWED && status !== 200;
        if (isWrongMethod) response.http.headers.set('allow', 'POST, OPTIONS');
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
