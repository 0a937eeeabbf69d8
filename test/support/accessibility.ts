import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openPage, settle } from './chromium.js';

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** The themes differ by their colours alone: the rules about these run in both, the others once. */
const THEMES = [
  ['light', RULES],
  ['dark', { runOnly: rulesOfColours() }],
] as const;
const WIDTHS = [390, 1440];

function rulesOfColours(): string[] {
  const ofColours = axe.getRules(['cat.color']).filter(({ tags }) => tags.some((tag) => RULES.runOnly.includes(tag)));
  return ofColours.map(({ ruleId }) => ruleId);
}

/** The violations on a page as it is now: rule and the elements at fault. */
async function violations(page: Page, rules: axe.RunOptions): Promise<string[]> {
  await settle(page);
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(axe.source);
  const results = await page.evaluate<Pick<axe.AxeResults, 'violations'>>(
    // What is in order is not carried over.
    `axe.run(document, ${JSON.stringify({ ...rules, resultTypes: ['violations'] })})
      .then(({ violations }) => ({ violations }))`,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Opens one page after another in both themes, on a phone and a desk, and gives what axe-core finds wrong with each. */
export async function faultsOf(
  browser: Browser,
  baseUrl: string,
  pages: Readonly<Record<string, (page: Page) => Promise<void>>>,
  before: (page: Page) => Promise<void> = async () => {},
  widths = WIDTHS,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  const { page } = await openPage(browser, baseUrl);
  await before(page);
  for (const [name, open] of Object.entries(pages)) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      for (const [colorScheme, rules] of THEMES) {
        await page.emulateMedia({ colorScheme });
        const found = await violations(page, rules);
        if (found.length > 0) faults[`${name}, ${colorScheme}, ${width}`] = found;
      }
    }
  }
  return faults;
}

/** Opens an address and waits until something is shown. */
export const go =
  (path: string, shown = 'h1') =>
  async (page: Page) => {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
  };
