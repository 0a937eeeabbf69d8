import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { dataOf } from '../../../support/administration.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { createTestApp } from '../../../support/test-app.js';

/** The preceding migration for each kind of database. */
const BEFORE = { sqlite: '010-mail-recipients', postgresql: '012-nodes' } as const;

/** Id of the machine that the service in these tests runs on. */
const OWN_ID = randomUUID();

/** Creates a database of the previous version; on PostgreSQL, it contains a machine and the machine's newest sample. */
function fillVersionBefore(location: DatabaseLocation, clock: FakeClock): Promise<void> {
  return fillEarlierVersion(location, BEFORE[location.kind], async (em) => {
    const minute = Math.floor(clock.now().getTime() / 60_000) - 1;
    const blob = location.kind === 'sqlite' ? "x'010000'" : "'\\x010000'::bytea";
    await em.execute(`insert into metrics_chunks (resolution, start_minute, data) values (0, ${minute}, ${blob})`);
    if (location.kind === 'postgresql') {
      await em.execute(
        `insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days, interval_ms)
         values (1, ?, 'before', now(), now(), 30, 90, 730, 5000)`,
        [OWN_ID],
      );
    }
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the table of the processes on ${name}`, () => {
    test('is added to a database of the version before, which keeps what it holds', async () => {
      const location = await locateEmpty();
      const clock = new FakeClock();
      await fillVersionBefore(location, clock);
      const database = await openTestDatabase(location);
      const rows = (sql: string) => database.em.getConnection().execute<Record<string, unknown>[]>(sql);
      expect(await rows('select count(*) as count from host_chunks')).toEqual([{ count: expect.anything() }]);

      const app = await createTestApp({ database, clock, hostId: OWN_ID });
      app.processTimes.processes = [{ name: 'node', cpuPercent: 61, ramBytes: 4096 }];
      await app.advance({ minutes: 1 });
      await expect
        .poll(() => rows('select host_number, processes from process_minutes'))
        .toEqual([{ host_number: 1, processes: '[["node",610,4]]' }]);
      if (location.kind === 'postgresql') {
        const [host] = await rows('select number, name, facts from hosts');
        const { host: told } = await dataOf<{ host: { name: string; facts: { cores: number } } }>(
          await app.loginAs(),
          '{ host { name facts { cores } } }',
        );
        expect(host).toMatchObject({ number: 1, name: told.name });
        expect(JSON.parse(String(host?.facts))).toMatchObject(told.facts);
      }
    });

    test('can be undone, and done again, with rows in it', async () => {
      const location = await locateEmpty();
      const clock = new FakeClock();
      await fillVersionBefore(location, clock);
      const { migrator, em } = await openTestDatabase(location);
      const insert = 'insert into process_minutes (host_number, start_minute, busy, processes) values (1, 2, 3, ?)';
      await (em.fork() as SqlEntityManager).execute(insert, ['[]']);
      await migrator.down({ to: BEFORE[location.kind] });
      await migrator.up();
      expect(await em.getConnection().execute('select * from process_minutes')).toEqual([]);
      expect(await em.getConnection().execute('select * from host_chunks')).toHaveLength(1);
    });
  });
}
