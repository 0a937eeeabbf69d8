import { createHash } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';
import { usernameKey } from './username.js';

/** Hashes that similar-looking names have in common, stored with each account. */
export interface Lookalikes {
  /** Hash of the name's comparison form, which ignores case. */
  readonly skeletonHash: string;
  /** Hash of the name's display form, since a capital I looks like a small l. */
  readonly shownSkeletonHash: string;
}

/**
 * Returns the hashes of a user name's skeletons (UTS 39): two names with a hash in common look alike, e.g. `chefe` and
 * `chefe` with a Cyrillic е. Hashed (SHA-256, in hexadecimal) because a skeleton may be many times as long as its name.
 *
 * The hashes depend on the data of `unhomoglyph`, so upgrading it requires a migration that recomputes the columns.
 */
export function computeLookalikes(username: string): Lookalikes {
  return { skeletonHash: computeHash(usernameKey(username)), shownSkeletonHash: computeHash(username.trim()) };
}

function computeHash(text: string): string {
  return createHash('sha256').update(skeleton(text)).digest('hex');
}

/** Returns the skeleton of a string (UTS 39, section 4), in lower case. */
function skeleton(text: string): string {
  const decomposed = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return unhomoglyph(decomposed).normalize('NFD').toLowerCase();
}
