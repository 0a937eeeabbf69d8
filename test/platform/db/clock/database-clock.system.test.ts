import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ClockReadings } from '../../../../src/platform/db/clock/clock-readings.js';
import { DatabaseClock } from '../../../../src/platform/db/clock/database-clock.js';
import { openClock } from '../../../../src/platform/db/clock/open-clock.js';
import { elapsedMs, systemClock } from '../../../../src/shared/time/clock.js';
import { openTestDatabase, postgresql } from '../../../support/databases/databases.js';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-01-02T03:04:05.678Z');

/** A database whose clock the test sets, and the state that its nodes share. */
class FakeDatabase {
  /** Milliseconds of real time that have passed. */
  passedMs = 0;
  clockMs = START_MS;
  setByMs = 0;
  seenUntilMs = 0;

  advance({ minutes }: { minutes: number }): void {
    this.passedMs += minutes * MINUTE_MS;
    this.clockMs += minutes * MINUTE_MS;
  }

  /** Sets the database's clock without letting time pass. */
  setBy({ minutes }: { minutes: number }): void {
    this.clockMs += minutes * MINUTE_MS;
  }
}

/** Creates a process that uses the database from its own machine. */
function nodeOn(database: FakeDatabase) {
  const lines: object[] = [];
  const machine = { stoodStillMs: 0, roundTripMs: 2 };
  const readings = {
    best: async () => ({
      atMs: elapsed(),
      roundTripMs: machine.roundTripMs,
      databaseMs: database.clockMs,
      setByMs: database.setByMs,
      seenUntilMs: database.seenUntilMs,
    }),
    replaceSetBy: async ({ setByMs }: { setByMs: number }, newSetByMs: number) => {
      if (database.setByMs !== setByMs) return false;
      database.setByMs = newSetByMs;
      return true;
    },
    noteSeen: async (steadyMs: number) => {
      database.seenUntilMs = steadyMs;
    },
  };
  const elapsed = () => 1_000_000 + database.passedMs - machine.stoodStillMs;
  const logger = { log: (_level: string, message: string, fields = {}) => void lines.push({ message, ...fields }) };
  const clock = new DatabaseClock({ readings, elapsedMs: elapsed, logger });
  /** Returns how far the clock deviates from the true time, in minutes. */
  const off = () => ({
    now: (clock.now().getTime() - START_MS - database.passedMs) / MINUTE_MS,
    steady: (clock.steady().getTime() - START_MS - database.passedMs) / MINUTE_MS,
  });
  return { clock, readings, machine, off, lines };
}

async function runningNodes(database: FakeDatabase, count: number) {
  const nodes = Array.from({ length: count }, () => nodeOn(database));
  for (let minute = 0; minute < 3; minute += 1) {
    for (const { clock } of nodes) await clock.read();
    database.advance({ minutes: 1 });
  }
  return nodes as [ReturnType<typeof nodeOn>, ReturnType<typeof nodeOn>];
}

const SET = "The database's clock was set: locks and mails are unaffected";

describe("the database's clock (contract 13, promise 38)", () => {
  test('goes on by the time that passes, from what the database has shown', async () => {
    const database = new FakeDatabase();
    const { clock, off } = nodeOn(database);
    await clock.read();
    database.advance({ minutes: 5 });
    expect(clock.now()).toEqual(new Date(START_MS + 5 * MINUTE_MS));
    expect(off()).toEqual({ now: 0, steady: 0 });
  });

  test('small corrections are followed', async () => {
    const database = new FakeDatabase();
    const [{ clock, off, lines }] = await runningNodes(database, 1);
    database.setBy({ minutes: 1 / 60 });
    await clock.read();
    expect(off()).toEqual({ now: 1 / 60, steady: 1 / 60 });
    expect(lines).not.toContainEqual(expect.objectContaining({ message: SET }));
  });

  test.each([11, -11, 600])(
    'is set by %i minutes: all nodes keep their steady time, and say so once',
    async (minutes) => {
      const database = new FakeDatabase();
      const [first, second] = await runningNodes(database, 2);
      database.setBy({ minutes });
      for (const { clock } of [first, second]) await clock.read();
      expect([first.off(), second.off()]).toEqual(Array(2).fill({ now: minutes, steady: 0 }));
      expect(first.lines).toContainEqual({ message: SET, seconds: minutes * 60 });
      expect(second.lines).not.toContainEqual(expect.objectContaining({ message: SET }));
      const [third] = await runningNodes(database, 1);
      expect(third.off()).toEqual({ now: minutes, steady: 0 });
      for (const { clock } of [first, second]) await clock.read();
      expect([first.off(), second.off()]).toEqual(Array(2).fill({ now: minutes, steady: 0 }));
    },
  );

  test('two nodes that notice at once count it once', async () => {
    const database = new FakeDatabase();
    const [first, second] = await runningNodes(database, 2);
    database.setBy({ minutes: 11 });
    await Promise.all([first.clock.read(), second.clock.read()]);
    expect(database.setByMs).toBe(11 * MINUTE_MS);
    expect([...first.lines, ...second.lines].filter((line) => 'message' in line && line.message === SET)).toHaveLength(
      1,
    );
    expect([first.off(), second.off()]).toEqual(Array(2).fill({ now: 11, steady: 0 }));
  });

  test('a node that starts before the others notice takes over what they count', async () => {
    const database = new FakeDatabase();
    const [first] = await runningNodes(database, 1);
    database.setBy({ minutes: 11 });
    const second = nodeOn(database);
    await second.clock.read();
    for (const { clock } of [first, second, first, second]) await clock.read();
    expect([first.off(), second.off()]).toEqual(Array(2).fill({ now: 11, steady: 0 }));
  });

  test('a machine that stood still while another ran is corrected', async () => {
    const database = new FakeDatabase();
    const [first, second] = await runningNodes(database, 2);
    database.advance({ minutes: 5 });
    first.machine.stoodStillMs = 5 * MINUTE_MS;
    await second.clock.read();
    expect(first.off()).toEqual({ now: -5, steady: -5 });
    await first.clock.read();
    expect([first.off(), second.off()]).toEqual(Array(2).fill({ now: 0, steady: 0 }));
    expect(database.setByMs).toBe(0);
  });

  test('set back while no node ran: steady time goes on from the last that may have been used', async () => {
    const database = new FakeDatabase();
    await runningNodes(database, 1);
    const lastUsed = START_MS + database.passedMs;
    database.setBy({ minutes: -60 });
    const [first] = await runningNodes(database, 1);
    const begun = first.clock.steady().getTime() - 3 * MINUTE_MS;
    expect(begun).toBeGreaterThanOrEqual(lastUsed);
    expect(begun).toBeLessThan(lastUsed + 2 * MINUTE_MS);
  });

  test('a reading that takes long changes nothing, except that of the start', async () => {
    const database = new FakeDatabase();
    const { clock, machine, off } = nodeOn(database);
    machine.roundTripMs = 1001;
    await clock.read();
    expect(off()).toEqual({ now: 0, steady: 0 });
    database.setBy({ minutes: 11 });
    await clock.read();
    expect(off()).toEqual({ now: 0, steady: 0 });
    machine.roundTripMs = 1000;
    await clock.read();
    expect(off()).toEqual({ now: 11, steady: 0 });
  });

  test('while the database does not answer, the time goes on', async () => {
    const database = new FakeDatabase();
    const [{ clock, readings, off }] = await runningNodes(database, 1);
    readings.best = () => Promise.reject(new Error('gone'));
    await expect(clock.read()).rejects.toThrow('gone');
    database.advance({ minutes: 30 });
    expect(off()).toEqual({ now: 0, steady: 0 });
  });

  test('a machine whose own clock is off says so once, and by how much', async () => {
    const database = new FakeDatabase();
    database.clockMs = Date.now() + 11 * MINUTE_MS;
    const { clock, lines } = nodeOn(database);
    await clock.read();
    await clock.read();
    expect(lines).toEqual([
      { message: "The clock of this machine is wrong: the database's clock is used", seconds: -660 },
    ]);
  });

  test('counts as read in the middle of the quickest of five readings', async () => {
    let passedMs = 0;
    const roundTripsMs = [40, 10, 90, 20, 60];
    const execute = async () => {
      const roundTripMs = roundTripsMs.shift() ?? 0;
      passedMs += roundTripMs / 2;
      const row = { database_ms: START_MS + passedMs, set_by_ms: 0, seen_until_ms: 0 };
      passedMs += roundTripMs / 2;
      return [row];
    };
    const reading = await new ClockReadings({ fork: () => ({ execute }) } as never, () => passedMs).best();
    expect(reading).toMatchObject({ roundTripMs: 10, atMs: 45, databaseMs: START_MS + 45 });
    expect(roundTripsMs).toEqual([]);
  });

  test('has the same time at the start on SQLite as the machine', async () => {
    const location = { kind: 'sqlite', file: ':memory:' } as const;
    const { clock } = await openClock(await openTestDatabase(location), { log: () => {} });
    expect(clock).toBe(systemClock);
  });

  test.runIf(postgresql.available)('is that of PostgreSQL, to the hundredth of a second', async () => {
    const database = await openTestDatabase(await postgresql.locate());
    const { clock, stop } = await openClock(database, { log: () => {} });
    onTestFinished(stop);
    const { databaseMs, atMs } = await new ClockReadings(database.em, elapsedMs).best();
    const nowMs = clock.now().getTime() - (elapsedMs() - atMs);
    expect(Math.abs(nowMs - databaseMs)).toBeLessThan(10);
    expect(clock.steady()).toEqual(expect.any(Date));
    const em = database.em.fork() as SqlEntityManager;
    expect(await em.execute('select set_by_ms, seen_until_ms from shared_clock')).toEqual([
      { set_by_ms: 0, seen_until_ms: 0 },
    ]);
  });
});
