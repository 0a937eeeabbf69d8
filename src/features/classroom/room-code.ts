import { randomInt } from 'node:crypto';

/** Digits and capitals without those that look alike: neither 0 and O, nor 1 and I. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const CODE_LENGTH = 6;
const CODE_FORMAT = new RegExp(`^[${SIGNS}]{${CODE_LENGTH}}$`);

/** The longest text that is read as a code: people may write it in groups. */
const TYPED_MAX_LENGTH = 20;

/** A new code: one of 32⁶, a thousand million. */
export function newRoomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}

/** A code as somebody typed it: in any case, also in groups. Undefined when no room can have it. */
export function readRoomCode(typed: string): string | undefined {
  if (typed.length > TYPED_MAX_LENGTH) return undefined;
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE_FORMAT.test(code) ? code : undefined;
}
