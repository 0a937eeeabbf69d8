import type { Page } from 'playwright-core';
import { demoAccounts, logIn, type OpenDemonstration, settle } from './demonstration.ts';

/** Where the pictures of the README and the guides are. */
export const IMAGES = 'docs/images';

/** The headings that each picture shows, which a check compares with those of the page now. */
export const HEADINGS_FILE = `${IMAGES}/headings.json`;

export const themes = ['light', 'dark'] as const;

export type Theme = (typeof themes)[number];

interface Picture {
  readonly path: string;
  /** Brings the page into the state that is shown. */
  readonly show: (page: Page) => Promise<void>;
}

const HOST = '/sistema/monitoramento/2/';
const RULE = '/sistema/alertas/regras/1/';

/** The pictures by the names of their files. */
export const pictures: Readonly<Record<string, Picture>> = {
  machines: { path: '/sistema/monitoramento/', show: (page) => seen(page, '.record-table tbody tr, .host-row') },
  monitoring: {
    path: HOST,
    show: async (page) => {
      await seen(page, '.chart canvas');
      await page.getByLabel('24 h').check();
      await settle(page);
    },
  },
  alerts: { path: '/sistema/alertas/', show: (page) => seen(page, '.record, .record-table tbody') },
  incident: {
    path: '/sistema/alertas/',
    show: async (page) => {
      await page.locator('main a[href^="/sistema/alertas/8/"]').first().click();
      await seen(page, '.incident-facts');
      // Charts are drawn once they have been in view.
      await page.locator('.incident-chart').first().scrollIntoViewIfNeeded();
      await seen(page, '.chart canvas');
      await page.evaluate('scrollTo(0, 0)');
    },
  },
  circuit: {
    path: RULE,
    show: async (page) => {
      await seen(page, '.truth-table [aria-current]');
      await page.locator('.rule-preview').evaluate((preview) => preview.scrollIntoView({ block: 'start' }));
    },
  },
  classroom: { path: '/sistema/sala/AULA24/', show: (page) => seen(page, '.answer-group') },
};

const VIEWPORT = { width: 1280, height: 900 };

export type Headings = Readonly<Record<string, readonly string[]>>;

/** Opens each picture's page as staff and hands it over once it shows what the picture shows. */
export async function eachPicture(
  { browser, baseURL }: OpenDemonstration,
  theme: Theme,
  take: (name: string, page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', colorScheme: theme, viewport: VIEWPORT });
  const page = await context.newPage();
  await logIn(page, demoAccounts.staff);
  for (const [name, { path, show }] of Object.entries(pictures)) {
    await page.goto(path);
    await show(page);
    await settle(page);
    await take(name, page);
  }
  await context.close();
}

/** Returns the headings of a page, with figures replaced, since they change with time. */
export async function headingsOf(page: Page): Promise<string[]> {
  const texts = await page.locator('main').locator('h1, h2, h3').allInnerTexts();
  const plain = texts.map((text) =>
    text
      .replaceAll(/\d+([.,:]\d+)*/g, '#')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return plain.filter(Boolean);
}

async function seen(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
}
