import { describe, expect, test } from 'vitest';
import { AlertRule } from '../../../../src/features/alerts/alert-rule.entity.js';
import { ALERT_RULES_MAX } from '../../../../src/features/alerts/editing/alert-rules.js';
import { audited, codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { createRule } from '../../../support/alerts/alerts.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { rowIdOf } from '../../../support/row-id.js';

const FIELDS =
  'name expression forSeconds releaseSeconds severity hosts repeatSeconds isActive timeZone isSupplied states { state }';
const CREATE = `mutation ($input: AlertRuleInput!) { createAlertRule(input: $input) { id ${FIELDS} } }`;
const UPDATE = `mutation ($id: ID!, $input: AlertRuleInput!) { updateAlertRule(id: $id, input: $input) { ${FIELDS} } }`;
const CPU = { name: 'Processador', expression: 'cpu > 90' };

/** Returns each field's faults in a rule, as its author reads them. */
async function findFaults(staff: Browser, input: object): Promise<Record<string, string[]>> {
  const answer = (await staff.graphql(CREATE, { input })).json<{
    errors?: { extensions: { code: string; fields: Record<string, string[]> } }[];
  }>();
  expect(answer.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  return answer.errors?.[0]?.extensions.fields ?? {};
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`rules of alerts on ${kind.name} (contract 12)`, () => {
    test('are made, changed and deleted by staff, with before and after in the audit', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { createAlertRule: made } = await dataOf<{ createAlertRule: { id: string } }>(staff, CREATE, {
        input: { ...CPU, timeZone: 'America/Sao_Paulo' },
      });
      expect(made).toEqual({
        id: expect.any(String),
        ...{ ...CPU, forSeconds: 300, releaseSeconds: 300, severity: 'WARNING', hosts: [], repeatSeconds: 0 },
        ...{ isActive: true, timeZone: 'America/Sao_Paulo', isSupplied: false, states: [] },
      });
      const changed = { ...CPU, severity: 'BAD', forSeconds: 60, timeZone: 'America/Sao_Paulo' };
      await dataOf(staff, UPDATE, { id: made.id, input: changed });
      await dataOf(staff, `mutation { deleteAlertRule(id: "${made.id}") }`);
      expect(await codeOf(staff, UPDATE, { id: made.id, input: changed })).toBe('NOT_FOUND');
      expect(await codeOf(staff, `mutation { deleteAlertRule(id: "${made.id}") }`)).toBe('NOT_FOUND');
      const [create, update, remove] = (await audited(app)).slice(-3);
      expect(create).toContain('chefe alert_rule_create');
      expect(create).toContain('"expression":"cpu > 90"');
      const facts = (severity: string, seconds: number) => ({ severity, forSeconds: seconds });
      expect(update).toBe(
        `chefe alert_rule_update  ${JSON.stringify({ id: rowIdOf(made.id), ...facts('WARNING', 300) })} ${JSON.stringify(
          {
            ...{ id: rowIdOf(made.id), name: CPU.name },
            ...facts('BAD', 60),
          },
        )}`,
      );
      expect(remove).toContain('chefe alert_rule_delete');
    });

    test('have each fault named by its field, and where in the expression it is', async () => {
      const { staff } = await startWithStaff(kind);
      await createRule(staff, CPU);
      const faults = await findFaults(staff, {
        name: ' ',
        expression: 'cpu > 90 AND rm > 3',
        forSeconds: 86_401,
        releaseSeconds: -1,
        repeatSeconds: 899,
        hosts: ['77'],
        channels: ['77'],
        timeZone: 'Nowhere/Land',
      });
      expect(Object.keys(faults).sort()).toEqual(
        ['channels', 'expression', 'forSeconds', 'hosts', 'name', 'releaseSeconds', 'repeatSeconds', 'timeZone'].sort(),
      );
      expect(faults.expression?.[0]).toContain('14');
      expect(await findFaults(staff, CPU)).toHaveProperty('name');
      expect(await findFaults(staff, { ...CPU, name: 'x'.repeat(81) })).toHaveProperty('name');
      const limits = { forSeconds: 86_400, releaseSeconds: 0, repeatSeconds: 900, hosts: ['1'] };
      await createRule(staff, { ...CPU, ...limits, name: 'x'.repeat(80) });
    });

    test('are a thousand at most', async () => {
      const { app, staff } = await startWithStaff(kind);
      const em = app.database.em.fork();
      const [supplied] = await em.find(AlertRule, {});
      const there = await em.count(AlertRule);
      const rows = Array.from({ length: ALERT_RULES_MAX - there - 1 }, (_, index) => {
        const { id: _id, ...fields } = { ...supplied } as AlertRule;
        return { ...fields, name: `R${index}` };
      });
      await em.insertMany(AlertRule, rows);
      await createRule(staff, CPU);
      expect(await codeOf(staff, CREATE, { input: { ...CPU, name: 'One more' } })).toBe('BAD_USER_INPUT');
    });
  });
}
