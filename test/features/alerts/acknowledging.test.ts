import { describe, expect, test } from 'vitest';
import { Incident } from '../../../src/features/alerts/incidents/incident.entity.js';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import { ALL_MACHINES } from '../../../src/shared/identity/machine-access.js';
import { codeOf, dataOf } from '../../support/administration.js';
import { openIncident } from '../../support/alerts/alerts.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import type { Browser } from '../../support/http/browser.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

const ACKNOWLEDGE = `mutation ($id: ID!, $note: String) {
  acknowledgeIncident(id: $id, note: $note) { acknowledgedBy acknowledgedAt acknowledgementNote }
}`;

/** Returns the audit rows about acknowledged incidents, oldest first. */
function recorded(app: TestApp): Promise<AuthenticationEvent[]> {
  const where = { event: 'incident_acknowledge' };
  return app.database.em.fork().find(AuthenticationEvent, where, { orderBy: { id: 'asc' } });
}

describe.each(databaseKinds)('acknowledging an incident on $name (contract 12)', ({ locate }) => {
  async function start(changes: Partial<Incident> = {}) {
    const app = await createTestApp({ database: await openTestDatabase(await locate()) });
    const { id } = await openIncident(app, changes);
    const ana = await app.loginAs('ana', { isOperator: true });
    const note = (text: string, as: Browser = ana) => ({ as, variables: { id: String(id), note: text } });
    return { app, id, ana, note };
  }

  test('writes nothing and records nothing when nothing changes', async () => {
    const { app, id, note, ana } = await start();
    const { variables } = note('looked');
    const first = await dataOf(ana, ACKNOWLEDGE, variables);
    await app.advance({ minutes: 1 });
    for (const same of ['looked', ' looked ']) {
      expect(await dataOf(ana, ACKNOWLEDGE, { ...variables, note: same })).toEqual(first);
    }
    expect(await recorded(app)).toHaveLength(1);
    expect(await app.database.em.fork().findOneOrFail(Incident, { id })).toMatchObject({ revision: 1 });
    const eva = await app.loginAs('eva');
    expect(await dataOf(eva, ACKNOWLEDGE, variables)).toMatchObject({ acknowledgeIncident: { acknowledgedBy: 'eva' } });
    expect(await recorded(app)).toHaveLength(2);
  });

  test('is refused once the incident is over', async () => {
    const { app, id, ana, note } = await start({ endedAt: new Date('2026-01-01T00:00:00Z'), endReason: 'RELEASED' });
    const answer = await ana.graphql(ACKNOWLEDGE, note('too late').variables);
    expect(answer.json()).toMatchObject({
      errors: [{ message: expect.stringContaining('terminou'), extensions: { code: 'BAD_USER_INPUT' } }],
    });
    expect(await recorded(app)).toEqual([]);
    expect(await app.database.em.fork().findOneOrFail(Incident, { id })).toMatchObject({ acknowledgedBy: '' });
  });

  test('leaves short rows in the audit trail, however long the note is', async () => {
    const { app, ana, note } = await start({ ruleName: '😀'.repeat(80) });
    await dataOf(ana, ACKNOWLEDGE, note('é'.repeat(500)).variables);
    await dataOf(ana, ACKNOWLEDGE, note('😀'.repeat(500)).variables);
    expect(await codeOf(ana, ACKNOWLEDGE, note('x'.repeat(501)).variables)).toBe('BAD_USER_INPUT');
    const rows = await recorded(app);
    expect(rows).toHaveLength(2);
    for (const { before, after } of rows) {
      expect(Buffer.byteLength(`${before}${after}`)).toBeLessThan(1200);
      expect(JSON.parse(after ?? '')).toMatchObject({ name: '😀'.repeat(80), note: expect.stringMatching(/…$/) });
    }
  });

  test('is refused at the eleventh change of one incident by one account in a day; others and other incidents are not', async () => {
    const { app, ana, note } = await start();
    for (let count = 1; count <= 10; count += 1) {
      expect([count, await codeOf(ana, ACKNOWLEDGE, note(`note ${count}`).variables)]).toEqual([count, undefined]);
    }
    expect(await codeOf(ana, ACKNOWLEDGE, note('note 11').variables)).toBe('RATE_LIMITED');
    // A request that changes nothing does not count.
    expect(await codeOf(ana, ACKNOWLEDGE, note('note 10').variables)).toBeUndefined();
    const { id: another } = await openIncident(app);
    expect(await codeOf(ana, ACKNOWLEDGE, { id: String(another), note: 'seen' })).toBeUndefined();
    expect(await codeOf(await app.loginAs('eva'), ACKNOWLEDGE, note('eva').variables)).toBeUndefined();
  });
});

test('an account acknowledges two hundred incidents a day, and no more', async () => {
  const app = await createTestApp();
  await app.loginAs('ana');
  const by = { userId: 1, username: 'ana', role: 'OPERATOR', ...ALL_MACHINES } as const;
  const acknowledge = async () => {
    const { id } = await openIncident(app);
    return app.services.incidents.acknowledge(id, 'seen', { by, origin: { method: 'graphql', address: '::1' } });
  };
  for (let count = 0; count < 200; count += 1) await acknowledge();
  await expect(acknowledge()).rejects.toMatchObject({ code: 'rate_limited' });
});
