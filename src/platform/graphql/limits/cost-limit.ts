import {
  type DocumentNode,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { message } from '../../../i18n/message.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import { PAGE_MAX, readPageSize } from '../page-arguments.js';
import { computeCost } from './operation-cost.js';

/** Maximum cost of an operation (promise 19). */
const COST_MAX = 1000;

interface OperationRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Rejects operations that cost too much, given their variables. */
export class CostLimit {
  /** Upper bound on an operation's cost, at maximum page sizes; no variables can exceed it. */
  readonly #most = new WeakMap<OperationDefinitionNode, number>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** Returns the reason for rejecting an operation in a valid document; undefined if it may be executed. */
  rejectionOf({ document, operationName, variables }: OperationRequest): InvalidRequest | undefined {
    const operation = getOperationAST(document, operationName);
    if (!operation || this.#mostOf(operation, document) <= COST_MAX) return undefined;
    const cost = this.#cost(operation, document, variables ?? {});
    if (cost <= COST_MAX) return undefined;
    return new InvalidRequest(message('graphql.tooCostly', { cost, limit: COST_MAX }));
  }

  #mostOf(operation: OperationDefinitionNode, document: DocumentNode): number {
    const known = this.#most.get(operation);
    if (known !== undefined) return known;
    const most = computeCost(operation, { schema: this.schema, document, itemsOf: () => PAGE_MAX });
    this.#most.set(operation, most);
    return most;
  }

  /**
   * Returns an operation's cost, or 0 for an invalid variable or argument, which execution reports without doing
   * anything else.
   */
  #cost(operation: OperationDefinitionNode, document: DocumentNode, sent: Readonly<Record<string, unknown>>): number {
    const { coerced } = getVariableValues(this.schema, operation.variableDefinitions ?? [], sent, {
      maxErrors: 1,
      hideSuggestions: true,
    });
    if (!coerced) return 0;
    return computeCost(operation, {
      schema: this.schema,
      document,
      itemsOf: (field, node) => {
        try {
          return readPageSize(getArgumentValues(field, node, coerced), field);
        } catch {
          return 1;
        }
      },
    });
  }
}
