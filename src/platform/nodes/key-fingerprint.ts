import { createHmac } from 'node:crypto';

/** Changing this would make nodes of different versions believe that their keys differ. */
const TEXT = 'vigia node';

/**
 * Returns a fingerprint that shows whether two nodes have the same `SECRET_KEY`: 64 hexadecimal digits, from which the
 * key cannot be computed (contract 13).
 */
export function keyFingerprint(secretKey: string): string {
  return createHmac('sha256', secretKey).update(TEXT).digest('hex');
}
