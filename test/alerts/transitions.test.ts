import { describe, expect, test } from 'vitest';
import { AlertRule } from '../../src/alerts/editing/alert-rule.entity.js';
import { readEvaluatedRules } from '../../src/alerts/evaluation/evaluated-rule.js';
import { HostAims } from '../../src/alerts/evaluation/host-aims.js';
import { newState } from '../../src/alerts/evaluation/live-state.js';
import { type Transition, Transitions } from '../../src/alerts/evaluation/transitions.js';
import { Incident } from '../../src/alerts/incidents/incident.entity.js';
import { nextState } from '../../src/alerts/rules/rule-state.js';
import { startWithStaff } from '../support/administration.js';
import { createRule } from '../support/alerts.js';
import { databaseKinds } from '../support/databases.js';

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a transition on ${kind.name} (contract 12, promise 46)`, () => {
    test('is not written for a host that the rule was taken from while it was evaluated', async () => {
      const { app, staff } = await startWithStaff(kind);
      const id = Number(await createRule(staff, { name: 'Processador', expression: 'cpu > 90', forSeconds: 0 }));
      const { em } = app.database;
      const rule = (await readEvaluatedRules(em.fork(), await HostAims.read(em.fork()))).find((one) => one.id === id);
      if (!rule) throw new Error('The rule is not evaluated');
      const channelOutbox = { put: async () => {}, announce: () => {} };
      const transitions = new Transitions({ em, clock: app.clock, channelOutbox, publicUrl: 'http://vigia.test' });
      const atMs = app.clock.now().getTime();
      const { state: next } = nextState(undefined, 'true', { atMs, gapMs: 15_000 }, rule);
      const live = newState(rule, 7);
      const at = new Date(atMs);
      const transition: Transition = { live, kind: 'fired', next, values: [95], hostName: 'outro', at };
      await em.fork().nativeUpdate(AlertRule, { id }, { hosts: '[1]' });
      expect((await transitions.write([transition])).size).toBe(0);
      expect(await em.fork().count(Incident, { ruleId: id })).toBe(0);
      await em.fork().nativeUpdate(AlertRule, { id }, { hosts: '[1,7]' });
      expect((await transitions.write([transition])).size).toBe(1);
    });
  });
}
