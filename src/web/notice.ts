import type { Request, Response } from 'express';
import { cookiesOf } from './cookies.js';

const NOTICE_COOKIE = 'notice';
const NOTICE_SECONDS = 60;

/** Leaves word for the page that comes after a redirect. */
export function leaveNotice(response: Response, notice: string): void {
  response.cookie(NOTICE_COOKIE, notice, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: NOTICE_SECONDS * 1000 });
}

/** Whether that word was left, which is then gone: a page shows it once. */
export function takeNotice(request: Request, response: Response, notice: string): boolean {
  if (cookiesOf(request)[NOTICE_COOKIE] !== notice) return false;
  response.clearCookie(NOTICE_COOKIE, { httpOnly: true, sameSite: 'lax', path: '/' });
  return true;
}
