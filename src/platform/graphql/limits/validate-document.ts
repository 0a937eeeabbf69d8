import { type DocumentNode, GraphQLError, type GraphQLSchema, specifiedRules, validate } from 'graphql';
import { operationLimits } from './operation-limits.js';
import { conditionsAtSubscriptionRoot } from './subscription-root.js';

/** Nobody reads more faults than these, nor suggestions, which cost most of the time (promise 42). */
const OPTIONS = { maxErrors: 20, hideSuggestions: true } as const;

/** What is wrong with a document by the rules of GraphQL and by ours, under the code that both transports give it. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return faultsOf(schema, document).map((fault) => withCode(fault, 'GRAPHQL_VALIDATION_FAILED'));
}

function faultsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  // First, since the rules of graphql-js throw on what it finds.
  const conditions = conditionsAtSubscriptionRoot(document);
  if (conditions.length > 0) return conditions;
  // Then what is too much: some rules of graphql-js take quadratic time (promise 42).
  const overLimits = validate(schema, document, [operationLimits], OPTIONS);
  return overLimits.length > 0 ? overLimits : validate(schema, document, specifiedRules, OPTIONS);
}

/** The same error with a code for clients. */
export function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, extensions: { ...extensions, code } });
}
