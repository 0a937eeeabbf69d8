import type { Message } from '../../../i18n/message.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';

/** An operation as sent by a client, well-formed but not yet checked. */
export interface SentOperation {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Reads the operation in a JSON body.
 *
 * @param fault text of the error for a body that is no operation.
 * @throws {InvalidRequest} if the body is not a single operation.
 * @throws {PersistedQueryNotSupported} if it only names a document stored earlier.
 */
export function readSentOperation(body: unknown, fault: Message = 'graphql.notAnOperation'): SentOperation {
  if (Array.isArray(body)) throw new InvalidRequest('graphql.batchRefused');
  const { query, operationName, variables, extensions, documentId } = isRecord(body) ? body : {};
  const namesDocument = documentId !== undefined || (isRecord(extensions) && extensions.persistedQuery !== undefined);
  if (query === undefined && namesDocument) throw new PersistedQueryNotSupported();
  const isWhole =
    typeof query === 'string' &&
    (typeof operationName === 'string' || operationName == null) &&
    (isRecord(variables) || variables == null) &&
    (isRecord(extensions) || extensions == null);
  if (!isWhole) throw new InvalidRequest(fault);
  return {
    query,
    operationName: operationName as string | undefined,
    variables: variables as SentOperation['variables'],
  };
}

/**
 * Reads the operation in a query string, in which `variables` and `extensions` are JSON.
 *
 * @throws like {@link readSentOperation}.
 */
export function readOperationByGet(url: string): SentOperation {
  const [, search = ''] = url.split(/\?(.*)/s);
  const { variables, extensions, ...texts } = Object.fromEntries(new URLSearchParams(search));
  const body = { ...texts, variables: parse(variables), extensions: parse(extensions) };
  return readSentOperation(body, BY_GET);
}

const BY_GET = 'graphql.notAnOperationByGet';

/** @throws {InvalidRequest} for text that is not JSON. Empty parameters count as missing ones. */
function parse(json: string | undefined): unknown {
  if (!json) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    throw new InvalidRequest(BY_GET);
  }
}

/** Makes a client send the whole document after it has only sent a hash or an id; the text is part of the protocol. */
class PersistedQueryNotSupported extends VigiaError {
  readonly kind = 'persistedQueryNotSupported';
  readonly code = 'persisted_query_not_supported';

  constructor() {
    super('graphql.persistedQueryNotSupported');
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
