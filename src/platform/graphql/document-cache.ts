import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, OperationTypeNode, parse, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import { DOCUMENT_MAX_TOKENS } from './limits/operation-limits.js';
import { validateDocument, withCode } from './limits/validate-document.js';

/** Documents that are cached at most. A client of ours has a few dozen; each may hold a thousand tokens. */
const DOCUMENTS_MAX = 200;

/** All of them together. A document of the greatest length that consists of comments takes half a megabyte of memory. */
const CHARACTERS_MAX = 400_000;

/** A document that is valid and within the limits. */
interface ValidDocument {
  readonly document: DocumentNode;
  /** Whether it uses introspection anywhere, fragments included. */
  readonly asksForSchema: boolean;
  readonly faults?: undefined;
}

/** What is wrong with a text, under the codes that both transports give. */
interface FaultyDocument {
  readonly document?: undefined;
  readonly asksForSchema?: undefined;
  readonly faults: readonly GraphQLError[];
}

/**
 * Parses and validates the documents of both transports, each text once as long as it is among those asked for last.
 * A text that is rejected is not cached, so that it pushes out none that is used. Nor is a mutation: its text may hold a
 * password.
 */
export class DocumentCache {
  readonly #documents = new LRUCache<string, ValidDocument>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_document, text) => text.length,
  });

  constructor(private readonly schema: GraphQLSchema) {}

  /** The document of a text that is cached. */
  get(text: string): ValidDocument | undefined {
    return this.#documents.get(text);
  }

  /** The document of a text, or its faults. */
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
