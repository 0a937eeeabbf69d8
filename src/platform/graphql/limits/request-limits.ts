import { message } from '../../../i18n/message.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';

/** Maximum number of values in the variables of an operation, including lists and objects (promise 19). */
const VARIABLE_VALUES_MAX = 250;

/** Maximum length of an operation name. Errors repeat it and are processed before the caller is authenticated. */
const OPERATION_NAME_MAX_LENGTH = 256;

/** Parts of a request other than the document. */
interface SentBesideDocument {
  readonly operationName?: string | null | undefined;
  readonly variables?: unknown;
}

/** Returns the reason for rejecting an operation before its document is read; undefined if there is none. */
export function requestRejection({ operationName, variables }: SentBesideDocument): InvalidRequest | undefined {
  if (operationName && operationName.length > OPERATION_NAME_MAX_LENGTH) {
    return new InvalidRequest(message('graphql.operationNameTooLong', { maximum: OPERATION_NAME_MAX_LENGTH }));
  }
  if (!hasTooManyValues(variables)) return undefined;
  return new InvalidRequest(message('graphql.tooManyValues', { maximum: VARIABLE_VALUES_MAX }));
}

/**
 * Whether the variables contain more values than any operation takes. For every unknown member of an input, GraphQL
 * writes the whole input into an error before the caller is authenticated; thousands of them would keep the service
 * busy (promise 42).
 */
function hasTooManyValues(variables: unknown): boolean {
  const pending: unknown[] = [variables];
  // The variables object itself does not count.
  for (let count = -1; pending.length > 0; count += 1) {
    if (count >= VARIABLE_VALUES_MAX) return true;
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.values(value);
    if (members.length > VARIABLE_VALUES_MAX) return true;
    pending.push(...members);
  }
  return false;
}
