import { message } from '../../i18n/message.js';

/** The most values that the variables of an operation may hold, lists and objects among them (promise 19). */
const VARIABLE_VALUES_MAX = 250;

/**
 * Whether variables hold more values than any operation takes. Of every member that an input does not know, GraphQL writes
 * the whole input into an error, before the caller is authenticated: thousands of them keep the service busy (promise 42).
 */
export function hasTooManyValues(variables: unknown): boolean {
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

/** The message where {@link hasTooManyValues}. */
export const tooManyValues = message('graphql.tooManyValues', { maximum: VARIABLE_VALUES_MAX });
