import { message } from '../../../i18n/message.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';

/** The most values that the variables of an operation may hold, lists and objects among them (promise 19). */
const VARIABLE_VALUES_MAX = 250;

/** The longest name of an operation: an error repeats it, which is worked on before the caller is authenticated. */
const OPERATION_NAME_MAX_LENGTH = 256;

/** What is sent beside the document of an operation. */
interface SentBesideDocument {
  readonly operationName?: string | null | undefined;
  readonly variables?: unknown;
}

/** Why an operation is refused before its document is read; undefined when it is not. */
export function requestRejection({ operationName, variables }: SentBesideDocument): InvalidRequest | undefined {
  if (operationName && operationName.length > OPERATION_NAME_MAX_LENGTH) {
    return new InvalidRequest(message('graphql.operationNameTooLong', { maximum: OPERATION_NAME_MAX_LENGTH }));
  }
  if (!hasTooManyValues(variables)) return undefined;
  return new InvalidRequest(message('graphql.tooManyValues', { maximum: VARIABLE_VALUES_MAX }));
}

/**
 * Whether variables hold more values than any operation takes. Of every member that an input does not know, GraphQL writes
 * the whole input into an error, before the caller is authenticated: thousands of them keep the service busy (promise 42).
 */
function hasTooManyValues(variables: unknown): boolean {
  const pending: unknown[] = [variables];
  // The variables themselves are no value of theirs.
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
