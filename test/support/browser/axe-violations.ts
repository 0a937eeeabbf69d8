import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What WCAG 2.2 asks for at level AA, and what axe-core recommends beyond. */
export const AXE_RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** The violations on a page as it is now: rule and the elements at fault. */
export async function axeViolations(page: Page, rules: axe.RunOptions = AXE_RULES): Promise<string[]> {
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(axe.source);
  const results = await page.evaluate<Pick<axe.AxeResults, 'violations'>>(
    // What is in order is not carried over.
    `axe.run(document, ${JSON.stringify({ ...rules, resultTypes: ['violations'] })})
      .then(({ violations }) => ({ violations }))`,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
