import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';
import { type ExecutionResult, execute, GraphQLError } from 'graphql';
import type { QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { formatGraphQLErrors, headOf } from '../error-format.js';
import type { GraphQLEngine } from '../graphql-engine.js';
import { type HttpGraphQLContext, OperationGuard, type SentOperation } from './operation-guard.js';
import type { QueriesByGet } from './queries-by-get.js';

interface HttpTransportDeps extends GraphQLEngine {
  readonly buildContext: (request: IncomingMessage, response: ServerResponse) => HttpGraphQLContext;
  /** Returns a request's path in the execution queue. */
  readonly identifyCaller: (request: IncomingMessage) => Promise<QueuePath>;
  readonly report: ReportFailure;
  /** Headers common to all responses. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves GraphQL over HTTP on one path (contract 1, 8): operations by POST, queries by GET. */
export class HttpTransport {
  readonly #guard: OperationGuard;
  #queriesByGet: Promise<QueriesByGet> | undefined;

  constructor(private readonly deps: HttpTransportDeps) {
    this.#guard = new OperationGuard(deps);
  }

  /** Answers a POST request whose JSON body has been parsed. */
  async answerPost(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    if (!(await this.#takeTurn(request))) return;
    const context = this.deps.buildContext(request, response);
    const { data, errors: failures } = await this.#execute(body, context);
    const errors = failures && formatGraphQLErrors(failures, { ...this.deps, language: context.language });
    const { status, headers } = headOf(errors ?? [], data);
    const text = `${JSON.stringify({ errors, data })}\n`;
    response.writeHead(status, {
      ...this.deps.headers,
      ...headers,
      'Content-Type': negotiateContentType(request),
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  }

  /** Answers a GET request, as an Express handler. */
  readonly answerGet: RequestHandler = async (request, response, next) => {
    if (!(await this.#takeTurn(request))) return;
    const { answer } = await this.#startQueriesByGet();
    answer(request, response, next);
  };

  async stop(): Promise<void> {
    await (await this.#queriesByGet)?.stop();
  }

  /** Loads the dependencies of queries by GET on first use, since such queries are rare. */
  #startQueriesByGet(): Promise<QueriesByGet> {
    this.#queriesByGet ??= import('./queries-by-get.js').then(({ startQueriesByGet }) =>
      startQueriesByGet({ ...this.deps, guard: this.#guard }),
    );
    return this.#queriesByGet;
  }

  /** @returns false if the client disconnected while it waited. */
  async #takeTurn(request: IncomingMessage): Promise<boolean> {
    const { executionQueue, identifyCaller } = this.deps;
    if (!executionQueue.mayBegin()) await executionQueue.turn(await identifyCaller(request));
    return request.socket.writable;
  }

  async #execute(body: unknown, contextValue: HttpGraphQLContext): Promise<ExecutionResult> {
    try {
      const sent = sentOperation(body);
      const admitted = await this.#guard.admit(sent, contextValue);
      if ('faults' in admitted) return { errors: admitted.faults };
      const { document, lane } = admitted;
      const { operationName, variables: variableValues } = sent;
      const { schema, mutationTurns } = this.deps;
      const run = async () =>
        execute({ schema, document, operationName, variableValues, contextValue, hideSuggestions: true });
      return await (lane ? mutationTurns.run(contextValue, lane, run) : run());
    } catch (error) {
      const originalError = error as Error;
      return { errors: [new GraphQLError(originalError.message, { originalError })] };
    }
  }
}

/** @throws {InvalidRequest} if the body is not an operation. */
function sentOperation(body: unknown): SentOperation {
  const { query, operationName, variables, extensions } = isRecord(body) ? body : {};
  if (query === undefined && isRecord(extensions) && extensions.persistedQuery !== undefined) throw notPersisted();
  const isWhole =
    typeof query === 'string' &&
    (typeof operationName === 'string' || operationName == null) &&
    (isRecord(variables) || variables == null) &&
    (isRecord(extensions) || extensions == null);
  if (!isWhole) throw new InvalidRequest('graphql.notAnOperation');
  return {
    query,
    operationName: operationName as string | undefined,
    variables: variables as SentOperation['variables'],
  };
}

/** Returns the error that makes a client send the full query after it has sent only the query's hash. */
function notPersisted(): GraphQLError {
  return new GraphQLError('PersistedQueryNotSupported', { extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const JSON_TYPE = 'application/json; charset=utf-8';
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8';

/** Returns whichever of the two content types the client prefers; JSON if it accepts neither. */
function negotiateContentType(request: IncomingMessage): string {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return JSON_TYPE;
  return express.request.accepts.call(request as Request, JSON_TYPE, GRAPHQL_TYPE) || JSON_TYPE;
}
