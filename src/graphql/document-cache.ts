import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, OperationTypeNode, parse, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import { DOCUMENT_MAX_TOKENS } from './limits/operation-limits.js';
import { validateDocument, withCode } from './limits/validate-document.js';

/** Documents that are cached at most. A client of ours has a few dozen; each may hold a thousand tokens. */
const DOCUMENTS_MAX = 200;

/** All of them together. A document of the greatest length that consists of comments takes half a megabyte of memory. */
const CHARACTERS_MAX = 400_000;

/** A document that is valid and within the limits. */
export interface KnownDocument {
  readonly document: DocumentNode;
  /** Set when it is one query without introspection: then only its variables and its caller are left to check. */
  readonly plainQuery: PlainQuery | undefined;
}

interface PlainQuery {
  /** The name of the operation. */
  readonly name: string | undefined;
}

/** A valid document, or what is wrong with it. */
interface ReadDocument {
  readonly document?: DocumentNode;
  readonly faults: readonly GraphQLError[];
}

/**
 * Parses and validates the documents of both transports, each text once as long as it is among those asked for last.
 * A text that is rejected is not cached, so that it pushes out none that is used. Nor is a mutation: its text may hold a
 * password.
 */
export class DocumentCache {
  readonly #documents = new LRUCache<string, KnownDocument>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_document, text) => text.length,
  });

  constructor(private readonly schema: GraphQLSchema) {}

  /** The document of a text that is cached. */
  get(text: string): KnownDocument | undefined {
    return this.#documents.get(text);
  }

  /** The document of a text, or its faults under the codes that both transports give. */
  read(text: string): ReadDocument {
    const known = this.#documents.get(text);
    if (known) return { document: known.document, faults: [] };
    try {
      const document = parse(text, { maxTokens: DOCUMENT_MAX_TOKENS });
      const faults = this.validate(text, document);
      return faults.length === 0 ? { document, faults } : { faults };
    } catch (error) {
      if (error instanceof GraphQLError) return { faults: [withCode(error, 'GRAPHQL_PARSE_FAILED')] };
      throw error;
    }
  }

  /** What is wrong with a document that was parsed already; a valid one is cached, unless it is a mutation. */
  validate(text: string, document: DocumentNode): readonly GraphQLError[] {
    if (this.#documents.has(text)) return [];
    const faults = validateDocument(this.schema, document);
    if (faults.length === 0) this.#cache(text, document);
    return faults;
  }

  #cache(text: string, document: DocumentNode): void {
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    if (operations.some(({ operation }) => operation === OperationTypeNode.MUTATION)) return;
    const [only, ...others] = operations;
    const isPlain = only?.operation === OperationTypeNode.QUERY && others.length === 0 && !asksForSchema(document);
    this.#documents.set(text, { document, plainQuery: isPlain ? { name: only.name?.value } : undefined });
  }
}

/** Whether a document uses introspection anywhere, fragments included. */
export function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return asks;
}
