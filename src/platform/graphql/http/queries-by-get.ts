import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler, Response } from 'express';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { formatGraphQLErrors, headOf } from '../error-format.js';
import { DOCUMENT_MAX_TOKENS } from '../limits/operation-limits.js';
import type { HttpGraphQLContext, OperationGuard } from './operation-guard.js';

interface QueriesByGetDeps {
  readonly schema: GraphQLSchema;
  readonly guard: OperationGuard;
  readonly buildContext: (request: Request, response: Response) => HttpGraphQLContext;
  readonly report: ReportFailure;
}

export interface QueriesByGet {
  readonly answer: RequestHandler;
  stop(): Promise<void>;
}

/** Starts Apollo Server, which reads an operation from a URL. */
export async function startQueriesByGet({
  schema,
  guard,
  buildContext,
  report,
}: QueriesByGetDeps): Promise<QueriesByGet> {
  const server = new ApolloServer<HttpGraphQLContext>({
    schema,
    introspection: true,
    persistedQueries: false,
    // The transport has done this: it knows which cookies count.
    csrfPrevention: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    parseOptions: { maxTokens: DOCUMENT_MAX_TOKENS },
    // The guard validates documents, using those cached for all transports.
    dangerouslyDisableValidation: true,
    documentStore: null,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // Otherwise Apollo would load its reporting plugins, for a service to which Vigia sends nothing.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      guardPlugin(guard),
      answerPlugin(report),
    ],
  });
  await server.start();
  const answer = expressMiddleware(server, { context: async ({ req, res }) => buildContext(req, res) });
  return {
    answer: (request, response, next) => {
      // Node itself omits the body of a response to HEAD.
      if (request.method === 'HEAD') request.method = 'GET';
      return answer(request, response, next);
    },
    stop: () => server.stop(),
  };
}

/** Carries all faults of a document, since an Apollo plugin can throw only one error. */
class InvalidDocument extends Error {
  constructor(readonly faults: readonly GraphQLError[]) {
    super('The document is not valid');
  }
}

function guardPlugin(guard: OperationGuard): ApolloServerPlugin<HttpGraphQLContext> {
  return {
    requestDidStart: async () => ({
      async didResolveOperation({ request, source, contextValue }) {
        try {
          const admitted = await guard.admit({ ...request, query: source }, contextValue);
          if ('faults' in admitted) throw new InvalidDocument(admitted.faults);
        } catch (error) {
          const originalError = error as Error;
          throw new GraphQLError(originalError.message, { originalError });
        }
      },
    }),
  };
}

/** Translates errors into the caller's language and sets their status if no root field has data. */
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
        response.http.status = status;
        for (const [name, value] of Object.entries(headers)) response.http.headers.set(name, value);
      },
    }),
  };
}
