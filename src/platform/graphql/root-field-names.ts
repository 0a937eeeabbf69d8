import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** Returns the names of the root fields of an operation in a valid document, including those in fragments. */
export function rootFieldNames({ selections }: SelectionSetNode, document: DocumentNode): string[] {
  // This terminates because the document is valid, so no fragment contains itself.
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFieldNames(selection.selectionSet, document);
    const fragment = findFragment(selection.name.value, document);
    return fragment ? rootFieldNames(fragment.selectionSet, document) : [];
  });
}

function findFragment(name: string, { definitions }: DocumentNode): FragmentDefinitionNode | undefined {
  return definitions.find(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
}
