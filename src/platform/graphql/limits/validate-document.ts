import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql';
import { operationLimits } from './operation-limits.js';
import { conditionsAtSubscriptionRoot } from './subscription-root.js';
import { variablesInAllowedPosition } from './times-as-strings.js';

/** Nobody reads more faults than this, and computing suggestions would take most of the time (promise 42). */
const OPTIONS = { maxErrors: 20, hideSuggestions: true } as const;

const RULES = specifiedRules.map((rule) =>
  rule === VariablesInAllowedPositionRule ? variablesInAllowedPosition : rule,
);

/** Validates a document against GraphQL's rules and our own. The faults have the codes used by both transports. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return findFaults(schema, document).map((fault) => withCode(fault, 'GRAPHQL_VALIDATION_FAILED'));
}

function findFaults(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  // Checked first because the rules of graphql-js throw on these.
  const conditions = conditionsAtSubscriptionRoot(document);
  if (conditions.length > 0) return conditions;
  // Size limits come next because some rules of graphql-js take quadratic time (promise 42).
  const overLimits = validate(schema, document, [operationLimits], OPTIONS);
  return overLimits.length > 0 ? overLimits : validate(schema, document, RULES, OPTIONS);
}

export function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, extensions: { ...extensions, code } });
}
