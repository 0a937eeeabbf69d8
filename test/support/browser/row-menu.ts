import type { Locator, Page } from 'playwright-core';

/** Opens the menu of a row by the name of its item, and chooses an action by its accessible name. */
export async function chooseInRow(page: Page | Locator, item: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Ações: ${item}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
