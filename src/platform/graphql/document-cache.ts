import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, OperationTypeNode, parse, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import { DOCUMENT_MAX_TOKENS } from './limits/operation-limits.js';
import { validateDocument, withCode } from './limits/validate-document.js';

/** Maximum number of cached documents. Our clients use a few dozen each; a document may have a thousand tokens. */
const DOCUMENTS_MAX = 200;

/** Maximum total length. A document of maximum length that consists of comments takes half a megabyte of memory. */
const CHARACTERS_MAX = 400_000;

interface ValidDocument {
  readonly document: DocumentNode;
  /** Whether the document uses introspection anywhere, including its fragments. */
  readonly asksForSchema: boolean;
  readonly faults?: undefined;
}

/** Faults of an invalid document, with the error codes used by both transports. */
interface FaultyDocument {
  readonly document?: undefined;
  readonly asksForSchema?: undefined;
  readonly faults: readonly GraphQLError[];
}

/**
 * Parses and validates documents for both transports, caching the most recently used. Rejected documents are not
 * cached, so they cannot evict valid ones. Mutations aren't cached either, since they may contain a password.
 */
export class DocumentCache {
  readonly #documents = new LRUCache<string, ValidDocument>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_document, text) => text.length,
  });

  constructor(private readonly schema: GraphQLSchema) {}

  get(text: string): ValidDocument | undefined {
    return this.#documents.get(text);
  }

  read(text: string): ValidDocument | FaultyDocument {
    return this.#documents.get(text) ?? this.#read(text);
  }

  #read(text: string): ValidDocument | FaultyDocument {
    try {
      const document = parse(text, { maxTokens: DOCUMENT_MAX_TOKENS });
      const faults = validateDocument(this.schema, document);
      if (faults.length > 0) return { faults };
      const valid = { document, asksForSchema: asksForSchema(document) };
      if (!hasMutation(document)) this.#documents.set(text, valid);
      return valid;
    } catch (error) {
      if (error instanceof GraphQLError) return { faults: [withCode(error, 'GRAPHQL_PARSE_FAILED')] };
      throw error;
    }
  }
}

function hasMutation({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION,
  );
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return asks;
}
