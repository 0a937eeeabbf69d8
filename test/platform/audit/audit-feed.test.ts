import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import { AuditFeed, POLL_MS } from '../../../src/platform/audit/audit-feed.js';
import type { UnitOfWork } from '../../../src/platform/db/database.js';
import { type DatabaseKind, databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

async function startFeed({ locate }: DatabaseKind) {
  const { em } = await openTestDatabase(await locate());
  const clock = new FakeClock();
  const given: string[] = [];
  const published: unknown[] = [];
  const failures: unknown[] = [];
  let hear: (id: unknown) => void = () => {};
  let gap = () => {};
  let subscribers = 1;
  let statements = 0;
  let breaks = false;
  const counting = {
    fork: () => {
      if (breaks) throw new Error('The database is away');
      const unit = em.fork() as SqlEntityManager;
      const count = <T>(rows: T) => {
        statements += 1;
        return rows;
      };
      return {
        execute: (...args: Parameters<SqlEntityManager['execute']>) => unit.execute(...args).then(count),
        find: (...args: Parameters<typeof unit.find>) => unit.find(...args).then(count),
      };
    },
  };
  const feed = new AuditFeed({
    em: counting as unknown as UnitOfWork,
    clock,
    events: {
      publish: (topic, id) => published.push([topic, id]),
      subscribe: (_topic, listener) => {
        hear = listener;
      },
      onGap: (listener) => {
        gap = listener;
      },
    },
    publish: ({ id, username }) => given.push(`${id} ${username}`),
    isWanted: () => subscribers > 0,
    report: (error) => {
      failures.push(error);
      return '';
    },
  });
  onTestFinished(feed.start());
  const row = (id: number) => ({
    id,
    // Uses the writing process's clock.
    at: new Date(2026, 0, 1, 0, -id),
    event: 'login',
    result: 'success',
    door: 'cli',
    address: '',
    username: `u${id}`,
    actor: '',
  });
  return {
    feed,
    given,
    published,
    failures,
    row,
    /** Inserts these rows as another process would. */
    write: (...ids: number[]) => em.fork().insertMany(AuthenticationEvent, ids.map(row)),
    hear: (id: unknown) => hear(id),
    gap: () => gap(),
    look: () => clock.advance({ ms: POLL_MS }),
    advance: (seconds: number) => clock.advance({ seconds }),
    setSubscribers: (count: number) => {
      subscribers = count;
    },
    setBroken: (broken: boolean) => {
      breaks = broken;
    },
    /** Number of statements that have been answered. */
    statements: () => statements,
  };
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`the events of all processes, on ${kind.name} (promises 30, 50)`, () => {
    test('those that others wrote are given out once, whether told of, found, or both', async () => {
      const feed = await startFeed(kind);
      await feed.write(1, 2);
      feed.feed.follow();
      await expect.poll(feed.statements).toBe(1);
      await feed.write(3, 4, 5);
      feed.hear(4);
      feed.hear(4);
      await expect.poll(() => feed.given).toEqual(['4 u4']);
      await feed.look();
      await expect.poll(() => feed.given).toEqual(['4 u4', '3 u3', '5 u5']);
      feed.hear(3);
      feed.hear(5);
      feed.gap();
      await feed.look();
      await feed.write(6);
      feed.gap();
      await expect.poll(() => feed.given).toEqual(['4 u4', '3 u3', '5 u5', '6 u6']);
    });

    test('one that is recorded while the first subscribes is given out, though the first look has found it', async () => {
      const feed = await startFeed(kind);
      await feed.write(1, 2, 3);
      feed.feed.follow();
      feed.hear(2);
      await expect.poll(() => feed.given).toEqual(['2 u2']);
      feed.hear(3);
      await expect.poll(() => feed.given).toEqual(['2 u2', '3 u3']);
      feed.hear(3);
      await feed.look();
      await feed.write(4);
      await feed.look();
      await expect.poll(() => feed.given).toEqual(['2 u2', '3 u3', '4 u4']);
    });

    test('an own one is given out at once and told of; that a look was faster does not repeat it', async () => {
      const feed = await startFeed(kind);
      feed.feed.follow();
      await expect.poll(feed.statements).toBe(1);
      feed.feed.take({ ...feed.row(1) });
      expect([feed.given, feed.published]).toEqual([['1 u1'], [['audit', 1]]]);
      await feed.write(1, 2);
      await feed.look();
      await expect.poll(() => feed.given).toEqual(['1 u1', '2 u2']);
      feed.feed.take({ ...feed.row(2) });
      expect(feed.given).toEqual(['1 u1', '2 u2']);
    });

    test('a lower id that is committed after higher ones is not missed, and none is given out twice for it', async () => {
      const feed = await startFeed(kind);
      feed.feed.follow();
      await expect.poll(feed.statements).toBe(1);
      const expected: string[] = [];
      for (let id = 100; id < 3000; id += 100) {
        await feed.write(id, id + 1);
        // Inserts a row as if by a transaction that began four polls ago.
        if (id > 500) await feed.write(id - 395);
        if (id > 500) expected.push(`${id - 395} u${id - 395}`);
        expected.push(`${id} u${id}`, `${id + 1} u${id + 1}`);
        await feed.look();
        await expect.poll(() => feed.given).toEqual(expected);
      }
    });

    test('what was committed while the database did not answer is found afterwards, however long that took', async () => {
      const feed = await startFeed(kind);
      feed.feed.follow();
      await expect.poll(feed.statements).toBe(1);
      await feed.write(10);
      await feed.look();
      await expect.poll(() => feed.given).toEqual(['10 u10']);
      feed.setBroken(true);
      await feed.write(9, 11);
      feed.hear(11);
      await feed.advance(600);
      expect(feed.failures.length).toBeGreaterThan(0);
      feed.setBroken(false);
      await feed.look();
      await expect.poll(() => feed.given).toEqual(['10 u10', '9 u9', '11 u11']);
    });

    test('nothing is read while nobody is subscribed, and who comes later gets nothing of before', async () => {
      const feed = await startFeed(kind);
      await feed.write(1);
      feed.hear(1);
      await feed.advance(60);
      expect(feed.statements()).toBe(0);
      feed.feed.follow();
      await expect.poll(feed.statements).toBe(1);
      feed.setSubscribers(0);
      await feed.look();
      await feed.write(2);
      feed.hear(2);
      await feed.advance(60);
      expect(feed.statements()).toBe(1);
      feed.setSubscribers(1);
      feed.feed.follow();
      await expect.poll(feed.statements).toBe(2);
      await feed.write(3);
      await feed.look();
      await expect.poll(() => feed.given).toEqual(['3 u3']);
    });

    test('a look gives out the newest 2,000 and no more; what is no id is passed over', async () => {
      const feed = await startFeed(kind);
      feed.feed.follow();
      await expect.poll(feed.statements).toBe(1);
      for (let begin = 1; begin <= 2500; begin += 500) {
        await feed.write(...Array.from({ length: 500 }, (_, index) => begin + index));
      }
      for (const payload of ['1', '1 or true', 1.5, -1, 2 ** 40, null, { id: 1 }]) feed.hear(payload);
      await feed.look();
      await expect.poll(() => feed.given.length).toBe(2000);
      expect([feed.given[0], feed.given.at(-1)]).toEqual(['501 u501', '2500 u2500']);
      expect(feed.failures).toEqual([]);
    });
  });
}
