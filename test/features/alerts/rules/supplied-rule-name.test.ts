import { expect, test } from 'vitest';
import { suppliedRuleName } from '../../../../src/features/alerts/rules/supplied-rule-name.js';
import { translate } from '../../../../src/i18n/translate.js';
import { suppliedRulesSql } from '../../../../src/platform/db/migrations/supplied-rules.js';

const stored = suppliedRulesSql('now').map((sql) => /select '([^']+)'/.exec(sql)?.[1] ?? '');

test('every rule that comes with Vigia has its name in each language, until somebody changes it', () => {
  expect(stored).toHaveLength(4);
  const keys = stored.map((name) => suppliedRuleName(name));
  expect(keys.map((key) => key && translate(key, 'pt'))).toEqual(stored);
  expect(new Set(keys.map((key) => key && translate(key, 'en'))).size).toBe(4);
  for (const name of [`${stored[0]} `, 'Disk almost full', 'toString', '']) {
    expect(suppliedRuleName(name)).toBeUndefined();
  }
});
