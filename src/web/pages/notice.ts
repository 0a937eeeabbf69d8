import type { Response } from 'express';
import { cookiesOf } from '../security/cookies.js';

const NOTICE_COOKIE = 'notice';
const NOTICE_SECONDS = 60;
const COOKIE = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

/** Leaves word for the page that comes after a redirect; `secure` where the service is reached by https. */
export function leaveNotice(response: Response, notice: string, secure: boolean): void {
  response.cookie(NOTICE_COOKIE, notice, { ...COOKIE, secure, maxAge: NOTICE_SECONDS * 1000 });
}

/** Whether that word was left, which is then gone: a page shows it once. */
export function takeNotice(response: Response, notice: string, secure: boolean): boolean {
  if (cookiesOf(response.req)[NOTICE_COOKIE] !== notice) return false;
  response.clearCookie(NOTICE_COOKIE, { ...COOKIE, secure });
  return true;
}
