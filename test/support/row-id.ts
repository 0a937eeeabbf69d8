import { splitGlobalId } from '../../src/shared/global-id.js';

/** Returns the number of the row that a GraphQL id belongs to: 12 for `Incident:12`. */
export function rowIdOf(id: string): number {
  return Number(splitGlobalId(id).id);
}
