import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { AXE_RULES, axeViolations } from './axe-violations.js';
import { openPage, settle } from './chromium.js';

/** Widths of a phone, a desktop and a wide screen, in pixels. */
const WIDTHS = [390, 1440, 1920];

function rulesOfColours(): string[] {
  const ofColours = axe
    .getRules(['cat.color'])
    .filter(({ tags }) => tags.some((tag) => AXE_RULES.runOnly.includes(tag)));
  return ofColours.map(({ ruleId }) => ruleId);
}

/**
 * Opens the pages in turn and returns axe-core's findings for each, from a phone to a wide screen and in both themes.
 * Each page is opened once, at the first width, and then changes width and theme. Themes differ only in colours, and so
 * do the widths after the second, so only colour rules run there; all rules run elsewhere.
 */
export async function findFaults(
  browser: Browser,
  baseUrl: string,
  pages: Readonly<Record<string, (page: Page) => Promise<void>>>,
  before: (page: Page) => Promise<void> = async () => {},
  widths = WIDTHS,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  // Skips animations and only checks the final state, since drawing every frame would take longer than the rules.
  const { page } = await openPage(browser, baseUrl, { reducedMotion: 'reduce' });
  await before(page);
  const ofColours = { runOnly: rulesOfColours() };
  for (const [name, open] of Object.entries(pages)) {
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    await open(page);
    for (const [index, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        const found = await axeViolations(page, colorScheme === 'light' && index < 2 ? AXE_RULES : ofColours);
        if (found.length > 0) faults[`${name}, ${colorScheme}, ${width}`] = found;
      }
    }
  }
  return faults;
}

/** Returns a step that opens a path and waits until something is shown. */
export const go =
  (path: string, shown = 'h1') =>
  async (page: Page) => {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
  };
