import { type DocumentNode, type GraphQLFormattedError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { accessKey } from '../../../shared/identity/machine-access.js';
import type { ConnectionContext } from '../connection-context.js';
import { formatGraphQLErrors } from '../error-format.js';
import type { ExecutionQueue } from '../limits/execution-queue.js';
import { rootFieldNames } from '../root-field-names.js';
import { type SharedRights, sharedContext } from './shared-context.js';
import { SharedExecution, SharedFailure } from './shared-execution.js';
import { Subscriber } from './subscriber.js';

/** A subscription as requested by one client, with the rights under which it runs. */
interface SharedOperation extends SharedRights {
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
 * Shares subscriptions whose events are the same for all viewers with the same rights (`SHARED_FIELD`). Identical
 * requests use one execution, and each result is computed, formatted and serialised once (promise 24).
 */
export class SharedSubscriptions {
  readonly #executions = new Map<string, SharedExecution>();

  constructor(private readonly deps: SharedSubscriptionsDeps) {}

  /**
   * Returns the iterator that graphql-ws uses in place of an execution; undefined for an operation whose result may not
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

  /** Whether an operation in a valid document is a subscription to marked fields only. */
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

/** Returns the errors that ended a shared subscription, as clients see them; undefined for any other failure. */
export function errorsOfSharedFailure(failure: unknown): readonly GraphQLFormattedError[] | undefined {
  return failure instanceof SharedFailure ? failure.errors : undefined;
}

/** Queue path of shared executions. */
const SHARED = ['shared subscriptions'];

/** Subscriptions with more deeply nested variables are not shared, since comparing them would take too long. */
const VARIABLES_MAX_DEPTH = 10;

/**
 * Returns the key that subscribers must have in common to use the same execution; undefined if their variables are
 * nested too deeply to compare.
 */
function keyOf({ query, operationName, variables, language, scopes, ...rights }: SharedOperation): string | undefined {
  if (isDeeper(variables, VARIABLES_MAX_DEPTH)) return undefined;
  const asked = [query, operationName ?? null, sorted(variables ?? {})];
  return JSON.stringify([...asked, rights.role, accessKey(rights), language, scopes ?? null]);
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** Returns the same value with its object keys sorted. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
