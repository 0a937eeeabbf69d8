import { NotFound } from '../../../shared/errors/errors.js';
import { ID_MAX } from '../../../shared/id-max.js';

/**
 * Parses a version id as received by the transports.
 *
 * @throws {NotFound} for ids that no version can have.
 */
export function parseVersionId(id: string): number {
  const version = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : Number.POSITIVE_INFINITY;
  if (version > ID_MAX) throw new NotFound('terms.noSuchVersion');
  return version;
}
