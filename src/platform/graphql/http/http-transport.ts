import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';
import { type ExecutionResult, execute, GraphQLError } from 'graphql';
import type { QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { formatGraphQLErrors, headOf } from '../error-format.js';
import type { GraphQLEngine } from '../graphql-engine.js';
import { type HttpGraphQLContext, OperationGuard } from './operation-guard.js';
import type { QueriesByGet } from './queries-by-get.js';
import { readOperationByGet, readSentOperation } from './sent-operation.js';

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
    this.#send(request, response, { context, result: await this.#execute(body, context) });
  }

  /** Answers a GET request, as an Express handler. */
  readonly answerGet: RequestHandler = async (request, response, next) => {
    if (!(await this.#takeTurn(request))) return;
    const context = this.deps.buildContext(request, response);
    try {
      context.rejectForgedQuery();
      this.#guard.requireQuery(readOperationByGet(request.url));
    } catch (error) {
      this.#send(request, response, { context, result: failed(error as Error) });
      return;
    }
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

  #send(request: IncomingMessage, response: ServerResponse, { context, result }: Executed): void {
    const { data, errors: failures } = result;
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

  async #execute(body: unknown, contextValue: HttpGraphQLContext): Promise<ExecutionResult> {
    try {
      const sent = readSentOperation(body);
      const admitted = await this.#guard.admit(sent, contextValue);
      if ('faults' in admitted) return { errors: admitted.faults };
      const { document, lane } = admitted;
      const { operationName, variables: variableValues } = sent;
      const { schema, mutationTurns } = this.deps;
      const run = async () =>
        execute({ schema, document, operationName, variableValues, contextValue, hideSuggestions: true });
      return await (lane ? mutationTurns.run(contextValue, lane, run) : run());
    } catch (error) {
      return failed(error as Error);
    }
  }
}

interface Executed {
  readonly context: HttpGraphQLContext;
  readonly result: ExecutionResult;
}

function failed(originalError: Error): ExecutionResult {
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

const JSON_TYPE = 'application/json; charset=utf-8';
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8';

/** Returns whichever of the two content types the client prefers; JSON if it accepts neither. */
function negotiateContentType(request: IncomingMessage): string {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return JSON_TYPE;
  return express.request.accepts.call(request as Request, JSON_TYPE, GRAPHQL_TYPE) || JSON_TYPE;
}
