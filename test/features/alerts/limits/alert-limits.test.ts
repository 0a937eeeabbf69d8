import { describe, expect, test } from 'vitest';
import { codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { addHost } from '../../../support/agents/hosts.js';
import { createRule } from '../../../support/alerts/alerts.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';

interface Limit {
  readonly ruleName: string;
  readonly severity: string;
  readonly measure: string;
  readonly limit: number;
}

async function limitsOf(user: Browser, host?: string): Promise<string[]> {
  const { alertLimits } = await dataOf<{ alertLimits: Limit[] }>(
    user,
    'query ($host: ID) { alertLimits(host: $host) { ruleName severity measure limit } }',
    { host },
  );
  return alertLimits.map(({ ruleName, severity, measure, limit }) => `${ruleName}: ${severity} ${measure} ${limit}`);
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`the limits of a host's charts, on ${kind.name} (contract 12)`, () => {
    test('are those of the active rules for it, for every user', async () => {
      const { app, staff } = await startWithStaff(kind);
      const web = await addHost(staff, 'web-1', ['web']);
      const ana = await app.loginAs('ana');
      const supplied = await limitsOf(ana);
      expect(supplied).toContain('Memória quase esgotada: BAD ramPercent 95');
      const rule = { expression: 'cpu > 70', severity: 'WARNING' } as const;
      await createRule(staff, { ...rule, name: 'Todas' });
      await createRule(staff, { ...rule, name: 'Desligada', isActive: false });
      await createRule(staff, { ...rule, name: 'A própria', hosts: ['1'] });
      await createRule(staff, { ...rule, name: 'Web', tags: ['web'], expression: 'swap > 5 or not ram > 10' });
      const line = (name: string) => `${name}: WARNING cpuPercent 70`;
      expect(await limitsOf(ana)).toEqual([...supplied, line('Todas'), line('A própria')]);
      expect(await limitsOf(ana, web.id)).toEqual([...supplied, line('Todas'), 'Web: WARNING swapPercent 5']);
      expect(await codeOf(ana, '{ alertLimits(host: "999") { limit } }')).toBe('HOST_NOT_FOUND');
    });
  });
}
