import type { Locator, Page } from 'playwright-core';

type Shoot = (name: string) => Promise<void>;

/** A row of a list, or of the table that wide screens show instead. */
const ROW = '.record, .record-table tbody';

/** The sections, each with the element to wait for before taking the picture. */
const SECTIONS = {
  overview: ['/admin/', '.health'],
  users: ['/admin/?parte=usuarios', ROW],
  sessions: ['/admin/?parte=sessoes', ROW],
  locks: ['/admin/?parte=bloqueios', '.record'],
  terms: ['/admin/?parte=termos', '.record'],
  domains: ['/admin/?parte=dominios', '.record'],
  mails: ['/admin/?parte=emails', ROW],
  access: ['/admin/?parte=acesso', '.choice'],
  audit: ['/admin/?parte=auditoria', ROW],
  'audit-empty': ['/admin/?parte=auditoria&usuario=ninguem', '.state'],
} as const;

const REAUTHENTICATION_REQUIRED = {
  errors: [{ message: 'Again', extensions: { code: 'REAUTHENTICATION_REQUIRED' } }],
};

/** Takes pictures of every section, a confirmation, forms with errors, and empty lists. */
export async function photographAdministration(page: Page, shoot: Shoot): Promise<void> {
  const open = async (section: keyof typeof SECTIONS) => {
    const [path, shown] = SECTIONS[section];
    await page.goto(path);
    await page.locator(shown).first().waitFor();
  };
  for (const section of Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]) {
    await open(section);
    await shoot(`admin-${section}`);
  }
  await open('users');
  const row = page.locator(ROW, { hasText: 'elena' });
  await choose(row, 3);
  await page.getByRole('dialog').locator('input').fill('1234');
  await page.getByRole('dialog').locator('[type=submit]').click();
  await page.getByRole('dialog').locator('.error').first().waitFor();
  await shoot('admin-users-question');
  await page.keyboard.press('Escape');
  // The login is too recent to require reauthentication, so a later response is faked.
  await page.route('**/graphql', async (route) => {
    const isRefused = route.request().postData()?.includes('setUserPassword') ?? false;
    await (isRefused ? route.fulfill({ status: 403, json: REAUTHENTICATION_REQUIRED }) : route.fallback());
  });
  await choose(page.locator(ROW, { hasText: 'bia@' }), 3);
  await page.getByRole('dialog').locator('[name=new-password]').fill('battery staple 8');
  await page.getByRole('dialog').locator('[type=submit]').click();
  await page.locator('[name=own-password]').waitFor();
  await shoot('admin-users-own-password-question');
  await page.unroute('**/graphql');
  await open('users');
  await choose(page.locator(ROW, { hasText: 'joao.silva' }), 1);
  await page.getByRole('dialog').waitFor();
  await shoot('admin-users-grant-question');
  await page.keyboard.press('Escape');
  await page.locator('.page-section-header button').last().click();
  await page.locator('[name=new-user-username]').fill('1234');
  await page.locator('[name=new-user-firstName]').fill('Ana');
  await page.locator('[name=new-user-email]').fill('ana@');
  await page.locator('[name=new-user-password]').fill('short');
  await page.locator('.user-form [type=submit]').click();
  await page.locator('.user-form .error').first().waitFor();
  await shoot('admin-users-faults');
  await page.locator('.user-form fieldset.choice').first().locator('label').nth(2).click();
  await shoot('admin-users-staff');
  await open('users');
  await page.locator('[name=search]').fill('ninguem');
  await page.locator('.state').waitFor();
  await shoot('admin-users-empty');
  await open('domains');
  await page.locator('.domain-form input').fill('com.br');
  await page.keyboard.press('Enter');
  await page.locator('.error').waitFor();
  await shoot('admin-domains-faults');
  await open('terms');
  await choose(page.locator('.record').first(), 0);
  await page.locator('.terms-preview .prose').waitFor();
  await shoot('admin-terms-editor');
  await open('terms');
  await choose(page.locator('.record').first(), 1);
  await page.locator('.terms-difference').waitFor();
  await shoot('admin-terms-difference');
  await open('terms');
  await choose(page.locator('.record').first(), 2);
  await page.getByRole('dialog').waitFor();
  await shoot('admin-terms-question');
}

/** Chooses an action from the menu of a row, by its place. */
async function choose(row: Locator, place: number): Promise<void> {
  await row.locator('.row-menu-button').click();
  await row.getByRole('menuitem').nth(place).click();
}
