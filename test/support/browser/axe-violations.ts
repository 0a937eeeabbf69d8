import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 rules up to level AA, and axe-core's best practices. */
export const AXE_RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** Returns the current violations on a page, each as its rule and the offending elements. */
export async function axeViolations(page: Page, rules: axe.RunOptions = AXE_RULES): Promise<string[]> {
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(axe.source);
  const results = await page.evaluate<Pick<axe.AxeResults, 'violations'>>(
    // Transfers only the violations from the page.
    `axe.run(document, ${JSON.stringify({ ...rules, resultTypes: ['violations'] })})
      .then(({ violations }) => ({ violations }))`,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
