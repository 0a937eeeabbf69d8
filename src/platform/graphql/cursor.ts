import { InvalidRequest } from '../../shared/errors/errors.js';
import type { PageKey } from '../../shared/page.js';

/** Encodes an item's cursor, which clients send back in `after` or `before`. */
export function encodeCursor(key: PageKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Type of a key part: a string, an integer, or milliseconds since 1970 within the range of every database. */
export type KeyPart = 'string' | 'number' | 'time';

/** Key of a list whose parts have these types. */
export type KeyOf<Shape extends readonly KeyPart[]> = {
  [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number;
};

/** Parses a cursor. @throws {InvalidRequest} if it does not belong to a list whose keys have this shape. */
export function parseCursor<const Shape extends readonly KeyPart[]>(
  cursor: string,
  shape: Shape,
): KeyOf<Shape> & PageKey {
  const key = decode(cursor);
  const fits = key.length === shape.length && shape.every((type, index) => isOfType(key[index], type));
  if (!fits) throw new InvalidRequest('graphql.notACursor');
  return key as unknown as KeyOf<Shape> & PageKey;
}

const CURSOR_MAX_LENGTH = 2000;

function decode(cursor: string): readonly unknown[] {
  if (cursor.length > CURSOR_MAX_LENGTH) return [];
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(key) ? key : [];
  } catch {
    return [];
  }
}

/** Last millisecond of the year 9999. */
const LATEST_MS = 253_402_300_799_999;

/** Whether a key part has its type. Numbers must be integers, and strings must be storable in every database. */
function isOfType(value: unknown, type: KeyPart): boolean {
  if (type !== 'string') {
    return Number.isSafeInteger(value) && (type === 'number' || (Number(value) >= 0 && Number(value) <= LATEST_MS));
  }
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}
