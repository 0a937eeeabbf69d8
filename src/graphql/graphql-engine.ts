import type { GraphQLSchema } from 'graphql';
import { DocumentCache } from './document-cache.js';
import { CostLimit } from './limits/cost-limit.js';
import { ExecutionQueue } from './limits/execution-queue.js';

/** What the transports of GraphQL share: the cache of documents, the limits and the queue of executions. */
export interface GraphQLEngine {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly costLimit: CostLimit;
  readonly executionQueue: ExecutionQueue;
}

/** Makes what the transports share. */
export function createGraphQLEngine(schema: GraphQLSchema): GraphQLEngine {
  return {
    schema,
    documents: new DocumentCache(schema),
    costLimit: new CostLimit(schema),
    executionQueue: new ExecutionQueue(),
  };
}
