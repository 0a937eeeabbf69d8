import { suppliedRuleName } from '../../../../src/features/alerts/rules/supplied-rule-name';
import { t } from './t';

/**
 * Returns the name of an alert rule, translated into the page's language if the rule came with Vigia and its name was
 * never changed.
 */
export function ruleName(name: string): string {
  const key = suppliedRuleName(name);
  return key ? t(key) : name;
}
