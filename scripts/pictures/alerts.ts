import type { Page } from 'playwright-core';

type Shoot = (name: string) => Promise<void>;

const ROW = '.record, .record-table tbody';

/** The sections, each with the element to wait for before taking the picture. */
const SECTIONS = {
  incidents: ['/sistema/alertas/', ROW],
  'incidents-none-found': ['/sistema/alertas/?estado=abertos&host=99', '.state'],
  incident: ['/sistema/alertas/8/', '.incident-facts'],
  channels: ['/sistema/alertas/canais/', ROW],
  channel: ['/sistema/alertas/canais/1/', '.channel-form'],
  silences: ['/sistema/alertas/silencios/', ROW],
} as const;

/** Takes pictures of every alert section except the rules, and of the bell and the confirmations. */
export async function photographAlerts(page: Page, shoot: Shoot): Promise<void> {
  for (const [name, [path, shown]] of Object.entries(SECTIONS)) {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
    // Charts are drawn only while in view.
    if (name === 'incident') await page.locator('.chart canvas').scrollIntoViewIfNeeded();
    await shoot(`alerts-${name}`);
  }
  await page.goto('/sistema/alertas/canais/novo/');
  await page.locator('[name=channel-kind]').selectOption('TELEGRAM');
  await page.locator('.channel-form [type=submit]').click();
  await page.locator('.channel-form .error').first().waitFor();
  await shoot('alerts-channel-faults');
  await page.goto('/sistema/alertas/silencios/');
  await page.locator('.page-section-header button').click();
  await page.locator('.silence-form').waitFor();
  await shoot('alerts-silence');
  await page.goto('/sistema/alertas/');
  await page.locator(ROW).first().getByRole('button').nth(1).click();
  await page.getByRole('dialog').waitFor();
  await shoot('alerts-question');
  await page.keyboard.press('Escape');
  await page.locator('.bell-button').click();
  await page.locator('.bell-panel').waitFor();
  await shoot('alerts-bell');
}
