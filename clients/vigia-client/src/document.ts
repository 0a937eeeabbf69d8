/** Types of a document's result and variables, as `@graphql-typed-document-node/core` declares them. */
export interface DocumentTypes<Result, Variables> {
  __apiType?: (variables: Variables) => Result;
}

/** A document with its text, as the `gql` of Apollo and urql and the `graphql` of gql.tada return it. */
interface ParsedDocument {
  readonly kind: string;
  readonly loc?: { readonly source: { readonly body: string } } | undefined;
}

/** Text of an operation, or a document that has types: of this package, of gql.tada, of graphql-codegen. */
export type Document<Result, Variables> =
  | string
  | (DocumentTypes<Result, Variables> & (ParsedDocument | { toString(): string }));

/** Variables, which may be left out if none is needed. */
export type VariablesOf<Variables> =
  Record<string, never> extends Variables ? [variables?: Variables] : [variables: Variables];

/** Returns the text of a document. @throws {TypeError} for a document without its text. */
export function documentText<Result, Variables>(document: Document<Result, Variables>): string {
  if (typeof document === 'string') return document;
  if ('kind' in document) {
    if (document.loc) return document.loc.source.body;
    throw new TypeError('The document has no text: pass print(document), or generate it with documentMode: "string"');
  }
  return document.toString();
}
