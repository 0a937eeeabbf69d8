import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresAt } from '../../../../scripts/benches/data/fill-history.ts';
import { AgentHistories } from '../../../../src/features/monitoring/agents/agent-histories.js';
import { MinuteWriter } from '../../../../src/features/monitoring/agents/minute-writer.js';
import { type HistoryAnswer, readHistory } from '../../../../src/features/monitoring/history/history-reading.js';
import { HostChunk } from '../../../../src/features/monitoring/history/host-chunk.entity.js';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';
import type { StoredSample } from '../../../../src/features/monitoring/history/stored-sample.js';
import { HostHistoryStore } from '../../../../src/features/monitoring/hosts/storage/host-history-store.js';
import { HostTable } from '../../../../src/features/monitoring/hosts/storage/host-table.js';
import { pruneHistories } from '../../../../src/features/monitoring/hosts/storage/prune-histories.js';
import { storedMeasureNames } from '../../../../src/features/monitoring/measures.js';
import { ProcessMinutes } from '../../../../src/features/monitoring/processes/process-minutes.js';
import { queryRows } from '../../../../src/platform/db/query-rows.js';
import { addAgentHost, computeHash, minuteOf } from '../../../support/agents/agents.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2026-01-02T22:00:00.000Z');

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the history of a host with an agent, on ${name} (contract 13)`, () => {
    async function createParts(nowMs = START + 5 * HOUR + 5 * MINUTE) {
      const database = await openTestDatabase(await locate());
      const { em } = database;
      const clock = new FakeClock(new Date(nowMs));
      const host = await addAgentHost(database, { now: clock.now() });
      const store = new HostHistoryStore(em);
      const writer = new MinuteWriter({ em, inTurn: (job) => job() });
      const histories = new AgentHistories({ em, clock });
      const prune = () => pruneHistories({ em, clock, table: new HostTable(em, clock) }, undefined, true);
      const send = (startMs: number, samples = minuteOf(startMs), { number, token } = host) =>
        writer.store({ number, tokenHash: computeHash(token), startMs, samples, processes: [] });
      const read = (fromMs: number, toMs: number, points: number) =>
        readHistory(
          { fromMs, toMs, points },
          {
            intervalMs: 5000,
            oldestMs: () => 0,
            read: (resolution) => store.read(host.number, resolution, fromMs, toMs),
          },
        );
      const count = (resolution: Resolution) => em.fork().count(HostChunk, { hostNumber: host.number, resolution });
      return { em, clock, host, send, read, histories, prune, count, database };
    }

    test('says of every range what its samples say, whenever which minute came and was summed up', async () => {
      const { send, read, histories, em } = await createParts();
      const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 299 }), { minLength: 1, maxLength: 25 });
      const step = fc.record({ at: fc.nat(), what: fc.constantFrom('again', 'sum up', 'sum up and again') });
      await fc.assert(
        fc.asyncProperty(minutes, fc.array(step, { maxLength: 6 }), async (starts, steps) => {
          await em.getConnection().execute('delete from host_chunks');
          await em.getConnection().execute('update hosts set rolled_up_until = 0');
          const stored = new Map<number, StoredSample[]>();
          for (const [place, minute] of starts.entries()) {
            const startMs = START + minute * MINUTE;
            stored.set(startMs, minuteOf(startMs, { cpu: minute, count: 1 + (minute % 12) }));
            await send(startMs, stored.get(startMs));
            for (const { at, what } of steps) {
              if (at % starts.length !== place) continue;
              if (what !== 'again') await histories.rollUp();
              if (what === 'sum up') continue;
              // A second version of the same minute adds the samples that the first one lacked, and changes none.
              const again = minuteOf(startMs, { cpu: 50 });
              await send(startMs, again);
              const known = stored.get(startMs) ?? [];
              const added = again.filter(({ atMs }) => !known.some((one) => one.atMs === atMs));
              stored.set(startMs, [...known, ...added]);
            }
            await expectTruth(read, stored);
          }
          await histories.rollUp();
          await expectTruth(read, stored);
        }),
        { numRuns: 12 },
      );
    });

    test('is read as samples as long as an hour is not over, and as a roll-up after', async () => {
      const { send, histories, count, clock } = await createParts(START + HOUR + MINUTE);
      await Promise.all(Array.from({ length: 65 }, (_, minute) => send(START + minute * MINUTE)));
      await histories.rollUp();
      expect([await count(Resolution.MINUTES), await count(Resolution.HOURS)]).toEqual([0, 0]);
      await clock.advance({ minutes: 1 });
      await histories.rollUp();
      expect([await count(Resolution.SAMPLES), await count(Resolution.MINUTES)]).toEqual([65, 1]);
    });

    test('counts an hour once that is summed up and of which the samples are still there', async () => {
      const { send, read, histories, em } = await createParts();
      await send(START + 2 * HOUR, minuteOf(START + 2 * HOUR, { cpu: 10, count: 1 }));
      await send(START + 3 * HOUR, minuteOf(START + 3 * HOUR, { cpu: 30, count: 1 }));
      await histories.rollUp();
      await em
        .getConnection()
        .execute(`delete from host_chunks where resolution = 0 and start_minute = ${(START + 2 * HOUR) / MINUTE}`);
      const { average } = await read(START, START + 6 * HOUR, 3);
      const [first] = minuteOf(START, { cpu: 20, count: 1 });
      expect(average[0]?.filter((figure) => figure !== null)).toEqual([first?.figures[0]]);
    });

    test('is summed up to the present at once, and not taken back by a node whose clock is behind', async () => {
      const { send, histories, em, host, count } = await createParts(START + 11 * HOUR + 5 * MINUTE);
      for (let hour = 0; hour < 11; hour += 1) await send(START + hour * HOUR);
      const behind = new AgentHistories({
        em,
        // Makes the other node roll up between two of this node's transactions.
        clock: { now: () => new Date(START + 9 * HOUR + 5 * MINUTE), wait: () => histories.rollUp() },
      });
      await behind.rollUp();
      expect(await count(Resolution.MINUTES)).toBe(11);
      const [row] = await em
        .getConnection()
        .execute<{ until: number }[]>(`select rolled_up_until as until from hosts where number = ${host.number}`);
      expect(row?.until).toBe((START + 11 * HOUR) / MINUTE);
    });

    // On SQLite, write transactions never overlap.
    if (name === 'PostgreSQL') {
      test('is summed up when a minute that is being stored has been committed', async () => {
        const { send, read, histories, em, host, count } = await createParts();
        await send(START);
        const waiting = async () => {
          const rows = await em
            .getConnection()
            .execute("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
          return rows.length;
        };
        let summedUp: Promise<void> | undefined;
        await em.fork().transactional(async (unit) => {
          await queryRows(unit, 'select 1 from hosts where number = ? for no key update', [host.number]);
          summedUp = histories.rollUp();
          await expect.poll(waiting).toBe(1);
          await queryRows(
            unit,
            `insert into host_chunks (host_number, resolution, start_minute, data)
            select host_number, resolution, start_minute + 1, data from host_chunks`,
          );
        });
        await summedUp;
        expect(await count(Resolution.MINUTES)).toBe(1);
        const { average } = await read(START, START + 5 * HOUR, 301);
        expect(average[0]?.filter((figure) => figure !== null)).toHaveLength(2);
      });
    }

    test('loses no minute that comes while its hour is being summed up', async () => {
      const { send, read, histories } = await createParts();
      const stored = new Map<number, StoredSample[]>();
      const sent: Promise<unknown>[] = [];
      for (let minute = 0; minute < 180; minute += 1) {
        // Sends the minutes from both ends, so that rolled-up hours are reopened again and again.
        const startMs = START + (minute % 2 === 0 ? minute / 2 : 299 - (minute - 1) / 2) * MINUTE;
        stored.set(startMs, minuteOf(startMs, { cpu: minute }));
        sent.push(send(startMs, stored.get(startMs)), send(startMs, stored.get(startMs)));
        if (minute % 20 === 0) sent.push(histories.rollUp());
        if (minute % 30 === 0) await Promise.all(sent);
      }
      await Promise.all(sent);
      await expectTruth(read, stored);
      await histories.rollUp();
      await expectTruth(read, stored);
    });

    test('is kept as long as its host says, and no sample goes that has not been summed up', async () => {
      const { send, histories, prune, count, clock, em, host } = await createParts();
      for (const minute of [0, 1, 70]) await send(START + minute * MINUTE);
      await clock.advance({ minutes: 9 * 24 * 60 });
      await prune();
      expect(await count(Resolution.SAMPLES)).toBe(3);
      await histories.rollUp();
      await prune();
      expect([await count(Resolution.SAMPLES), await count(Resolution.MINUTES)]).toEqual([0, 2]);
      await clock.advance({ minutes: 90 * 24 * 60 });
      await prune();
      expect([await count(Resolution.MINUTES), await count(Resolution.HOURS)]).toEqual([0, 1]);
      await clock.advance({ minutes: 1000 * 24 * 60 });
      await prune();
      expect(await count(Resolution.HOURS)).toBe(0);
      expect(await em.getConnection().execute(`select number from hosts where number = ${host.number}`)).toHaveLength(
        1,
      );
    });

    test('goes with a host that was retired before all that is kept of it, and with no other', async () => {
      const { send, prune, count, clock, em, host, database } = await createParts();
      await send(START);
      const processMinutes = new ProcessMinutes({ em, clock, shownHost: () => 1 });
      const peaks = async () => (await processMinutes.peaks(0, START + DAY, host.number)).length;
      // With a short retention the number of the host may be another's before these are a week old.
      await processMinutes.add(host.number, { startMs: START, processes: [] });
      const other = await addAgentHost(database, { name: 'other', now: clock.now() });
      await send(START, minuteOf(START), other);
      const isKept = async () =>
        (await em.getConnection().execute<{ number: number }[]>('select number from hosts order by number')).map(
          (row: { number: number }) => row.number,
        );
      // The age is relative to the database's clock, which on PostgreSQL is unrelated to this test's clock.
      const longAgo = name === 'SQLite' ? clock.now().getTime() - 731.5 * DAY : `now() - interval '731 days 12 hours'`;
      const retire = (at: unknown) =>
        em
          .getConnection()
          .execute(`update hosts set retired_at = ${at}, token_hash = null where number = ${host.number}`);
      await retire(name === 'SQLite' ? clock.now().getTime() - 730 * DAY : `now() - interval '730 days'`);
      await prune();
      expect([await isKept(), await count(Resolution.SAMPLES), await peaks()]).toEqual([[2, 3], 1, 1]);
      await retire(longAgo);
      await prune();
      expect([await isKept(), await count(Resolution.SAMPLES), await peaks()]).toEqual([[3], 0, 0]);
      expect(await em.fork().count(HostChunk, { hostNumber: other.number })).toBe(1);
    });

    test('takes at most 1.23 MiB a measure for 30 days of samples of a busy machine, index included', async () => {
      const { send, em, host } = await createParts();
      const minutes = 24 * 60;
      const sent: Promise<boolean>[] = [];
      for (let minute = 0; minute < minutes; minute += 1)
        sent.push(send(START + minute * MINUTE, busyMinute(START + minute * MINUTE)));
      await Promise.all(sent);
      const bytes =
        name === 'SQLite'
          ? `select sum(pgsize) as bytes from dbstat where name like 'host_chunks%' or name like 'sqlite_autoindex_host_chunks%'`
          : `select (pg_relation_size('host_chunks') + pg_indexes_size('host_chunks'))::int as bytes`;
      const [row] = await em.getConnection().execute<{ bytes: number }[]>(bytes);
      expect(await em.fork().count(HostChunk, { hostNumber: host.number })).toBe(minutes);
      const mebibytes = ((row?.bytes ?? 0) * 30) / 2 ** 20;
      expect(mebibytes).toBeGreaterThan(5);
      expect(mebibytes / storedMeasureNames.length).toBeLessThanOrEqual(1.23);
    });
  });
}

type Read = (fromMs: number, toMs: number, points: number) => Promise<HistoryAnswer>;

/** Compares the history at each resolution with the samples themselves. */
async function expectTruth(read: Read, stored: ReadonlyMap<number, readonly StoredSample[]>): Promise<void> {
  const samples = [...stored.values()].flat().sort((a, b) => a.atMs - b.atMs);
  const each = await read(START, START + 5 * HOUR, 10_000);
  expect(each.resolution).toBe(Resolution.SAMPLES);
  expect(each.average[0]?.filter((figure) => figure !== null)).toEqual(samples.map(({ figures }) => figures[0]));
  for (const [widthMs, resolution] of [
    [HOUR / 2, Resolution.MINUTES],
    [HOUR, Resolution.HOURS],
  ] as const) {
    const answer = await read(START, START + 5 * HOUR, (5 * HOUR) / widthMs + 1);
    expect(answer.resolution).toBe(resolution);
    const buckets = [...Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / widthMs) * widthMs)];
    const found = answer.atMs.flatMap((atMs, point) => (answer.average[0]?.[point] === null ? [] : [{ atMs, point }]));
    expect(found.map(({ atMs }) => atMs)).toEqual(buckets.map(([atMs]) => atMs));
    for (const [index, { point }] of found.entries()) {
      const figures = buckets[index]?.[1].map((sample) => sample.figures[0] ?? Number.NaN) ?? [];
      expect(answer.minimum[0]?.[point]).toBe(Math.min(...figures));
      expect(answer.maximum[0]?.[point]).toBe(Math.max(...figures));
      const average = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
      // Minute and hour averages are rounded to a tenth of a percent.
      expect(Math.abs((answer.average[0]?.[point] ?? 0) - average)).toBeLessThanOrEqual(1);
    }
  }
}

/** Returns a minute of a machine that is busy during the day, with bursts. */
function busyMinute(startMs: number): StoredSample[] {
  return Array.from({ length: 12 }, (_, n) => {
    const figures = figuresAt(startMs / 1000 + 5 * n);
    return { atMs: startMs + 5000 * n + (n % 3), figures: storedMeasureNames.map((name) => Math.round(figures[name])) };
  });
}
