import type { IncomingMessage } from 'node:http';
import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { Language } from '../../i18n/catalogues.js';
import { InvalidRequest } from '../../shared/errors.js';
import type { ReportFailure } from '../../shared/report-failure.js';
import type { Viewer } from '../../shared/viewer.js';
import type { GraphQLContext } from '../context.js';
import type { GraphQLEngine } from '../graphql-engine.js';
import { userPath } from '../limits/execution-queue.js';
import { hasTooManyValues, tooManyValues } from '../limits/variable-limits.js';
import { SharedSubscriptions } from '../shared-subscriptions/shared-subscriptions.js';
import type { ConnectionReview } from './connection-review.js';
import type { Connections } from './connections.js';
import type { ConnectionContext } from './websocket-peer.js';

interface OperationPreparationDeps extends GraphQLEngine {
  readonly connections: Connections;
  readonly review: ConnectionReview;
  readonly languageOf: (upgrade: IncomingMessage) => Language;
  readonly addressOf: (upgrade: IncomingMessage) => string;
  readonly report: ReportFailure;
}

/** What graphql-ws carries from the preparation of an operation to its start. */
export interface PreparedOperation extends ExecutionArgs {
  /** Set when the operation is shared with others: it then stands for the execution. */
  readonly sharedEvents?: AsyncIterableIterator<never, undefined> | undefined;
}

/** Prepares an operation of a connection for execution, or rejects it: the same checks, in the same order, as over HTTP. */
export class OperationPreparation {
  readonly #shared: SharedSubscriptions;

  constructor(private readonly deps: OperationPreparationDeps) {
    this.#shared = new SharedSubscriptions(deps);
  }

  /** What to execute, or the errors with which the operation is rejected. */
  async prepare(
    context: ConnectionContext,
    id: string,
    payload: SubscribePayload,
  ): Promise<PreparedOperation | readonly GraphQLError[]> {
    const { socket } = context.extra;
    const viewer = this.deps.connections.viewerOf(socket);
    if (!viewer) return [new GraphQLError('Forbidden')];
    await this.deps.executionQueue.turn(userPath(viewer));
    try {
      await this.deps.review.confirm(viewer, socket);
    } catch (error) {
      return [rejection(error as Error)];
    }
    // Completed or closed in the meantime: graphql-ws sends this error to no client.
    if (!(id in context.subscriptions)) return [new GraphQLError('Gone')];
    return this.#check(payload, { context, id, viewer });
  }

  #check(
    { query, operationName, variables }: SubscribePayload,
    { context, id, viewer }: { readonly context: ConnectionContext; readonly id: string; readonly viewer: Viewer },
  ): PreparedOperation | readonly GraphQLError[] {
    const { schema, documents, costLimit, languageOf } = this.deps;
    if (hasTooManyValues(variables)) return [rejection(new InvalidRequest(tooManyValues))];
    const { document, faults } = documents.read(query);
    if (!document) return faults;
    const operation = getOperationAST(document, operationName)?.operation;
    if (operation === 'mutation') return [rejection(mutationRejected)];
    const costError = costLimit.rejectionOf({ document, operationName, variables });
    if (costError) return [rejection(costError)];
    const { socket, request } = context.extra;
    const rights = { isStaff: viewer.isStaff, language: languageOf(request) };
    return {
      schema,
      document,
      operationName,
      variableValues: variables,
      // Each event of a subscription is executed on its own, and long after the subscription began.
      contextValue: this.#contextOf(
        request,
        operation === 'subscription' ? () => this.deps.review.confirm(viewer, socket) : async () => viewer,
      ),
      sharedEvents: this.#shared.subscriber({ query, document, operationName, variables, ...rights }, context, id),
    };
  }

  #contextOf(request: IncomingMessage, viewer: () => Promise<Viewer>): GraphQLContext {
    const { languageOf, addressOf } = this.deps;
    return { language: languageOf(request), transport: 'graphql', address: addressOf(request), viewer };
  }
}

/** A failure as graphql-ws takes it; it is formatted when it is sent. */
export function rejection(originalError: Error): GraphQLError {
  return new GraphQLError(originalError.message, { originalError });
}

const mutationRejected = new InvalidRequest('graphql.mutationRefused');
