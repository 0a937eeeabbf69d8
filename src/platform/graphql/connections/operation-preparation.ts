import type { IncomingMessage } from 'node:http';
import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { message } from '../../../i18n/message.js';
import { InvalidRequest, NotAuthenticated, SecondFactorRequired } from '../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { ConnectionContext } from '../connection-context.js';
import type { GraphQLContext } from '../context.js';
import type { GraphQLEngine } from '../graphql-engine.js';
import type { SentOperation } from '../http/sent-operation.js';
import { guestPath, userPath } from '../limits/execution-queue.js';
import { requestRejection } from '../limits/request-limits.js';
import { rootFieldNames } from '../root-field-names.js';
import { SharedSubscriptions } from '../shared-subscriptions/shared-subscriptions.js';
import { unknownOperation } from '../unknown-operation.js';
import type { ConnectionReview } from './connection-review.js';
import type { Connections } from './connections.js';
import type { GuestConnections } from './guest-connections.js';

interface OperationPreparationDeps extends GraphQLEngine {
  readonly connections: Connections;
  readonly review: ConnectionReview;
  readonly guests: GuestConnections;
  /** Returns the guest that opened a connection, while they have a place in their room; null for anyone else. */
  readonly identifyGuest: (upgrade: IncomingMessage) => Promise<Guest | null>;
  readonly detectLanguage: (upgrade: IncomingMessage) => Language;
  readonly addressOf: (upgrade: IncomingMessage) => string;
  readonly now: () => Date;
  readonly report: ReportFailure;
}

/** Concurrent operations on a guest's connection. A page has one, and starts a new one after an interruption. */
const GUEST_OPERATIONS_MAX = 3;

/** Data that graphql-ws carries from an operation's preparation to its start. */
export interface PreparedOperation extends ExecutionArgs {
  /** Set for a shared operation, in place of its execution. */
  readonly sharedEvents?: AsyncIterableIterator<never, undefined> | undefined;
}

/**
 * Prepares an operation on a connection for execution, or rejects it, with the same checks in the same order as over
 * HTTP.
 */
export class OperationPreparation {
  readonly #shared: SharedSubscriptions;

  constructor(private readonly deps: OperationPreparationDeps) {
    this.#shared = new SharedSubscriptions(deps);
  }

  async prepare(
    context: ConnectionContext,
    id: string,
    payload: SentOperation,
  ): Promise<PreparedOperation | readonly GraphQLError[]> {
    const { socket } = context.extra;
    const guest = this.deps.guests.lookUpGuest(socket);
    if (guest) return this.#prepareForGuest(context, payload, guest);
    const viewer = this.deps.connections.identifyViewer(socket);
    if (!viewer) return [new GraphQLError('Forbidden')];
    await this.deps.executionQueue.turn(userPath(viewer));
    try {
      await this.deps.review.confirm(viewer, socket);
    } catch (error) {
      return [rejection(error as Error)];
    }
    if (viewer.lacksSecondFactor) return [rejection(new SecondFactorRequired())];
    // The operation was completed or closed in the meantime, so graphql-ws doesn't send this error to any client.
    if (!(id in context.subscriptions)) return [new GraphQLError('Gone')];
    return this.#prepareForViewer(payload, { context, id, viewer });
  }

  /**
   * Prepares a guest's operation. A guest may use only fields for participants; anything else is refused before it
   * begins, as for visitors (promise 52). Nothing is shared because each participant sees their own data.
   */
  async #prepareForGuest(
    { extra: { request }, subscriptions }: ConnectionContext,
    payload: SentOperation,
    guest: Guest,
  ): Promise<PreparedOperation | readonly GraphQLError[]> {
    const { identifyGuest, executionQueue, schema } = this.deps;
    // The count includes this operation.
    if (Object.keys(subscriptions).length > GUEST_OPERATIONS_MAX) return [rejection(tooManyForGuest)];
    await executionQueue.turn(guestPath(guest));
    const checked = this.#check(payload);
    if (!('document' in checked)) return checked;
    const { document, operationName, variableValues } = checked;
    const operation = getOperationAST(document, operationName);
    const fields = operation && schema.getRootType(operation.operation)?.getFields();
    const names = operation ? rootFieldNames(operation.selectionSet, document) : [];
    const isForGuests = names.every((name) => fields?.[name]?.extensions.participant === true);
    if (!isForGuests || checked.asksForSchema) return [rejection(new NotAuthenticated())];
    const contextValue = {
      ...this.#buildContext(request, async () => null),
      // A place in a room may end at any time, so it is looked up for each event.
      guest: () => identifyGuest(request),
    };
    return { schema, document, operationName, variableValues, contextValue };
  }

  #prepareForViewer(
    payload: SentOperation,
    { context, id, viewer }: { readonly context: ConnectionContext; readonly id: string; readonly viewer: Viewer },
  ): PreparedOperation | readonly GraphQLError[] {
    const checked = this.#check(payload);
    if (!('document' in checked)) return checked;
    const { document, operationName, variableValues: variables } = checked;
    const { socket, request } = context.extra;
    const { query } = payload;
    const { role, machines, machineTags, scopes } = viewer;
    const rights = { role, machines, machineTags, scopes, language: this.deps.detectLanguage(request) };
    const isSubscription = getOperationAST(document, operationName)?.operation === 'subscription';
    return {
      schema: this.deps.schema,
      document,
      operationName,
      variableValues: variables,
      // Each event of a subscription is executed separately, long after the subscription began.
      contextValue: this.#buildContext(
        request,
        isSubscription ? () => this.deps.review.confirm(viewer, socket) : async () => viewer,
      ),
      sharedEvents: this.#shared.subscriber({ query, document, operationName, variables, ...rights }, context, id),
    };
  }

  #check({ query, operationName, variables }: SentOperation): CheckedOperation | readonly GraphQLError[] {
    const { documents, costLimit } = this.deps;
    const refusal = requestRejection({ operationName, variables });
    if (refusal) return [rejection(refusal)];
    const { document, faults, asksForSchema } = documents.read(query);
    if (!document) return faults;
    const operation = getOperationAST(document, operationName)?.operation;
    if (!operation) return [unknownOperation(operationName)];
    if (operation === 'mutation') return [rejection(mutationRejected)];
    const costError = costLimit.rejectionOf({ document, operationName, variables });
    return costError ? [rejection(costError)] : { document, operationName, variableValues: variables, asksForSchema };
  }

  #buildContext(request: IncomingMessage, viewer: () => Promise<Viewer | null>): GraphQLContext {
    const { detectLanguage, addressOf, now } = this.deps;
    return {
      language: detectLanguage(request),
      mailLanguage: detectLanguage(request),
      transport: 'graphql',
      address: addressOf(request),
      now,
      viewer,
      guest: async () => null,
      giveGuestCookie: () => {
        throw new Error('A connection cannot set a cookie');
      },
    };
  }
}

/** Well-formed parts of an operation as sent by the client. */
type CheckedOperation = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> & {
  readonly asksForSchema: boolean;
};

/** Wraps a failure for graphql-ws; it is formatted when sent. */
export function rejection(originalError: Error): GraphQLError {
  return new GraphQLError(originalError.message, { originalError });
}

const tooManyForGuest = new InvalidRequest(message('graphql.tooManyOperations', { maximum: GUEST_OPERATIONS_MAX }));
const mutationRejected = new InvalidRequest('graphql.mutationRefused');
