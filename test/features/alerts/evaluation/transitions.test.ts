import { describe, expect, test, vi } from 'vitest';
import { AlertRule } from '../../../../src/features/alerts/alert-rule.entity.js';
import { readEvaluatedRules } from '../../../../src/features/alerts/evaluation/evaluated-rule.js';
import { EvaluationTimes } from '../../../../src/features/alerts/evaluation/evaluation-times.js';
import { HostTargets } from '../../../../src/features/alerts/evaluation/host-targets.js';
import { newState } from '../../../../src/features/alerts/evaluation/live-state.js';
import { type Transition, Transitions } from '../../../../src/features/alerts/evaluation/transitions.js';
import { Incident } from '../../../../src/features/alerts/incidents/incident.entity.js';
import { nextState } from '../../../../src/features/alerts/rules/rule-state.js';
import type { Database } from '../../../../src/platform/db/database.js';
import { dialectOf } from '../../../../src/platform/db/dialect.js';
import { dataOf, startWithStaff } from '../../../support/administration.js';
import { addHost } from '../../../support/agents/hosts.js';
import { createRule } from '../../../support/alerts/alerts.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import { rowIdOf } from '../../../support/row-id.js';

type Started = Awaited<ReturnType<typeof startWithStaff>>;

/** Returns a rule for all hosts that is about to fire on one host, and the writer of its transitions. */
async function aboutToFire({ app, staff }: Started, hostNumber: number) {
  const id = rowIdOf(await createRule(staff, { name: 'Processador', expression: 'cpu > 90', forSeconds: 0 }));
  const { em } = app.database;
  const rule = (await readEvaluatedRules(em.fork(), await HostTargets.read(em.fork()))).find((one) => one.id === id);
  if (!rule) throw new Error('The rule is not evaluated');
  const channelOutbox = { put: async () => true };
  const transitions = new Transitions({ em, clock: app.clock, channelOutbox, publicUrl: 'http://vigia.test' });
  const at = app.clock.now();
  const { state: next } = nextState(undefined, 'true', { atMs: at.getTime(), gapMs: 15_000 }, rule);
  const live = newState(rule, hostNumber);
  const transition: Transition = { live, kind: 'fired', next, values: [95], disks: new Map(), hostName: 'outro', at };
  return { em, id, transitions, transition };
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a transition on ${kind.name} (contract 12, promise 46)`, () => {
    test('is not written for a host that the rule was taken from while it was evaluated', async () => {
      const { em, id, transitions, transition } = await aboutToFire(await startWithStaff(kind), 7);
      await em.fork().nativeUpdate(AlertRule, { id }, { hosts: '[1]' });
      expect((await transitions.write([transition], new EvaluationTimes())).size).toBe(0);
      expect(await em.fork().count(Incident, { ruleId: id })).toBe(0);
      await em.fork().nativeUpdate(AlertRule, { id }, { hosts: '[1,7]' });
      expect((await transitions.write([transition], new EvaluationTimes())).size).toBe(1);
    });

    test('is not written for a host that is being retired', async () => {
      const started = await startWithStaff(kind);
      const { app, staff } = started;
      const host = await addHost(staff, 'web-1');
      const { em, id, transitions, transition } = await aboutToFire(started, Number(host.id));
      const [ending, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { audit } = app.services;
      const withChange = audit.withChange.bind(audit);
      // At this point, the host is retired and its incidents have ended, but nothing has been committed.
      vi.spyOn(audit, 'withChange').mockImplementationOnce((origin, change) =>
        withChange(origin, async (unit, record) => {
          const result = await change(unit, record);
          ending.resolve();
          await going.promise;
          return result;
        }),
      );
      const retired = dataOf(staff, `mutation { retireHost(id: "${host.id}") { id } }`);
      await ending.promise;
      const written = transitions.write([transition], new EvaluationTimes());
      await Promise.race([written, isWaiting(app.database)]);
      going.resolve();
      await retired;
      expect((await written).size).toBe(0);
      expect(await em.fork().count(Incident, { ruleId: id })).toBe(0);
    });
  });
}

/** Resolves once a transaction waits for another. On SQLite, transactions are serial, so this resolves immediately. */
async function isWaiting({ em }: Database): Promise<void> {
  if (dialectOf(em) === 'sqlite') return;
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(() => em.getConnection().execute(waiting)).not.toEqual([]);
}
