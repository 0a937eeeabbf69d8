import { NoSuchTermsVersion } from './terms.errors.js';

/** The largest id that the databases can store. */
const ID_MAX = 2 ** 31 - 1;

/** Parses the id of a version. @throws {NoSuchTermsVersion} when no version can have it. */
export function versionOf(id: string): number {
  const version = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : Number.POSITIVE_INFINITY;
  if (version > ID_MAX) throw new NoSuchTermsVersion();
  return version;
}
