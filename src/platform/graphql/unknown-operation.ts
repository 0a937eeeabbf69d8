import { GraphQLError } from 'graphql';

/** Returns the error for a request whose document has no operation of this name, or several and no name was sent. */
export function unknownOperation(name: string | null | undefined): GraphQLError {
  const message =
    name == null
      ? 'Must provide operation name if query contains multiple operations.'
      : `Unknown operation named "${name}".`;
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } });
}
