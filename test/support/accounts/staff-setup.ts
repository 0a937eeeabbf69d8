import { expect } from 'vitest';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import type { Browser } from '../http/browser.js';
import { PASSWORD, type TestApp } from '../test-app.js';

/** Path of the form that creates the first staff account. */
export const SETUP = '/accounts/primeira-conta/';
const PUBLIC_URL = 'http://vigia.test';

/** Returns the form's fields. */
export function formOf(username: string, more: Record<string, string> = {}) {
  const email = `${username}@example.com`;
  return { first_name: 'Ana', username, email, password1: PASSWORD, password2: PASSWORD, ...more };
}

/** Returns the path of a new link. */
export async function newLink({ services }: TestApp): Promise<string> {
  const { link } = await services.staffSetup.createLink(PUBLIC_URL);
  return link.replace(PUBLIC_URL, '');
}

/** Opens a link in a new browser. */
export async function opened(app: TestApp, link: string): Promise<Browser> {
  const browser = app.browser();
  const { status } = await browser.get(link);
  expect(status).toBe(302);
  return browser;
}

/** Returns the names of all staff. */
export const staffOf = async ({ database }: TestApp) =>
  (await database.em.fork().find(User, { isStaff: true })).map(({ username }) => username);

/** Creates an account with a browser's cookie. @returns the status: 302 if it succeeded. */
export async function submitAt(browser: Browser, csrfmiddlewaretoken: string, username: string): Promise<number> {
  return (await browser.post(SETUP, { ...formOf(username), csrfmiddlewaretoken })).status;
}
