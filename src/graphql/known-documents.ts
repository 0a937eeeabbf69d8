import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { LastAsked } from './last-asked.js';
import { DOCUMENT_MAX_TOKENS } from './limits/operation-limits.js';
import { validateDocument, withCode } from './limits/validate-document.js';

/** So many documents are kept at most: those asked for last. */
const KEPT_MAX = 100;

/** A valid document, or what is wrong with it. */
export interface ReadDocument {
  readonly document?: DocumentNode;
  readonly faults: readonly GraphQLError[];
}

/**
 * Parses and validates documents, each text once as long as it is among those asked for last. A text that is refused is
 * not kept: it costs who sends it no place.
 */
export class KnownDocuments {
  readonly #kept = new LastAsked<DocumentNode>(KEPT_MAX);

  constructor(private readonly schema: GraphQLSchema) {}

  /** The document of a text, or its faults under the codes that the HTTP transport gives. */
  read(text: string): ReadDocument {
    const known = this.#kept.get(text);
    if (known) return { document: known, faults: [] };
    const read = this.#examine(text);
    if (read.document) this.#kept.set(text, read.document);
    return read;
  }

  #examine(text: string): ReadDocument {
    try {
      const document = parse(text, { maxTokens: DOCUMENT_MAX_TOKENS });
      const faults = validateDocument(this.schema, document);
      return faults.length === 0 ? { document, faults } : { faults };
    } catch (error) {
      if (error instanceof GraphQLError) return { faults: [withCode(error, 'GRAPHQL_PARSE_FAILED')] };
      throw error;
    }
  }
}
