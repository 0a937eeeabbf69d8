import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase, postgresql } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '013-process-minutes';

const AT = new Date('2026-01-02T03:04:05.678Z');

type Sql = (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

const INSERT = `insert into outbox_mails (message_id, user_id, language, state, queued_at, next_try_at, tried_until)
  values (?, ?, 'pt', ?, ?, ?, ?)`;

/** Creates a database of the previous version with three mails, the newest of which was deleted. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const sql = sqlOf(em);
    const at = timeFor(location);
    for (const [id, state] of [
      ['<one@example.com>', 'sent'],
      ['<two@example.com>', 'waiting'],
      ['<three@example.com>', 'failed'],
    ] as const) {
      await sql(INSERT, [id, 7, state, at, at, at]);
    }
    await sql("delete from outbox_mails where message_id = '<three@example.com>'");
  });
}

function sqlOf(em: SqlEntityManager): Sql {
  return (statement, values = []) => em.fork().execute(statement, [...values]) as Promise<Record<string, unknown>[]>;
}

function timeFor({ kind }: DatabaseLocation): unknown {
  return kind === 'sqlite' ? AT.getTime() : AT;
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the outbox of every channel on ${name} (decision 017)`, () => {
    test('holds the mails of the version before, which keep their numbers, and gives out none again', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em } = await openTestDatabase(location);
      expect(await em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } })).toMatchObject([
        {
          id: 1,
          messageId: '<one@example.com>',
          userId: 7,
          state: 'sent',
          queue: 'mail',
          channelId: null,
          queuedAt: AT,
        },
        { id: 2, messageId: '<two@example.com>', userId: 7, state: 'waiting', nextTryAt: AT, batch: null },
      ]);
      const unit = em.fork();
      const time = { queuedAt: AT, nextTryAt: AT, triedUntil: AT };
      const added = unit.create(OutboxMessage, { messageId: '<four@example.com>', userId: 8, language: 'pt', ...time });
      await unit.flush();
      expect(added.id).toBe(4);
    });

    test('can be undone with messages in it, and done again: the mails stay, what is for channels goes', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      const unit = em.fork();
      const time = { queuedAt: AT, nextTryAt: AT, triedUntil: AT };
      unit.create(OutboxMessage, { messageId: 'a', channelId: 3, queue: 'http', language: 'pt', ...time });
      await unit.flush();
      await migrator.down({ to: BEFORE });
      const sql = sqlOf(em as SqlEntityManager);
      expect(await sql('select id, message_id from outbox_mails order by id')).toEqual([
        { id: 1, message_id: '<one@example.com>' },
        { id: 2, message_id: '<two@example.com>' },
      ]);
      await migrator.up();
      expect(await em.fork().count(OutboxMessage)).toBe(2);
    });
  });
}

describe.runIf(postgresql.available)('a node of the version before, beside this one (promise 50, decision 017)', () => {
  /** Runs statements that a node of the previous version sends to its mail table, with the columns of that version. */
  const open = async () => {
    const location = await (postgresql as NonNullable<typeof postgresql>).locateEmpty();
    await fillVersionBefore(location);
    const { em } = await openTestDatabase(location);
    const unit = em.fork();
    const past = { queuedAt: AT, nextTryAt: AT, triedUntil: AT, language: 'pt' };
    for (const state of ['waiting', 'failed', 'sent', 'cancelled'] as const) {
      const settledAt = state === 'waiting' ? null : AT;
      unit.create(OutboxMessage, {
        messageId: state,
        channelId: 3,
        queue: 'http',
        state,
        settledAt,
        tries: 1,
        ...past,
      });
    }
    await unit.flush();
    const channelMessages = async () =>
      (await em.fork().find(OutboxMessage, { channelId: 3 }, { orderBy: { id: 'asc' } })).map(
        ({ messageId, state, tries, claimedUntil }) => [messageId, state, tries, claimedUntil],
      );
    return { em, sql: sqlOf(em as SqlEntityManager), channelMessages, before: await channelMessages() };
  };

  test('queues mails, which this version sends', async () => {
    const { em, sql } = await open();
    const rows = await sql(`${INSERT} returning id, state, tries, detail`, ['<new@x>', 9, 'waiting', AT, AT, AT]);
    expect(rows).toEqual([{ id: expect.any(Number), state: 'waiting', tries: 0, detail: '' }]);
    expect(await em.fork().findOne(OutboxMessage, { messageId: '<new@x>' })).toMatchObject({
      queue: 'mail',
      userId: 9,
      channelId: null,
    });
  });

  test('lists, claims, retries and deletes mails, and nothing that is for a channel', async () => {
    const { em, sql, channelMessages, before } = await open();
    expect(await sql('select id, state from outbox_mails order by id desc')).toEqual([
      { id: 2, state: 'waiting' },
      { id: 1, state: 'sent' },
    ]);
    const claim = await sql(
      `update outbox_mails set claimed_until = now() + interval '90 seconds', tries = 1
       where state = 'waiting' and next_try_at <= now() and (claimed_until is null or claimed_until <= now()) returning id`,
    );
    expect(claim).toEqual([{ id: 2 }]);
    await sql("update outbox_mails set state = 'waiting', tries = 0 where state = 'failed' or tries > 0");
    await sql('delete from outbox_mails where user_id = 404');
    // Deletes old rows as that version does, by row address (`ctid`).
    await sql(
      `delete from outbox_mails where ctid = any(array(
         select ctid from outbox_mails where state = 'sent' limit 500))`,
    );
    expect(await sql('select id from outbox_mails')).toEqual([{ id: 2 }]);
    await sql('delete from outbox_mails');
    expect(await channelMessages()).toEqual(before);
    expect(await em.fork().count(OutboxMessage)).toBe(4);
  });
});
