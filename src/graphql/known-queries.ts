import { type DocumentNode, Kind, OperationTypeNode, visit } from 'graphql';

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
  readonly #queries = new Map<string, KnownQuery>();

  get(text: string): KnownQuery | undefined {
    const known = this.#queries.get(text);
    if (known) this.#renew(text, known);
    return known;
  }

  /** Remembers a valid document, if it is of the kind that can be answered without asking more. */
  keep(text: string, document: DocumentNode): void {
    if (this.#queries.has(text)) return;
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    const [operation] = operations;
    if (!operation || operations.length > 1 || operation.operation !== OperationTypeNode.QUERY) return;
    if (asksForSchema(document)) return;
    this.#renew(text, { document, name: operation.name?.value });
    const [oldest] = this.#queries.keys();
    if (this.#queries.size > DOCUMENTS_MAX && oldest !== undefined) this.#queries.delete(oldest);
  }

  #renew(text: string, known: KnownQuery): void {
    this.#queries.delete(text);
    this.#queries.set(text, known);
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
