import type { Page } from 'playwright-core';

type Shoot = (name: string) => Promise<void>;

const SEND = 'main form .button-primary';

/**
 * Takes pictures of a lesson in a room: for its teacher, on a projector, and for somebody who joins without an account.
 */
export async function photographRoom(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/sistema/sala/');
  await page.locator(SEND).waitFor();
  await shoot('rooms');
  await page.locator(SEND).click();
  const code = await page.locator('.room-code').textContent();
  await shoot('room-empty');
  const guest = await guestPage(page);
  await guest.goto(`/sala/${code}/`);
  await guest.locator('[name=nickname]').fill('Bia');
  await guest.locator(SEND).click();
  await guest.locator('.room-wait').waitFor();
  await page.locator(SEND).click();
  await guest.locator('[name=answer]').fill('2');
  await guest.locator(SEND).click();
  await guest.locator('.notice').waitFor();
  await page.locator('.answer-members code').waitFor();
  await shoot('room-teacher');
  await page.goto(`/sistema/sala/${code}/?telao`);
  await page.locator('.projector .answer-group').first().waitFor();
  await shoot('room-projector');
  // Copies the guest's cookies, which are the guest's entire state, so that this page can be photographed.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.context().addCookies(await guest.context().cookies());
  await guest.context().close();
  await page.goto(`/sala/${code}/`);
  await page.locator('.question').waitFor();
  await shoot('room-question');
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await closeRoom(page, code ?? '');
}

/** Takes a picture of the results of the demonstration's class. */
export async function photographClass(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/sistema/sala/');
  await page.locator('a:has(.class-list-name)').click();
  await page.locator('.class-table').waitFor();
  await shoot('class');
}

/** Closes the room, since nobody may have more than five. */
async function closeRoom(page: Page, room: string): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith('csrftoken'))?.value ?? '';
  await page.request.post('/graphql', {
    headers: { 'x-csrftoken': token },
    data: { query: 'mutation ($room: String!) { closeRoom(room: $room) { code } }', variables: { room } },
  });
}

/** Opens a page for another person, in the same language. */
async function guestPage(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      baseURL: new URL(page.url()).origin,
      locale: await page.evaluate<string>('navigator.language'),
    });
  if (!context) throw new Error('The page has no browser');
  return context.newPage();
}
