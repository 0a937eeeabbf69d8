import { suppliedRuleName } from '../../../../src/features/alerts/rules/supplied-rule-name';
import { t } from './t';

/** Returns the name of an alert rule: in the page's language if Vigia brought it and nobody has changed it. */
export function ruleName(name: string): string {
  const key = suppliedRuleName(name);
  return key ? t(key) : name;
}
