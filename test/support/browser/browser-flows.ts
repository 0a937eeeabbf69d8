import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';

/** A user of the browser tests, by the fields of the registration. */
export interface Person {
  readonly firstName: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** The person of the browser tests that have a service of their own. */
export const ANA: Person = {
  firstName: 'ana maria',
  username: 'ana',
  email: 'ana@example.com',
  password: 'correct horse 7',
};

/** A user who is not registered yet, for a test that shares the service with others. */
export function newPerson(firstName = ANA.firstName): Person {
  const username = `ana-${randomUUID().slice(0, 8)}`;
  return { firstName, username, email: `${username}@example.com`, password: ANA.password };
}

/** Fills in the registration by the names of its fields, which are the same in every language, and sends it. */
export async function register(page: Page, person = ANA): Promise<void> {
  await page.goto('/accounts/registrar/');
  await fillRegistration(page, person);
  await page.waitForURL('**/accounts/login/');
}

/** Fills in the registration that is open, and sends it. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.locator('[name=first_name]').fill(person.firstName);
  await page.locator('[name=username]').fill(person.username);
  await page.locator('[name=email]').fill(person.email);
  await page.locator('[name=password1]').fill(person.password);
  await page.locator('[name=password2]').fill(person.password);
  await send(page);
}

/** Fills in the login that is open, and sends it. */
export async function logIn(page: Page, { username, password } = ANA): Promise<void> {
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await send(page);
}

/** Presses the button that sends the form of a server's page. */
export async function send(page: Page): Promise<void> {
  await page.locator('form button:not([type=button])').click();
}

/**
 * Registers and logs in by requests alone, with the cookies and the name of the page's browser, and opens nothing: for
 * all tests but those of the forms themselves.
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

/** Logs in a registered user, as {@link admit} does. */
export async function enter(page: Page, { username, password }: Person): Promise<void> {
  await sendForm(page, '/accounts/login/', { username, password });
}

/** Registers, logs in, and waits for the first page. */
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

/** The rows of a table that say what is in it: each has a heading. */
export function tableRows(page: Page, name: string): Locator {
  const rows = page.getByRole('table', { name, exact: true }).getByRole('row');
  return rows.filter({ has: page.getByRole('rowheader') });
}
