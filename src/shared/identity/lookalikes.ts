import { createHash } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';
import { usernameKey } from './username.js';

/** Hashes shared by similar-looking names, stored with each account. */
export interface Lookalikes {
  /** Hash for the comparison form of the name, which ignores case. */
  readonly skeletonHash: string;
  /** Hash for the displayed form of the name: a capital I looks like a small l. */
  readonly shownSkeletonHash: string;
}

/**
 * Returns hashes of the skeletons of a user name (UTS 39): two names with a hash in common look alike, such as `chefe`
 * with a Cyrillic е. SHA-256 in hexadecimal, since a skeleton may be many times as long as its name.
 *
 * They depend on the data of `unhomoglyph`: upgrading it takes a migration that recomputes the columns.
 */
export function computeLookalikes(username: string): Lookalikes {
  return { skeletonHash: computeHash(usernameKey(username)), shownSkeletonHash: computeHash(username.trim()) };
}

function computeHash(text: string): string {
  return createHash('sha256').update(skeleton(text)).digest('hex');
}

/** Returns the skeleton of a text (UTS 39, section 4), in lower case. */
function skeleton(text: string): string {
  const decomposed = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return unhomoglyph(decomposed).normalize('NFD').toLowerCase();
}
