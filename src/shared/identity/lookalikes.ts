import { createHash } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';
import { usernameKey } from './username.js';

/** What two names have in common that look alike, stored with each account. */
export interface Lookalikes {
  /** Of the name as it is compared, so that it does not matter in which case either was typed. */
  readonly skeletonHash: string;
  /** Of the name as it is shown: a capital I looks like a small l. */
  readonly shownSkeletonHash: string;
}

/**
 * Hashes of the skeletons of a user name (UTS 39): two names with a hash in common look alike, such as `chefe` with a
 * Cyrillic е. SHA-256 in hexadecimal, since a skeleton may be many times as long as its name.
 *
 * They depend on the data of `unhomoglyph`: another version of it takes a migration that fills the columns again.
 */
export function lookalikesOf(username: string): Lookalikes {
  return { skeletonHash: hashOf(usernameKey(username)), shownSkeletonHash: hashOf(username.trim()) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(skeleton(text)).digest('hex');
}

/** The skeleton of a text (UTS 39, section 4), in lower case. */
function skeleton(text: string): string {
  const decomposed = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return unhomoglyph(decomposed).normalize('NFD').toLowerCase();
}
