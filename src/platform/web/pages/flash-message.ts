import type { Response } from 'express';
import { cookiesOf } from '../security/cookies.js';

const FLASH_COOKIE = 'notice';
const FLASH_SECONDS = 60;
const COOKIE = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
/** Stands in no name of a message. */
const SEPARATOR = ':';

/** A message for the page that comes after a redirect: its name, and what it is about. */
export interface FlashMessage {
  readonly name: string;
  readonly about: string;
}

/** Leaves a message for the next page; `secure` where the service is reached by https. */
export function setFlashMessage(response: Response, { name, about }: FlashMessage, secure: boolean): void {
  response.cookie(FLASH_COOKIE, name + SEPARATOR + about, { ...COOKIE, secure, maxAge: FLASH_SECONDS * 1000 });
}

/** What a message of this name is about, or null where there is none; it is cleared, so that one page shows it, once. */
export function takeFlashMessage(response: Response, name: string, secure: boolean): string | null {
  const left = cookiesOf(response.req)[FLASH_COOKIE] ?? '';
  if (!left.startsWith(name + SEPARATOR)) return null;
  response.clearCookie(FLASH_COOKIE, { ...COOKIE, secure });
  return left.slice(name.length + SEPARATOR.length);
}
