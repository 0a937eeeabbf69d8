import type { SqlEntityManager } from '@mikro-orm/sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvHeader } from '../../../src/platform/audit/audit-csv.js';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import { auditKey } from '../../../src/platform/audit/audit-names.js';
import { type AuditFilter, AuditRecords } from '../../../src/platform/audit/audit-records.js';
import type { AuditKeyset } from '../../../src/platform/audit/audit-walk.js';
import type { UnitOfWork } from '../../../src/platform/db/database.js';
import { TURNS_BETWEEN } from '../../../src/shared/concurrency/yield-to-event-loop.js';
import { fillAuditTrail } from '../../support/audit-rows.js';
import { parseCsv } from '../../support/csv.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';

const START_MS = Date.parse('2026-01-02T03:04:05.678Z');

const NAMES = ['Ana', 'ANA', 'ﬁlipa', 'Filipa', "o'hara", '', '\ufffdx', '=1+1'];
const ADDRESSES = ['', '127.0.0.1', '2001:db8::1'];
const EVENTS = ['login', 'logout', 'staff_grant'] as const;
const RESULTS = ['success', 'failure', 'locked_out'] as const;
const LOGIN_METHODS = ['form', 'cli', 'graphql'] as const;
const ACTORS = ['', 'Chefe'];

type Row = Pick<
  AuthenticationEvent,
  'id' | 'at' | 'event' | 'result' | 'door' | 'address' | 'username' | 'actor' | 'before' | 'after'
>;

const anyRow = fc.record({
  // Many rows share a time, and times are not in order of id.
  at: fc.integer({ min: 0, max: 40 }).map((second) => new Date(START_MS + second * 1000)),
  event: fc.constantFrom(...EVENTS),
  result: fc.constantFrom(...RESULTS),
  door: fc.constantFrom(...LOGIN_METHODS),
  address: fc.constantFrom(...ADDRESSES),
  username: fc.constantFrom(...NAMES),
  actor: fc.constantFrom(...ACTORS),
});

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const time = fc.integer({ min: -1, max: 41 }).map((second) => new Date(START_MS + second * 1000));
const anyFilter: fc.Arbitrary<AuditFilter> = fc.record({
  event: maybe(fc.constantFrom(...EVENTS)),
  result: maybe(fc.constantFrom(...RESULTS)),
  door: maybe(fc.constantFrom(...LOGIN_METHODS)),
  address: maybe(fc.constantFrom(...ADDRESSES)),
  username: maybe(fc.constantFrom(...NAMES, ' aNa ', 'FILIPA', 'nobody', "'; drop table users; --", 'a\0b')),
  actor: maybe(fc.constantFrom(...ACTORS, 'CHEFE')),
  from: maybe(time),
  to: maybe(time),
});

function accepts(filter: AuditFilter, row: Row): boolean {
  const sameName = (wanted: string | undefined, name: string) =>
    wanted === undefined || auditKey(wanted) === auditKey(name);
  return (
    (['event', 'result', 'door', 'address'] as const).every(
      (field) => filter[field] === undefined || filter[field] === row[field],
    ) &&
    sameName(filter.username, row.username) &&
    sameName(filter.actor, row.actor) &&
    (!filter.from || row.at >= filter.from) &&
    (!filter.to || row.at < filter.to)
  );
}

function newestFirst(a: Row, b: Row): number {
  return b.at.getTime() - a.at.getTime() || b.id - a.id;
}

async function allPages(records: AuditRecords, filter: AuditFilter, first: number): Promise<number[]> {
  const ids: number[] = [];
  for (let after: AuditKeyset | undefined; ; ) {
    const page = await records.page(filter, { first, after });
    ids.push(...page.items.map(({ id }) => id));
    if (!page.hasMore) return ids;
    after = page.endKey as AuditKeyset;
  }
}

/** Records how many rows in each statement's result contain text. */
function watched(em: UnitOfWork): { readonly em: UnitOfWork; readonly read: number[] } {
  const read: number[] = [];
  const fork = () => {
    const unit = em.fork() as SqlEntityManager;
    const execute = unit.execute.bind(unit);
    const watching = async (sql: string, values: unknown[]) => {
      const rows = await execute<{ before?: string }[]>(sql, values);
      read.push(rows.filter(({ before }) => before).length);
      return rows;
    };
    return Object.assign(unit, { execute: watching });
  };
  return { em: Object.assign(Object.create(em), { fork }), read };
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the audit trail on ${name} (promise 30)`, () => {
    test('any filter gives what a scan of every row gives, on pages of any size', async () => {
      const database = await openTestDatabase(await locate());
      const rows = await fillAuditTrail(database, fc.sample(anyRow, { numRuns: 400, seed: 7 }));
      const records = new AuditRecords(database.em);
      await fc.assert(
        fc.asyncProperty(anyFilter, fc.integer({ min: 1, max: 100 }), async (filter, first) => {
          const expected = rows.filter((row) => accepts(filter, row)).sort(newestFirst);
          expect(await allPages(records, filter, first)).toEqual(expected.map(({ id }) => id));
        }),
        { numRuns: 150 },
      );
    });

    test('what leads is looked at slice by slice: nothing is lost at their ends', async () => {
      const database = await openTestDatabase(await locate());
      // The rows fill more than two slices but have only three times, and few of them match the other condition.
      const rows = await fillAuditTrail(
        database,
        Array.from({ length: 11_000 }, (_, index) => ({
          at: new Date(START_MS + (index % 3)),
          address: index % 2500 === 0 ? '10.0.0.9' : `10.0.0.${index % 4}`,
          username: 'bot',
        })),
      );
      const records = new AuditRecords(database.em);
      const filters: AuditFilter[] = [
        { username: 'bot', result: 'success' },
        { username: 'bot', result: 'success', address: '10.0.0.9' },
        { result: 'success', door: 'form', from: new Date(START_MS + 1) },
        { username: 'BOT', door: 'form', event: 'login', address: '10.0.0.3' },
        { username: 'bot', event: 'logout' },
      ];
      for (const filter of filters) {
        const expected = rows.filter((row) => accepts(filter, row)).sort(newestFirst);
        const page = await records.page(filter, { first: 100, after: undefined });
        expect(page.items.map(({ id }) => id)).toEqual(expected.slice(0, 100).map(({ id }) => id));
        const middle = expected[Math.floor(expected.length * 0.9)];
        if (!middle) continue;
        const behind = await records.page(filter, { first: 100, after: [middle.at.getTime(), middle.id] });
        const rest = expected.slice(expected.indexOf(middle) + 1);
        expect(behind.items.map(({ id }) => id)).toEqual(rest.slice(0, 100).map(({ id }) => id));
        expect(behind.hasMore).toBe(rest.length > 100);
      }
    });

    test('pages give every row once while others are being added', async () => {
      const database = await openTestDatabase(await locate());
      const before = await fillAuditTrail(database, fc.sample(anyRow, { numRuns: 60, seed: 3 }));
      const records = new AuditRecords(database.em);
      const seen: number[] = [];
      for (let after: AuditKeyset | undefined; ; ) {
        const page = await records.page({}, { first: 7, after });
        seen.push(...page.items.map(({ id }) => id));
        if (!page.hasMore) break;
        after = page.endKey as AuditKeyset;
        const now = new Date(START_MS + 100_000 + seen.length);
        await fillAuditTrail(database, [{ at: now }]);
      }
      expect(seen).toEqual(before.sort(newestFirst).map(({ id }) => id));
    });

    test('a part of long texts is read a few rows at a time, and no further than it is long', async () => {
      const database = await openTestDatabase(await locate());
      const long = JSON.stringify({ content: '\u{1f9ed}'.repeat(40_000) });
      const rows = await fillAuditTrail(
        database,
        Array.from({ length: 60 }, (_, index) => ({ at: new Date(START_MS + index), before: long, after: long })),
      );
      const { em, read } = watched(database.em);
      const ids: number[] = [];
      for (let after: AuditKeyset | undefined, hasMore = true; hasMore; ) {
        read.length = 0;
        const part = await new AuditRecords(em).csvPart({}, after);
        const lines = parseCsv(after ? part.csv : part.csv.replace(csvHeader, ''));
        expect(lines).toHaveLength(part.rows);
        expect(lines[0]?.[9]).toBe(`{"content":"${'\u{1f9ed}'.repeat(29_988)}…`);
        // A part ends with the line that exceeds half a million characters.
        expect(part.csv.length).toBeLessThan(500_000 + 125_000);
        expect(read.filter((texts) => texts > 0)).toEqual([Math.min(25, rows.length - ids.length)]);
        ids.push(...lines.map(([id]) => Number(id)));
        after = part.endKey as AuditKeyset;
        hasMore = part.hasMore;
      }
      expect(ids).toEqual(rows.map(({ id }) => id).reverse());
    });

    test('others have their turn while a part of many events is put together', async () => {
      const database = await openTestDatabase(await locate());
      await fillAuditTrail(
        database,
        Array.from({ length: 1000 }, (_, index) => ({ at: new Date(START_MS + index) })),
      );
      const turns = countTurns();
      const part = await new AuditRecords(database.em).csvPart({}, undefined);
      expect([part.rows, part.hasMore]).toEqual([1000, false]);
      expect(turns()).toBeGreaterThanOrEqual((1000 / 25 - 1) * TURNS_BETWEEN);
    });

    test('others have their turn between the slices of a long search, also work that waits for many turns', async () => {
      const database = await openTestDatabase(await locate());
      const at = new Date(START_MS);
      // Each kind has one row more than fits in a slice.
      const pair = [
        { at, username: 'bot', door: 'form' },
        { at, username: 'ana', door: 'token' },
      ];
      await fillAuditTrail(database, Array.from({ length: 5001 }, () => pair).flat());
      const turns = countTurns();
      const { items } = await new AuditRecords(database.em).page(
        { username: 'bot', door: 'token' },
        { first: 50, after: undefined },
      );
      expect(items).toEqual([]);
      expect(turns()).toBeGreaterThanOrEqual(TURNS_BETWEEN);
    });
  });
}

/** Counts turns of the event loop from now on. @returns a function that stops and returns the count. */
function countTurns(): () => number {
  let turns = 0;
  let isCounting = true;
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  return () => {
    isCounting = false;
    return turns;
  };
}
