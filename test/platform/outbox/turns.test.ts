import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../../src/platform/db/database.js';
import { createDeleter } from '../../../src/platform/db/delete-in-slices.js';
import { NotSent } from '../../../src/platform/outbox/delivery-failure.js';
import type { ClaimedMessage } from '../../../src/platform/outbox/message-claims.js';
import { Outbox, type QueuedChannelMessage } from '../../../src/platform/outbox/outbox.js';
import { type MailKind, OutboxMessage, Priority } from '../../../src/platform/outbox/outbox-message.entity.js';
import { OutboxWorker, type QueueRules } from '../../../src/platform/outbox/outbox-worker.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { claimsOn } from '../../support/outbox.js';

const { URGENT, PROMPT, BULK } = Priority;

/** Three senders, one of which is reserved for urgent messages. */
const RULES: QueueRules = { queue: 'push', atOnce: 3, reserved: 1, pauseSeconds: 30 };

const silence = () => {
  throw new NotSent('too_slow', '', 0, true);
};

/** Creates several processes that send push messages to browsers. */
function pushOn({ em }: Pick<Database, 'em'>) {
  const clock = new FakeClock();
  const outbox = new Outbox({ em, clock, deleteRows: createDeleter({ em, clock }) });
  const tried: string[] = [];
  const underWay: string[] = [];
  let answer: (message: ClaimedMessage) => void | Promise<void> = () => {};
  const deliver = async (message: ClaimedMessage) => {
    tried.push(message.messageId);
    underWay.push(message.receiver);
    try {
      await answer(message);
      return '';
    } finally {
      underWay.splice(underWay.indexOf(message.receiver), 1);
    }
  };
  const startWorker = (rules: Partial<QueueRules> = {}, claims = claimsOn({ em }, clock).claims) => {
    const worker = new OutboxWorker({
      ...{ ...RULES, ...rules, outbox, deliver, clock, claims },
      logger: { log: () => {} },
      report: () => 'an-id',
    });
    onTestFinished(() => worker.stop());
    worker.start();
  };
  /** Queues named messages in order; by default, each goes to a separate host. */
  const put = async (...messages: readonly (Partial<QueuedChannelMessage> & { messageId: string })[]) => {
    const base = { channelId: 1, queue: 'push', batch: randomUUID(), address: '1', language: 'pt' } as const;
    const rows = messages.map((each) => ({
      ...{ ...base, priority: PROMPT, turn: 0, receiver: `${each.messageId}.example` },
      ...each,
    }));
    await em.fork().transactional((unit) => outbox.putForChannel(unit, rows));
    outbox.announce();
  };
  const rows = () => em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } });
  const whenDone = () =>
    expect.poll(async () => (await rows()).every(({ claimedUntil, tries }) => !claimedUntil && tries > 0)).toBe(true);
  return {
    ...{ clock, outbox, tried, underWay, startWorker, put, rows, whenDone },
    answersWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

/** Creates an answer that the test releases. */
function held() {
  const ends: (() => void)[] = [];
  return { answer: () => new Promise<void>((resolve) => ends.push(resolve)), ends };
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`turns in the outbox on ${name} (promise 53)`, () => {
    const open = async () => pushOn(await openTestDatabase(await locate()));

    test('urgent messages go first, then by turn, then by how long they have been due', async () => {
      const { put, startWorker, tried, whenDone } = await open();
      await put(
        { messageId: 'bulk', priority: BULK },
        { messageId: 'second of one', turn: 1 },
        { messageId: 'first of one', turn: 0 },
        { messageId: 'first of another', turn: 0 },
        { messageId: 'second of staff', priority: URGENT, turn: 1 },
        { messageId: 'staff', priority: URGENT },
      );
      startWorker({ atOnce: 1, reserved: 0 });
      await whenDone();
      expect(tried).toEqual(['staff', 'second of staff', 'first of one', 'first of another', 'second of one', 'bulk']);
    });

    test('mails are ordered by what they are about', async () => {
      const database = await openTestDatabase(await locate());
      const { outbox, clock } = pushOn(database);
      const kinds: MailKind[] = ['welcome', 'invitation', 'password_reset', 'address_changed', 'codes_refused'];
      const unit = database.em.fork();
      for (const kind of kinds) outbox.put(unit, { kind, userId: 7, language: 'pt', domain: 'example.com' });
      await unit.flush();
      const alert = { channelId: 1, queue: 'mail', priority: URGENT, turn: 0, receiver: '', batch: 'b' } as const;
      await outbox.putForChannel(database.em.fork(), [
        { ...alert, messageId: '<alert@example.com>', address: 'a@example.com', language: 'pt' },
      ]);
      const { claims } = claimsOn(database, clock);
      const order: string[] = [];
      for (let mail = await claims.next('mail'); mail; mail = await claims.next('mail')) {
        order.push(mail.channelId === null ? mail.kind : 'alert');
      }
      expect(order).toEqual(['alert', 'password_reset', 'address_changed', 'codes_refused', 'invitation', 'welcome']);
    });

    test('a host gets one at a time, from whatever process, and what waits for it holds up no other', async () => {
      const { put, startWorker, underWay, tried, answersWith } = await open();
      const { answer, ends } = held();
      answersWith(answer);
      for (let count = 0; count < 2; count += 1) startWorker();
      const toHost = (messageId: string) => ({ messageId, receiver: 'one.example' });
      await put(toHost('a'), toHost('b'), toHost('c'), { messageId: 'other' });
      await expect.poll(() => underWay.toSorted()).toEqual(['one.example', 'other.example']);
      for (const expected of [3, 4]) {
        for (const end of ends.splice(0)) end();
        // Triggers another look each time, since nothing notifies this process when another one frees its host.
        await expect
          .poll(async () => {
            await put();
            return tried.length;
          })
          .toBe(expected);
        expect(underWay).toEqual(['one.example']);
      }
      for (const end of ends) end();
    });

    test('messages that are not urgent use all senders but the reserved one, which an urgent message has at once', async () => {
      const { put, startWorker, underWay, tried, rows, answersWith } = await open();
      const { answer, ends } = held();
      answersWith((message) => (message.priority === URGENT ? undefined : answer()));
      startWorker();
      await put(...Array.from({ length: 20 }, (_, index) => ({ messageId: `silent${index}` })));
      await expect.poll(() => underWay).toHaveLength(2);
      await put({ messageId: 'staff', priority: URGENT }, { messageId: 'staff2', priority: URGENT });
      await expect.poll(async () => (await rows()).filter(({ state }) => state === 'sent').length).toBe(2);
      expect(tried).toEqual(['silent0', 'silent1', 'staff', 'staff2']);
      for (const end of ends.splice(0)) end();
      await expect.poll(() => underWay).toHaveLength(2);
      expect(tried).toHaveLength(6);
      answersWith(() => {});
      for (const end of ends) end();
      await expect.poll(async () => (await rows()).every(({ state }) => state === 'sent')).toBe(true);
    });

    test('urgent messages may use all senders', async () => {
      const { put, startWorker, underWay, answersWith } = await open();
      const { answer, ends } = held();
      answersWith(answer);
      startWorker();
      await put(...['a', 'b', 'c', 'd'].map((messageId) => ({ messageId, priority: URGENT })));
      await expect.poll(() => underWay).toHaveLength(3);
      for (const end of ends.splice(0)) end();
      await expect.poll(() => underWay).toHaveLength(1);
      for (const end of ends) end();
    });

    test('a failure that may lie with the provider lets urgent messages rest only if it was that of one', async () => {
      const { clock, put, startWorker, tried, answersWith, whenDone } = await open();
      answersWith(() => {
        throw new NotSent('no_connection');
      });
      startWorker();
      await put({ messageId: 'stranger' });
      await whenDone();
      await put({ messageId: 'stranger2' }, { messageId: 'staff', priority: URGENT });
      await expect.poll(() => tried).toEqual(['stranger', 'staff']);
      await put({ messageId: 'staff2', priority: URGENT });
      await clock.advance({ seconds: 29 });
      expect(tried).toEqual(['stranger', 'staff']);
      await clock.advance({ seconds: 5 });
      await expect.poll(() => tried.slice(0, 3)).toEqual(['stranger', 'staff', 'staff2']);
    });

    test('a receiver that says nothing is given up after the fifth try, and not after the fourth; for staff it is tried on', async () => {
      const { clock, put, startWorker, rows, answersWith } = await open();
      answersWith(silence);
      startWorker({ pauseSeconds: 0 });
      await put({ messageId: 'stranger' }, { messageId: 'staff', priority: URGENT });
      const tries = async () =>
        (await rows()).map((row) => (row.claimedUntil ? 'claimed' : `${row.state} ${row.tries}`));
      for (const [tried, minutes] of [1, 2, 4, 8].entries()) {
        await expect.poll(tries).toEqual(Array(2).fill(`waiting ${tried + 1}`));
        await clock.advance({ minutes });
      }
      await expect.poll(tries).toEqual(['failed 5', 'waiting 5']);
      expect((await rows())[0]).toMatchObject({ reason: 'too_slow' });
      await clock.advance({ minutes: 16 });
      await expect.poll(tries).toEqual(['failed 5', 'waiting 6']);
    });

    test('a receiver that cannot be reached is tried on: it may be our own network', async () => {
      const { clock, put, startWorker, rows, answersWith } = await open();
      answersWith(() => {
        throw new NotSent('too_slow');
      });
      startWorker({ pauseSeconds: 0 });
      await put({ messageId: 'away' });
      for (const [tried, minutes] of [1, 2, 4, 8].entries()) {
        await expect.poll(rows).toMatchObject([{ tries: tried + 1, claimedUntil: null }]);
        await clock.advance({ minutes });
      }
      await expect.poll(rows).toMatchObject([{ tries: 5, claimedUntil: null, state: 'waiting', turn: 5 }]);
    });

    test('what is queued while the only sender for it looks is found by it, though another looks for urgent ones', async () => {
      const { em } = await openTestDatabase(await locate());
      const { put, clock, tried, startWorker } = pushOn({ em });
      const { claims } = claimsOn({ em }, clock);
      const [whenLooked, whenReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const next = claims.next.bind(claims);
      let looks = 0;
      let ended = 0;
      vi.spyOn(claims, 'next').mockImplementation(async (...args) => {
        looks += 1;
        const isFirst = looks === 1;
        const found = await next(...args);
        if (isFirst) {
          whenLooked.resolve();
          await whenReleased.promise;
        }
        ended += 1;
        return found;
      });
      startWorker({ atOnce: 2 }, claims);
      await whenLooked.promise;
      await put({ messageId: 'a' });
      await expect.poll(() => ended).toBe(1);
      whenReleased.resolve();
      await expect.poll(() => tried).toEqual(['a']);
    });
  });
}
