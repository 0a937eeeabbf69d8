import { ID_MAX } from '../../shared/id-max.js';
import { NoSuchTermsVersion } from '../terms.errors.js';

/** Reads the name of a version as the transports use it. @throws {NoSuchTermsVersion} when none can have it. */
export function versionOf(id: string): number {
  const version = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : Number.POSITIVE_INFINITY;
  if (version > ID_MAX) throw new NoSuchTermsVersion();
  return version;
}
