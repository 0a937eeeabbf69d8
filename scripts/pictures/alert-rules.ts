import type { Page } from 'playwright-core';

type Shoot = (name: string) => Promise<void>;

const RULES = '/sistema/alertas/regras/';
const CONDITION = '.expression-combobox [role=combobox]';

/** Takes pictures of the alert rules and their editor: completions, circuit, truth table and backtest. */
export async function photographAlertRules(page: Page, shoot: Shoot): Promise<void> {
  await page.goto(RULES);
  await page.locator('.rule-expression').first().waitFor();
  await shoot('alerts-rules');
  await page.goto(`${RULES}nova/`);
  await page.locator(CONDITION).waitFor();
  await shoot('alerts-rule-new');
  await page.locator(CONDITION).fill('avg(cp');
  await page.locator('.expression-candidate').first().waitFor();
  await shoot('alerts-rule-completions');
  await page.locator(CONDITION).fill('cup > 90');
  await page.locator('.expression-field .error').waitFor();
  await shoot('alerts-rule-fault');
  await page.locator(CONDITION).fill('avg(cpu, 10m) > 30 AND NOT time(22:00-06:00, mon-fri) OR ram > 95');
  await page.keyboard.press('Escape');
  await page.locator('.truth-table [aria-current]').waitFor();
  await page.locator('.backtest-choices .button').click();
  await page.locator('.backtest-summary').waitFor();
  await page.locator('.backtest-result canvas').first().scrollIntoViewIfNeeded();
  await shoot('alerts-rule-editor');
  await page.locator(CONDITION).fill('disk("/nowhere") > 90');
  await page.keyboard.press('Escape');
  await page.locator('.backtest-choices .button').click();
  await page.locator('.backtest-result .hint').first().waitFor();
  await shoot('alerts-rule-nothing-stored');
}
