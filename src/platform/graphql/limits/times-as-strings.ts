import {
  type ASTVisitor,
  GraphQLNonNull,
  GraphQLString,
  getNamedType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type ValidationContext,
  VariablesInAllowedPositionRule,
} from 'graphql';
import { DateTime } from '../date-time.scalar.js';

/**
 * GraphQL's rule on the types of variables, but a variable may be declared as a `String` where a `DateTime` is
 * expected: so do documents for versions before 0.3.0, such as those of pages that are still open.
 */
export function variablesInAllowedPosition(context: ValidationContext): ASTVisitor {
  const tolerant: ValidationContext = Object.create(context, {
    getRecursiveVariableUsages: { value: (operation: OperationDefinitionNode) => usagesIn(operation, context) },
  });
  return VariablesInAllowedPositionRule(tolerant);
}

function usagesIn(operation: OperationDefinitionNode, context: ValidationContext) {
  const strings = new Set(
    operation.variableDefinitions
      ?.filter(({ type }) => getNamedType(typeFromAST(context.getSchema(), type as never)) === GraphQLString)
      .map(({ variable }) => variable.name.value),
  );
  return context.getRecursiveVariableUsages(operation).map((usage) => {
    const { type, node } = usage;
    if (getNamedType(type ?? undefined) !== DateTime || !strings.has(node.name.value)) return usage;
    return { ...usage, type: isNonNullType(type) ? new GraphQLNonNull(GraphQLString) : GraphQLString };
  });
}
