import type { GraphQLSchema } from 'graphql';
import { DocumentCache } from './document-cache.js';
import { CostLimit } from './limits/cost-limit.js';
import { ExecutionQueue } from './limits/execution-queue.js';
import { MutationTurns } from './limits/mutation-turns.js';

/**
 * Parts common to the GraphQL transports: the document cache, the limits, the execution queue and the turns of
 * mutations.
 */
export interface GraphQLEngine {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly costLimit: CostLimit;
  readonly executionQueue: ExecutionQueue;
  readonly mutationTurns: MutationTurns;
}

export function createGraphQLEngine(schema: GraphQLSchema): GraphQLEngine {
  const executionQueue = new ExecutionQueue();
  return {
    schema,
    documents: new DocumentCache(schema),
    costLimit: new CostLimit(schema),
    executionQueue,
    mutationTurns: new MutationTurns(executionQueue),
  };
}
