import { createHmac } from 'node:crypto';

/** Changing it would make nodes of two versions think that their keys differ. */
const TEXT = 'vigia node';

/**
 * Tells whether two nodes have the same `SECRET_KEY`, and nothing else of it: 64 hexadecimal digits, from which the key
 * cannot be computed (contract 13).
 */
export function keyFingerprint(secretKey: string): string {
  return createHmac('sha256', secretKey).update(TEXT).digest('hex');
}
