import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { MikroORM } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { entities } from '../../../../src/app/entities.js';
import { databaseOptions } from '../../../../src/platform/db/database.js';
import { databaseKinds } from '../../../support/databases/databases.js';

const BEFORE = '029-lost-second-factors';

type Chunk = readonly [host: number, resolution: number, startMinute: number, data: string];

/** Chunks of the service's own machine (1), a machine with an agent (2) and a second node's machine (3). */
const CHUNKS: readonly Chunk[] = [
  [1, 0, 600, 'own sample'],
  [1, 0, 601, 'own newest'],
  [1, 1, 600, 'own hour'],
  [1, 2, 0, 'own day'],
  [2, 0, 600, 'sample of agent'],
  [3, 0, 605, 'sample of node'],
];

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`migration 030 on ${name}`, () => {
    /** Opens a database of the previous version with the chunks above. */
    async function openVersionBefore() {
      const options = { ...(await databaseOptions(await locateEmpty(), entities)), logger: () => {} };
      const orm = await MikroORM.init(options);
      onTestFinished(() => orm.close(true));
      await orm.migrator.up({ to: BEFORE });
      const execute = <Row>(sql: string, values: readonly unknown[] = []) =>
        (orm.em.fork() as SqlEntityManager).execute<Row[]>(sql, [...values]);
      const seen = name === 'SQLite' ? '0' : 'now()';
      for (const [number, hasAgent] of [
        [1, false],
        [2, true],
        [3, false],
        [4, false],
      ]) {
        await execute(`insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days,
          hours_days, interval_ms, has_agent, rolled_up_until)
          values (${number}, 'id ${number}', 'x', ${seen}, ${seen}, 30, 90, 730, 5000, ${hasAgent}, ${hasAgent ? 540 : 0})`);
      }
      for (const [host, resolution, startMinute, data] of CHUNKS) {
        const [table, key] = host === 1 ? ['metrics_chunks', []] : ['host_chunks', [host]];
        const columns = [...(host === 1 ? [] : ['host_number']), 'resolution', 'start_minute', 'data'];
        await execute(`insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`, [
          ...[...key, resolution, startMinute, Buffer.from(data)],
        ]);
      }
      const chunks = async () => {
        const rows = await execute<{ host_number: number; resolution: number; start_minute: number; data: Buffer }>(
          'select * from host_chunks order by host_number, resolution, start_minute',
        );
        return rows.map((row) => [row.host_number, row.resolution, row.start_minute, row.data.toString()]);
      };
      const summedUp = async () =>
        (await execute<{ until: number }>('select rolled_up_until as until from hosts order by number')).map(
          ({ until }) => until,
        );
      return { migrator: orm.migrator, execute, chunks, summedUp };
    }

    test('loses no chunk, and knows up to when each history is summed up', async () => {
      const { migrator, chunks, summedUp } = await openVersionBefore();
      await migrator.up();
      expect(await chunks()).toEqual(CHUNKS);
      // On PostgreSQL, the newest minute of a node's machine has not been summed up yet.
      const [own, agent, node, empty] = await summedUp();
      expect([own, agent, node]).toEqual(name === 'SQLite' ? [602, 540, 602] : [601, 540, 605]);
      expect(Math.abs((empty ?? 0) - Date.now() / 60_000)).toBeLessThan(name === 'SQLite' ? Infinity : 3);
    });

    test('goes and comes again', async () => {
      const { migrator, execute, chunks } = await openVersionBefore();
      await migrator.up();
      await migrator.down({ to: BEFORE });
      expect((await chunks()).map(([host]) => host)).toEqual([2, 3]);
      expect(await execute('select * from metrics_chunks')).toHaveLength(4);
      await migrator.up();
      expect(await chunks()).toEqual(CHUNKS);
    });

    // On SQLite, one process has the database to itself.
    if (name === 'PostgreSQL') {
      test('nodes of both versions write and read the same history of the first machine', async () => {
        const { migrator, execute, chunks } = await openVersionBefore();
        await migrator.up();
        const ofOld = async () =>
          (
            await execute<{ start_minute: number; data: Buffer }>(
              'select * from metrics_chunks where resolution = 0 order by start_minute',
            )
          ).map(({ start_minute, data }) => [start_minute, data.toString()]);
        const ofNew = async () =>
          (await chunks()).filter(([host, resolution]) => host === 1 && resolution === 0).map((row) => row.slice(2));
        const writeOld = (startMinute: number, data: string) =>
          execute(
            `insert into metrics_chunks (resolution, start_minute, data) values (0, ?, ?)
              on conflict (resolution, start_minute) do update set data = excluded.data`,
            [startMinute, Buffer.from(data)],
          );
        const writeNew = (host: number, startMinute: number, data: string) =>
          execute(
            `insert into host_chunks (host_number, resolution, start_minute, data) values (?, 0, ?, ?)
              on conflict (host_number, resolution, start_minute) do update set data = excluded.data`,
            [host, startMinute, Buffer.from(data)],
          );
        await writeOld(601, 'more of old');
        await writeOld(602, 'old');
        await writeNew(1, 602, 'more of new');
        await writeNew(1, 603, 'new');
        await writeNew(2, 604, 'of agent');
        const expected = [
          [600, 'own sample'],
          [601, 'more of old'],
          [602, 'more of new'],
          [603, 'new'],
        ];
        expect([await ofOld(), await ofNew()]).toEqual([expected, expected]);
        await execute('delete from metrics_chunks where resolution = 0 and start_minute <= 600');
        await execute('delete from host_chunks where host_number = 1 and resolution = 0 and start_minute <= 601');
        await execute('delete from host_chunks where host_number = 2 and start_minute >= 602');
        expect([await ofOld(), await ofNew()]).toEqual([expected.slice(2), expected.slice(2)]);
      });
    }
  });
}
