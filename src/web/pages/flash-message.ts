import type { Response } from 'express';
import { cookiesOf } from '../security/cookies.js';

const FLASH_COOKIE = 'notice';
const FLASH_SECONDS = 60;
const COOKIE = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

/** Names a message for the page that comes after a redirect; `secure` where the service is reached by https. */
export function setFlashMessage(response: Response, notice: string, secure: boolean): void {
  response.cookie(FLASH_COOKIE, notice, { ...COOKIE, secure, maxAge: FLASH_SECONDS * 1000 });
}

/** Whether a message of this name was set; it is cleared then, so that one page shows it, once. */
export function takeFlashMessage(response: Response, notice: string, secure: boolean): boolean {
  if (cookiesOf(response.req)[FLASH_COOKIE] !== notice) return false;
  response.clearCookie(FLASH_COOKIE, { ...COOKIE, secure });
  return true;
}
