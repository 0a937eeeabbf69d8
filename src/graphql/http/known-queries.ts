import { type DocumentNode, Kind, OperationTypeNode, visit } from 'graphql';
import { LastAsked } from '../last-asked.js';

/** A document that has been found valid and harmless: one query that does not look into the schema. */
export interface KnownQuery {
  readonly document: DocumentNode;
  /** The name of its operation. */
  readonly name: string | undefined;
}

/** Documents that are remembered. One of ours has a few dozen; each may hold a thousand tokens. */
const DOCUMENTS_MAX = 100;

/**
 * The queries that were asked last, by their text, so that they need not be read and checked again. Only what has passed
 * every check is kept: a document is worth remembering once it has been answered in full.
 */
export class KnownQueries {
  readonly #queries = new LastAsked<KnownQuery>(DOCUMENTS_MAX);

  get(text: string): KnownQuery | undefined {
    return this.#queries.get(text);
  }

  /** Remembers a valid document, if it is of the kind that can be answered without asking more. */
  keep(text: string, document: DocumentNode): void {
    if (this.#queries.get(text)) return;
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    const [operation] = operations;
    if (!operation || operations.length > 1 || operation.operation !== OperationTypeNode.QUERY) return;
    if (asksForSchema(document)) return;
    this.#queries.set(text, { document, name: operation.name?.value });
  }
}

/** Whether a document looks into the schema anywhere, fragments included. */
export function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return asks;
}
