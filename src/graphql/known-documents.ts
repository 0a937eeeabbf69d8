import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { LastAsked } from './last-asked.js';
import { DOCUMENT_MAX_TOKENS, operationLimits } from './operation-limits.js';

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
      const faults = validate(this.schema, document, [...specifiedRules, operationLimits]);
      if (faults.length === 0) return { document, faults };
      return { faults: faults.map((fault) => withCode(fault, 'GRAPHQL_VALIDATION_FAILED')) };
    } catch (error) {
      if (error instanceof GraphQLError) return { faults: [withCode(error, 'GRAPHQL_PARSE_FAILED')] };
      throw error;
    }
  }
}

function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, extensions: { ...extensions, code } });
}
