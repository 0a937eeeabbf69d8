import type { Page } from 'playwright-core';

/** The person of the browser tests. */
export const ANA = { firstName: 'ana maria', username: 'ana', email: 'ana@example.com', password: 'correct horse 7' };

/** Fills in the registration by the names of its fields, which are the same in every language, and sends it. */
export async function register(page: Page, person = ANA): Promise<void> {
  await page.goto('/accounts/registrar/');
  await page.locator('[name=first_name]').fill(person.firstName);
  await page.locator('[name=username]').fill(person.username);
  await page.locator('[name=email]').fill(person.email);
  await page.locator('[name=password1]').fill(person.password);
  await page.locator('[name=password2]').fill(person.password);
  await send(page);
  await page.waitForURL('**/accounts/login/');
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

/** Registers, logs in, and waits for the first page. */
export async function signIn(page: Page, person = ANA): Promise<void> {
  await register(page, person);
  await logIn(page, person);
  await page.waitForURL((url) => url.pathname === '/');
}
