import { type DocumentNode, type GraphQLFormattedError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { ConnectionContext } from '../connection-context.js';
import { formatGraphQLErrors } from '../error-format.js';
import type { ExecutionQueue } from '../limits/execution-queue.js';
import { rootFieldNames } from '../root-field-names.js';
import { type SharedRights, sharedContext } from './shared-context.js';
import { SharedExecution, SharedFailure } from './shared-execution.js';
import { Subscriber } from './subscriber.js';

/** A subscription as one client asks for it, with the rights under which it is carried out. */
interface SharedOperation extends SharedRights {
  /** The text of the document. */
  readonly query: string;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | null | undefined;
}

interface SharedSubscriptionsDeps {
  readonly schema: GraphQLSchema;
  readonly executionQueue: ExecutionQueue;
  readonly report: ReportFailure;
}

/**
 * Subscriptions whose events are the same for all with the same rights (`SHARED_FIELD`): who asks for the same shares
 * one execution, whose every result is executed, formatted and serialised once (promise 24).
 */
export class SharedSubscriptions {
  readonly #executions = new Map<string, SharedExecution>();

  constructor(private readonly deps: SharedSubscriptionsDeps) {}

  /**
   * Stands for the execution of a subscription, for graphql-ws to iterate; undefined for an operation whose result may not
   * be shared.
   */
  subscriber(operation: SharedOperation, context: ConnectionContext, id: string): Subscriber | undefined {
    const key = this.#isShared(operation) ? keyOf(operation) : undefined;
    if (key === undefined) return undefined;
    const join = (subscriber: Subscriber) => {
      const execution = this.#executions.get(key) ?? this.#begin(key, operation);
      execution.join(subscriber);
      return execution;
    };
    return new Subscriber({ context, id, join });
  }

  /** Whether an operation of a valid document is a subscription to marked fields alone. */
  #isShared({ document, operationName }: SharedOperation): boolean {
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== 'subscription') return false;
    const fields = this.deps.schema.getSubscriptionType()?.getFields() ?? {};
    const names = rootFieldNames(operation.selectionSet, document);
    return names.every((name) => fields[name]?.extensions.shared === true);
  }

  #begin(key: string, operation: SharedOperation): SharedExecution {
    const { schema, executionQueue, report } = this.deps;
    const { document, operationName, variables: variableValues, language } = operation;
    const execution = new SharedExecution({
      args: { schema, document, operationName, variableValues, contextValue: sharedContext(operation) },
      turn: () => executionQueue.turn(SHARED),
      format: (errors) => formatGraphQLErrors(errors, { language, report }),
      onEnd: () => this.#executions.delete(key),
    });
    this.#executions.set(key, execution);
    return execution;
  }
}

/** The errors that a shared subscription ended with, as clients see them; undefined for any other failure. */
export function errorsOfSharedFailure(failure: unknown): readonly GraphQLFormattedError[] | undefined {
  return failure instanceof SharedFailure ? failure.errors : undefined;
}

/** The path in the execution queue of an execution for many. */
const SHARED = ['shared subscriptions'];

/** Subscriptions with variables nested deeper than this are not shared: to compare them would take too long. */
const VARIABLES_MAX_DEPTH = 10;

/** What two subscribers must have in common to share an execution; undefined when their variables are too deep to be compared. */
function keyOf({ query, operationName, variables, isStaff, language, scopes }: SharedOperation): string | undefined {
  if (isDeeper(variables, VARIABLES_MAX_DEPTH)) return undefined;
  return JSON.stringify([query, operationName ?? null, sorted(variables ?? {}), isStaff, language, scopes ?? null]);
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** The same value with the names of its objects in one order, whatever order they were sent in. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
