import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';

/** A user of the browser tests, as entered in the registration form. */
export interface Person {
  readonly firstName: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** The user in browser tests that start a separate service. */
export const ANA: Person = {
  firstName: 'ana maria',
  username: 'ana',
  email: 'ana@example.com',
  password: 'correct horse 7',
};

/** Returns a user who is not registered yet, for tests that share the service. */
export function newPerson(firstName = ANA.firstName): Person {
  const username = `ana-${randomUUID().slice(0, 8)}`;
  return { firstName, username, email: `${username}@example.com`, password: ANA.password };
}

/** Fills in and submits the registration form by its field names, which are the same in every language. */
export async function register(page: Page, person = ANA): Promise<void> {
  await page.goto('/accounts/registrar/');
  await fillRegistration(page, person);
  await page.waitForURL('**/accounts/login/');
}

export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.locator('[name=first_name]').fill(person.firstName);
  await page.locator('[name=username]').fill(person.username);
  await page.locator('[name=email]').fill(person.email);
  await page.locator('[name=password1]').fill(person.password);
  await page.locator('[name=password2]').fill(person.password);
  await send(page);
}

export async function logIn(page: Page, { username, password } = ANA): Promise<void> {
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await send(page);
}

/** Submits the form on a server-rendered page, and waits for the page that answers. */
export async function send(page: Page): Promise<void> {
  const answered = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
  await page.locator('form button:not([type=button])').click();
  await answered;
}

/**
 * Registers and logs in only by requests that share the page's cookies, without opening a page. Used by all tests
 * except those of the forms themselves.
 */
export async function admit(page: Page, person: Person): Promise<void> {
  await sendForm(page, '/accounts/registrar/', {
    first_name: person.firstName,
    username: person.username,
    email: person.email,
    password1: person.password,
    password2: person.password,
  });
  await enter(page, person);
}

/** Logs in a registered user in the same way as {@link admit}. */
export async function enter(page: Page, { username, password }: Person): Promise<void> {
  await sendForm(page, '/accounts/login/', { username, password });
}

export async function signIn(page: Page, person = ANA): Promise<void> {
  await admit(page, person);
  await page.goto('/');
}

async function sendForm(page: Page, path: string, fields: Record<string, string>): Promise<void> {
  const form = await (await page.request.get(path)).text();
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const answer = await page.request.post(path, { form: { ...fields, csrfmiddlewaretoken }, maxRedirects: 0 });
  if (answer.status() !== 302) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
}

/** Returns a table's data rows, i.e. those with a row heading. */
export function tableRows(page: Page, name: string): Locator {
  const rows = page.getByRole('table', { name, exact: true }).getByRole('row');
  return rows.filter({ has: page.getByRole('rowheader') });
}
