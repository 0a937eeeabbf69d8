import type { Response } from 'express';
import { parseCookies } from '../security/cookies.js';

const FLASH_COOKIE = 'notice';
const FLASH_SECONDS = 60;
const COOKIE = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
/** Separates name and subject; never part of a message name. */
const SEPARATOR = ':';

/** A message for the page after a redirect: its name, and its subject. */
export interface FlashMessage {
  readonly name: string;
  readonly about: string;
}

/** Stores a message for the next page; `secure` if the service is reached by https. */
export function setFlashMessage(response: Response, { name, about }: FlashMessage, secure: boolean): void {
  response.cookie(FLASH_COOKIE, name + SEPARATOR + about, { ...COOKIE, secure, maxAge: FLASH_SECONDS * 1000 });
}

/** Returns the subject of the message with this name, or null, and clears the message so that it is shown only once. */
export function takeFlashMessage(response: Response, name: string, secure: boolean): string | null {
  const left = parseCookies(response.req)[FLASH_COOKIE] ?? '';
  if (!left.startsWith(name + SEPARATOR)) return null;
  response.clearCookie(FLASH_COOKIE, { ...COOKIE, secure });
  return left.slice(name.length + SEPARATOR.length);
}
