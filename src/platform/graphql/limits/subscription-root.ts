import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

/**
 * Returns the uses of `@skip` and `@include` at the root of a document's subscriptions, which GraphQL forbids since its
 * edition of September 2025. graphql-js 16 does not check this: it fails during validation if one depends on a
 * variable, and during execution if nothing is left to subscribe to.
 */
export function conditionsAtSubscriptionRoot(document: DocumentNode): GraphQLError[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  }
  return document.definitions.flatMap((definition) => {
    const subscribes = definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'subscription';
    return subscribes ? buildConditions(definition.selectionSet, new Map(fragments)) : [];
  });
}

/**
 * Lists the uses in a selection set. `fragments` contains those not visited yet. Each is visited once, so fragments
 * that contain themselves terminate.
 */
function buildConditions({ selections }: SelectionSetNode, fragments: Map<string, SelectionSetNode>): GraphQLError[] {
  return selections.flatMap((selection) => {
    const conditions = (selection.directives ?? []).filter(({ name }) => ['skip', 'include'].includes(name.value));
    const faults = conditions.map(
      (nodes) => new GraphQLError(`"@${nodes.name.value}" cannot be used at the root of a subscription.`, { nodes }),
    );
    if (selection.kind === Kind.FIELD) return faults;
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return [...faults, ...buildConditions(selection.selectionSet, fragments)];
    const fragment = fragments.get(selection.name.value);
    fragments.delete(selection.name.value);
    return fragment ? [...faults, ...buildConditions(fragment, fragments)] : faults;
  });
}
