import { randomInt } from 'node:crypto';

/** Digits and capital letters, without the look-alikes 0 and O, and 1 and I. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const CODE_LENGTH = 6;
const CODE_FORMAT = new RegExp(`^[${SIGNS}]{${CODE_LENGTH}}$`);

/** Maximum length of a typed code, which may be written in groups. */
const TYPED_MAX_LENGTH = 20;

/** Returns a new random code: one of 32⁶, about a billion. */
export function newRoomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}

/** Parses a typed code, in any case and with or without groups; undefined if no room can have it. */
export function readRoomCode(typed: string): string | undefined {
  if (typed.length > TYPED_MAX_LENGTH) return undefined;
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE_FORMAT.test(code) ? code : undefined;
}
