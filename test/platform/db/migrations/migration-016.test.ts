import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodeColumns } from '../../../../src/features/monitoring/history/chunk-codec.js';
import { columnsOfSamples } from '../../../../src/features/monitoring/history/roll-up.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { addAgentHost, connectAgent, minuteOf } from '../../../support/agents/agents.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { createTestApp } from '../../../support/test-app.js';

const BEFORE = '015-alerts';
const MINUTE = 60_000;
const START = new Date('2026-01-02T03:04:00.000Z');
const BEGIN = START.getTime() - 10 * MINUTE;
const HOST_ID = randomUUID();

/**
 * Creates a database of the previous version with one minute from its machine and, on PostgreSQL, the machine's row.
 */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const chunk = encodeColumns(columnsOfSamples(BEGIN, minuteOf(BEGIN, { cpu: 20 })));
    await em.execute('insert into metrics_chunks (resolution, start_minute, data) values (0, ?, ?)', [
      BEGIN / MINUTE,
      Buffer.from(chunk),
    ]);
    if (location.kind === 'postgresql') {
      await em.execute(
        `insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days,
          interval_ms) values (1, '${HOST_ID}', 'before', now(), now(), 30, 90, 730, 5000)`,
      );
    }
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the hosts of an installation that was in use, on ${name} (contract 13)`, () => {
    async function upgrade() {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const start = async () =>
        createTestApp({ database: await openTestDatabase(location), clock: new FakeClock(START), hostId: HOST_ID });
      return { start, app: await start() };
    }

    test('begin with its own machine, which keeps its history; agents are numbered from 2 on', async () => {
      const { app } = await upgrade();
      const [own, ...others] = await app.services.hostStates.list();
      expect([own?.number, own?.source, own?.state, own?.tags, others]).toEqual([1, 'OWN', 'LIVE', [], []]);
      expect(own?.facts?.cores).toBeGreaterThan(0);
      const range = { fromMs: BEGIN, toMs: BEGIN + MINUTE, points: 100 };
      const expected = Array.from({ length: 12 }, (_, n) => 200 + n * 10);
      expect((await app.services.hostStates.history(1).read(range)).average[0]).toEqual(expected);
      expect((await app.services.history.read(range)).average[0]).toEqual(expected);
      const { number, token } = await addAgentHost(app.database, { now: START });
      expect(number).toBe(2);
      const { agent } = await connectAgent(app.services.agentIntake, token, START);
      await agent.takeMinute(BEGIN, minuteOf(BEGIN, { cpu: 50 }));
      expect((await app.services.history.read(range)).average[0]).toEqual(expected);
      expect((await app.services.hostStates.history(2).read(range)).average[0]?.[0]).toBe(500);
    });

    test('keep the name that staff have given, and say anew at each start what the machine is', async () => {
      const { app, start } = await upgrade();
      const { database, services } = app;
      const [own] = await services.hostStates.list();
      expect(own?.name).toBe(own?.facts?.name);
      const rename = (to: string) => database.em.getConnection().execute(`update hosts set name = '${to}'`);
      const kept = async () => {
        await app.close();
        const [found] = await (await start()).services.hostStates.list();
        return [found?.name, found?.id === own?.id, found?.facts?.kernel === own?.facts?.kernel];
      };
      await rename('Servidor da sala');
      await database.em.getConnection().execute(`update hosts set facts = replace(facts, 'kernel', 'colonel')`);
      expect(await kept()).toEqual(['Servidor da sala', true, true]);
    });

    test('go and come again with the migration', async () => {
      const { migrator, em } = await openTestDatabase(await locateEmpty());
      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect(await em.getConnection().execute('select tags from hosts')).toEqual([]);
    });
  });
}
