import { describe, expect, onTestFinished, test } from 'vitest';
import { createDeleter } from '../../../src/platform/db/delete-in-slices.js';
import { AccountMails } from '../../../src/platform/mail/account-mails.js';
import type { Mail, Mailer } from '../../../src/platform/mail/mailer.js';
import { NotSent, Rejected } from '../../../src/platform/outbox/delivery-failure.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { OutboxMessage } from '../../../src/platform/outbox/outbox-message.entity.js';
import { OutboxWorker } from '../../../src/platform/outbox/outbox-worker.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { claimsOn } from '../../support/outbox.js';

type Database = Awaited<ReturnType<typeof openTestDatabase>>;

/** A provider whose answers the test controls. */
class FakeMailer implements Mailer {
  readonly sent: Mail[] = [];
  readonly tried: { at: Date; mail: Mail }[] = [];
  answer: (mail: Mail, signal: AbortSignal) => void | Promise<void> = () => {};

  constructor(private readonly clock: FakeClock) {}

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    this.tried.push({ at: this.clock.now(), mail });
    await this.answer(mail, signal);
    this.sent.push(mail);
  }
}

function outboxOn({ em }: Database, clock = new FakeClock()) {
  const lines: object[] = [];
  const logger = {
    log: (level: string, message: string, fields = {}) => void lines.push({ level, message, ...fields }),
  };
  const outbox = new Outbox({ em, clock, deleteRows: createDeleter({ em, clock }) });
  const mailer = new FakeMailer(clock);
  /** Creates another process's worker, which is not notified of queued messages. */
  const worker = (announced: Pick<Outbox, 'whenAnnounced'> = { whenAnnounced: () => {} }, to: Mailer = mailer) => {
    const { claims, limits } = claimsOn({ em }, clock);
    const mails = new AccountMails({
      claims,
      limits,
      mailer: to,
      write: async ({ userId }) =>
        userId === null || userId === 404
          ? null
          : {
              to: userId < 1000 ? `user${userId}@example.com` : 'same@example.com',
              subject: 's',
              text: 't',
              html: 'h',
            },
      logger,
    });
    const made = new OutboxWorker({
      queue: 'mail',
      atOnce: 1,
      reserved: 0,
      pauseSeconds: 30,
      outbox: announced,
      claims,
      deliver: (message, signal) => mails.deliver(message, signal),
      clock,
      logger,
      report: () => 'an-id',
    });
    onTestFinished(() => made.stop());
    return made;
  };
  const queue = async (...userIds: number[]) => {
    await em.fork().transactional(async (unit) => {
      for (const userId of userIds) outbox.put(unit, { userId, language: 'pt', domain: 'example.com' });
    });
    outbox.announce();
  };
  const rows = () => em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } });
  const row = async () => (await rows())[0] as OutboxMessage;
  const retry = (id: number) => em.fork().transactional((unit) => outbox.retry(unit, id));
  const retryAll = () => em.fork().transactional((unit) => outbox.retryAll(unit));
  return { clock, outbox, mailer, worker, queue, retry, retryAll, rows, row, lines };
}

/** The migration before the one that adds mail recipients, for each kind of database. */
const BEFORE = { SQLite: '009-bounded-names', PostgreSQL: '009-bounded-names' } as const;

const later = () => {
  throw new NotSent('no_connection', 'ECONNREFUSED');
};

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the outbox on ${name} (contract 7, promise 35)`, () => {
    const open = async () => outboxOn(await openTestDatabase(await locate()));

    test('a mail that is queued in this process is sent at once, with the Message-ID that it was given then', async () => {
      const { outbox, mailer, worker, queue, rows, row, clock } = await open();
      worker(outbox).start();
      await queue(7);
      const { messageId } = await row();
      expect(messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
      await expect.poll(async () => (await row()).state).toBe('sent');
      expect(mailer.sent).toMatchObject([{ messageId, to: 'user7@example.com', date: clock.now() }]);
      expect(await rows()).toMatchObject([
        { tries: 1, settledAt: clock.now(), claimedUntil: null, reason: null, userId: 7 },
      ]);
    });

    test('what another process has queued is found by the clock, every five seconds', async () => {
      const { mailer, worker, queue, clock } = await open();
      worker().start();
      await clock.advance({ seconds: 1 });
      await queue(7);
      await clock.advance({ ms: 3999 });
      expect(mailer.tried).toEqual([]);
      await clock.advance({ ms: 1 });
      await expect.poll(() => mailer.sent).toHaveLength(1);
    });

    test('many workers send each of many mails once', async () => {
      const { mailer, worker, queue, rows } = await open();
      await queue(...Array(20).keys());
      for (let count = 0; count < 4; count += 1) worker().start();
      await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(Array(20).fill('sent'));
      expect(new Set(mailer.tried.map(({ mail }) => mail.to)).size).toBe(20);
      expect(mailer.tried).toHaveLength(20);
    });

    test('many workers send an address one of many mails, and forget the others (promise 45)', async () => {
      const { mailer, worker, queue, rows, lines } = await open();
      await queue(...Array.from({ length: 20 }, (_, index) => 1000 + index));
      for (let count = 0; count < 4; count += 1) worker().start();
      await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['sent']);
      expect(mailer.tried).toHaveLength(1);
      const message = 'Mail not sent: its address has reached the hourly limit';
      const forgotten = { level: 'info', message, kind: 'welcome' };
      await expect
        .poll(() => lines.filter((line) => 'message' in line && line.message === forgotten.message))
        .toHaveLength(19);
      expect(lines).toContainEqual({ ...forgotten, mail: expect.any(Number), userId: expect.any(Number) });
    });

    test('of mails to one address that are about to be tried at once, one is', async () => {
      const { em } = await openTestDatabase(await locate());
      const { queue, rows, clock } = outboxOn({ em } as Database);
      const { claims, limits } = claimsOn({ em }, clock);
      await queue(...Array(10).keys());
      const claimed = [];
      for (let mail = await claims.next('mail'); mail; mail = await claims.next('mail')) claimed.push(mail);
      const outcomes = await Promise.all(claimed.map((mail) => limits.reserve(mail, 'one')));
      expect(outcomes.sort()).toEqual([...Array(9).fill('deleted'), 'send']);
      expect(await rows()).toMatchObject([{ recipient: 'one', triedAt: clock.now() }]);
    });

    test('a turn of a claim that has run out is not taken', async () => {
      const { em } = await openTestDatabase(await locate());
      const { queue, row, clock } = outboxOn({ em } as Database);
      const { claims, limits } = claimsOn({ em }, clock);
      await queue(7);
      const late = await claims.next('mail');
      await clock.advance({ seconds: 90 });
      const next = await claims.next('mail');
      if (!late || !next) throw new Error('there was none');
      await expect(limits.reserve(late, 'one')).rejects.toBeInstanceOf(NotSent);
      expect((await row()).recipient).toBeNull();
      expect(await limits.reserve(next, 'one')).toBe('send');
    });

    test('mails of the version before, sent and waiting, are there after the update', async () => {
      const database = await openTestDatabase(await locate());
      const { mailer, outbox, worker, rows, clock } = outboxOn(database);
      await database.migrator.down({ to: BEFORE[name as keyof typeof BEFORE] });
      const now = name === 'SQLite' ? String(clock.now().getTime()) : `'${clock.now().toISOString()}'`;
      const row = (id: number, state: string) =>
        `('<${id}@example.com>', ${id}, 'pt', '${state}', 1, ${now}, ${now}, ${now})`;
      await database.em.getConnection().execute(
        `insert into outbox_mails (message_id, user_id, language, state, tries, queued_at, next_try_at, tried_until)
         values ${row(1, 'sent')}, ${row(2, 'waiting')}`,
      );
      await database.migrator.up();
      expect(await rows()).toMatchObject([
        { userId: 1, state: 'sent', recipient: null, triedAt: null },
        { userId: 2, state: 'waiting', queuedAt: clock.now() },
      ]);
      worker(outbox).start();
      await expect.poll(() => mailer.sent).toMatchObject([{ messageId: '<2@example.com>', to: 'user2@example.com' }]);
    });

    test('it is tried for a day: after a minute, twice as long each time up to two hours, and a last time at its end', async () => {
      const { mailer, outbox, worker, queue, row, clock, lines } = await open();
      mailer.answer = later;
      const begin = clock.now().getTime();
      worker(outbox).start();
      await queue(7);
      /** Returns the number of tries so far, or false during a try. */
      const triesSoFar = async () => {
        const { claimedUntil, tries } = await row();
        return claimedUntil === null && tries;
      };
      for (let tries = 1; (await row()).state === 'waiting'; tries += 1) {
        await expect.poll(triesSoFar).toBe(tries);
        const { state, nextTryAt } = await row();
        if (state === 'failed') break;
        const waitMs = nextTryAt.getTime() - clock.now().getTime();
        // The worker polls every five seconds and never sends early.
        await clock.sleep({ minutes: (waitMs - 5000) / 60_000 });
        expect(mailer.tried).toHaveLength(tries);
        await clock.advance({ seconds: 5 });
        await expect.poll(() => mailer.tried.length).toBe(tries + 1);
      }
      const minutes = mailer.tried.map(({ at }) => Math.floor((at.getTime() - begin) / 60_000));
      expect(minutes).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 247, 367, 487, 607, 727, 847, 967, 1087, 1207, 1327, 1440]);
      expect(new Set(mailer.tried.map(({ mail }) => mail.messageId)).size).toBe(1);
      expect(await row()).toMatchObject({
        state: 'failed',
        tries: 19,
        reason: 'no_connection',
        detail: 'ECONNREFUSED',
      });
      await expect.poll(() => lines.at(-1)).toMatchObject({ level: 'warn', message: 'Mail not sent: giving up' });
      await clock.sleep({ minutes: 48 * 60 });
      expect(mailer.tried).toHaveLength(19);
    });

    test('a rejection for good is recorded at once, with its reason, and is not tried again', async () => {
      const { mailer, outbox, worker, queue, rows, clock } = await open();
      mailer.answer = ({ to }) => {
        if (to === 'user7@example.com') throw new Rejected('refused', 'RCPT TO: 550 No');
      };
      worker(outbox).start();
      await queue(7, 8);
      await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['failed', 'sent']);
      expect(await rows()).toMatchObject([
        { reason: 'refused', detail: 'RCPT TO: 550 No', tries: 1 },
        { reason: null, detail: '' },
      ]);
      await clock.sleep({ minutes: 24 * 60 });
      expect(mailer.tried).toHaveLength(2);
    });

    test('what lies with one mail holds up no other; what lies with the provider lets all rest for half a minute', async () => {
      const { mailer, outbox, worker, queue, rows, clock } = await open();
      mailer.answer = ({ to }) => {
        if (to === 'user1@example.com') throw new NotSent('put_off', 'RCPT TO: 450 Later');
        if (to === 'user2@example.com') later();
      };
      worker(outbox).start();
      await queue(1, 2, 3);
      await expect.poll(async () => (await rows())[1]?.reason).toBe('no_connection');
      await clock.advance({ seconds: 25 });
      expect(mailer.tried.map(({ mail }) => mail.to)).toEqual(['user1@example.com', 'user2@example.com']);
      await clock.advance({ seconds: 5 });
      await expect.poll(() => mailer.sent.map(({ to }) => to)).toEqual(['user3@example.com']);
    });

    test('a mail of a process that was killed is sent by another, but not before its claim has run out', async () => {
      const database = await openTestDatabase(await locate());
      const { mailer, worker, queue, rows, clock } = outboxOn(database);
      await queue(7, 8);
      await claimsOn(database, clock).claims.next('mail');
      worker().start();
      const states = async () => (await rows()).map(({ state, tries }) => `${state} ${tries}`);
      await expect.poll(states).toEqual(['waiting 1', 'sent 1']);
      await clock.advance({ ms: 89_999 });
      expect(mailer.tried).toHaveLength(1);
      await clock.advance({ seconds: 5 });
      await expect.poll(states).toEqual(['sent 2', 'sent 1']);
    });

    test('a claim of 90 seconds that has run out passes to another process, and the first one changes nothing when it comes back late', async () => {
      const { em } = await openTestDatabase(await locate());
      const { queue, row, clock } = outboxOn({ em } as Database);
      const { claims } = claimsOn({ em }, clock);
      await queue(7);
      const first = await claims.next('mail');
      if (!first) throw new Error('there was none');
      await clock.advance({ ms: 89_999 });
      expect(await claims.next('mail')).toBeUndefined();
      await clock.advance({ ms: 1 });
      const second = await claims.next('mail');
      if (!second) throw new Error('there was none');
      expect([second.id, second.messageId, second.tries]).toEqual([first.id, first.messageId, 2]);
      await claims.failed(first, { reason: 'refused', detail: 'late' });
      expect(await row()).toMatchObject({ state: 'waiting', reason: null });
      await claims.sent(second);
      expect((await row()).state).toBe('sent');
    });

    test('a try that takes over a minute is left, and the mail tried again', async () => {
      const { mailer, outbox, worker, queue, row, clock } = await open();
      mailer.answer = (_mail, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
      worker(outbox).start();
      await queue(7);
      await expect.poll(() => mailer.tried).toHaveLength(1);
      await clock.advance({ ms: 59_999 });
      expect((await row()).reason).toBeNull();
      await clock.advance({ ms: 1 });
      await expect.poll(async () => (await row()).reason).toBe('too_slow');
    });

    test('a mail that is under way when the service stops is given back as it was', async () => {
      const { mailer, outbox, worker, queue, row } = await open();
      mailer.answer = (_mail, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
      const stopped = worker(outbox);
      stopped.start();
      await queue(7, 8);
      await expect.poll(() => mailer.tried).toHaveLength(1);
      await stopped.stop();
      expect(await row()).toMatchObject({ state: 'waiting', tries: 0, claimedUntil: null });
      mailer.answer = () => {};
      worker(outbox).start();
      await expect.poll(() => mailer.sent).toHaveLength(2);
    });

    test('a mail to an account that is gone is dropped', async () => {
      const { mailer, outbox, worker, queue, rows } = await open();
      worker(outbox).start();
      await queue(404);
      await expect.poll(rows).toEqual([]);
      expect(mailer.tried).toEqual([]);
    });

    test('an unexpected failure is reported, and the mail tried again', async () => {
      const { mailer, outbox, worker, queue, row, lines } = await open();
      mailer.answer = () => {
        throw new Error('a secret detail');
      };
      worker(outbox).start();
      await queue(7);
      await expect.poll(row).toMatchObject({ reason: 'unexpected', detail: 'an-id' });
      expect(JSON.stringify(lines)).not.toContain('secret');
    });

    test('what failed can be tried again, one or all, for another day; what was sent cannot', async () => {
      const { mailer, outbox, worker, queue, retry, retryAll, rows, clock } = await open();
      mailer.answer = ({ to }) => {
        if (to === 'user2@example.com') throw new NotSent('put_off', 'RCPT TO: 450 Later');
        if (to !== 'user3@example.com') throw new Rejected('refused', 'RCPT TO: 550 No');
      };
      const postman = worker(outbox);
      postman.start();
      await queue(1, 2, 3, 4);
      const states = async () => (await rows()).map(({ state, tries }) => `${state} ${tries}`);
      await expect.poll(states).toEqual(['failed 1', 'waiting 1', 'sent 1', 'failed 1']);
      postman.beginShutdown();
      await clock.advance({ seconds: 1 });
      const [first, , third] = await rows();
      await retry(first?.id ?? 0);
      expect(await states()).toEqual(['waiting 0', 'waiting 1', 'sent 1', 'failed 1']);
      expect((await rows())[0]?.triedUntil).toEqual(new Date(clock.now().getTime() + 86_400_000));
      for (const id of [third?.id ?? 0, 999]) await expect(retry(id)).rejects.toThrow('There is no unsent e-mail');
      expect(await retryAll()).toBe(2);
      expect(await retryAll()).toBe(0);
      mailer.answer = () => {};
      postman.start();
      await expect.poll(states).toEqual(['sent 1', 'sent 1', 'sent 1', 'sent 1']);
      expect(new Set(mailer.tried.map(({ mail }) => mail.messageId)).size).toBe(4);
    });

    test('a mail that is being sent is not tried a second time by a retry', async () => {
      const { mailer, outbox, worker, queue, retry, retryAll, row, clock } = await open();
      const answered = Promise.withResolvers<void>();
      mailer.answer = () => answered.promise;
      worker(outbox).start();
      worker().start();
      await queue(7);
      await expect.poll(() => mailer.tried).toHaveLength(1);
      expect(await retryAll()).toBe(0);
      expect(await retry((await row()).id)).toMatchObject({ state: 'waiting', tries: 1 });
      await clock.advance({ seconds: 30 });
      answered.resolve();
      await expect.poll(async () => (await row()).state).toBe('sent');
      expect(mailer.tried).toHaveLength(1);
    });

    test('sent mails are stored for two weeks, failed ones for three months, waiting ones for ever', async () => {
      const { mailer, outbox, worker, queue, rows, clock } = await open();
      mailer.answer = ({ to }) => {
        if (to === 'user2@example.com') throw new Rejected('refused');
        if (to === 'user3@example.com') later();
      };
      const postman = worker(outbox);
      postman.start();
      await queue(1, 2, 3);
      const states = async () => (await rows()).map(({ state }) => state);
      await expect.poll(async () => (await rows()).at(-1)?.reason).not.toBeNull();
      postman.beginShutdown();
      const prunedAfter = async (days: number) => {
        await clock.advance({ minutes: days * 24 * 60 });
        await outbox.prune();
        return states();
      };
      await clock.advance({ ms: -1 });
      expect(await prunedAfter(14)).toEqual(['sent', 'failed', 'waiting']);
      await clock.advance({ ms: 1 });
      expect(await prunedAfter(0)).toEqual(['failed', 'waiting']);
      await clock.advance({ ms: -1 });
      expect(await prunedAfter(76)).toEqual(['failed', 'waiting']);
      await clock.advance({ ms: 1 });
      expect(await prunedAfter(0)).toEqual(['waiting']);
    });
  });
}
