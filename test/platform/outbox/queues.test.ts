import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDeleter } from '../../../src/platform/db/delete-in-slices.js';
import { NotSent, NotWanted } from '../../../src/platform/outbox/delivery-failure.js';
import type { ClaimedMessage } from '../../../src/platform/outbox/message-claims.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { OutboxMessage, Priority } from '../../../src/platform/outbox/outbox-message.entity.js';
import { OutboxWorker } from '../../../src/platform/outbox/outbox-worker.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { claimsOn } from '../../support/outbox.js';

type Database = Awaited<ReturnType<typeof openTestDatabase>>;

/** Creates several processes that send messages to HTTP channels. */
function httpOn({ em }: Database) {
  const clock = new FakeClock();
  const outbox = new Outbox({ em, clock, deleteRows: createDeleter({ em, clock }) });
  const tried: { readonly id: string; readonly atMs: number }[] = [];
  const underWay = new Map<number, number>();
  const most = { atOnce: 0, ofChannel: 0 };
  let answer: (message: ClaimedMessage) => Promise<string> = async () => '';
  const deliver = async (message: ClaimedMessage) => {
    tried.push({ id: message.messageId, atMs: clock.steady().getTime() });
    const channel = message.channelId as number;
    underWay.set(channel, (underWay.get(channel) ?? 0) + 1);
    most.ofChannel = Math.max(most.ofChannel, underWay.get(channel) ?? 0);
    most.atOnce = Math.max(
      most.atOnce,
      [...underWay.values()].reduce((sum, each) => sum + each, 0),
    );
    try {
      return await answer(message);
    } finally {
      underWay.set(channel, (underWay.get(channel) ?? 0) - 1);
    }
  };
  const startWorker = () => {
    const worker = new OutboxWorker({
      queue: 'http',
      atOnce: 4,
      reserved: 0,
      pauseSeconds: 0,
      outbox,
      claims: claimsOn({ em }, clock).claims,
      deliver,
      clock,
      logger: { log: () => {} },
      report: () => 'an-id',
    });
    onTestFinished(() => worker.stop());
    worker.start();
    return worker;
  };
  const put = async (...channelIds: number[]) => {
    await em.fork().transactional((unit) =>
      outbox.putForChannel(
        unit,
        channelIds.map((channelId) => ({
          channelId,
          queue: 'http',
          priority: Priority.URGENT,
          turn: 0,
          receiver: `host${channelId}.example`,
          batch: randomUUID(),
          messageId: randomUUID(),
          address: null,
          language: 'pt',
        })),
      ),
    );
    outbox.announce();
  };
  const rows = () => em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } });
  const states = async () => (await rows()).map(({ state, claimedUntil }) => (claimedUntil ? 'claimed' : state));
  return {
    clock,
    outbox,
    tried,
    most,
    put,
    rows,
    states,
    startWorker,
    answersWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`messages to channels in the outbox on ${name} (promise 46)`, () => {
    const open = async () => httpOn(await openTestDatabase(await locate()));

    test('have their day from when they are queued, however long they wait for the first try', async () => {
      const { clock, put, rows, startWorker, answersWith } = await open();
      answersWith(async () => {
        throw new NotSent('put_off', '500');
      });
      await put(1);
      const [queued] = await rows();
      await clock.sleep({ minutes: 20 * 60 });
      startWorker();
      await expect.poll(async () => (await rows())[0]).toMatchObject({ tries: 1, triedUntil: queued?.triedUntil });
    });

    test('are tried for a day: after a minute, twice as long each time up to half an hour, and a last time at its end', async () => {
      const { clock, tried, put, rows, startWorker, answersWith } = await open();
      answersWith(async () => {
        throw new NotSent('put_off', '500');
      });
      startWorker();
      const begin = clock.steady().getTime();
      await put(1);
      for (let tries = 1; ; tries += 1) {
        await expect.poll(async () => (await rows())[0]).toMatchObject({ tries, claimedUntil: null });
        const [message] = await rows();
        if (message?.state !== 'waiting') break;
        await clock.sleep({ minutes: (message.nextTryAt.getTime() - clock.steady().getTime() - 5000) / 60_000 });
        await clock.advance({ seconds: 5 });
      }
      const minutes = tried.map(({ atMs }) => Math.floor((atMs - begin) / 60_000));
      const halfHours = Array.from({ length: 47 }, (_, count) => 31 + 30 * count).filter((minute) => minute < 1440);
      expect(minutes).toEqual([0, 1, 3, 7, 15, ...halfHours, 1440]);
      expect(new Set(tried.map(({ id }) => id)).size).toBe(1);
      expect(await rows()).toMatchObject([{ state: 'failed', reason: 'put_off', detail: '500' }]);
    });

    test('many processes send each once, of a channel one at a time, and a few at once', async () => {
      const { most, tried, put, states, startWorker, answersWith } = await open();
      answersWith(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return 'ok';
      });
      for (let count = 0; count < 3; count += 1) startWorker();
      await put(1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7);
      // Triggers another look each time, since nothing notifies this process when another one frees its channel.
      await expect
        .poll(async () => {
          await put();
          return states();
        })
        .toEqual(Array(12).fill('sent'));
      expect(new Set(tried.map(({ id }) => id)).size).toBe(12);
      expect(tried).toHaveLength(12);
      expect(most.ofChannel).toBe(1);
      expect(most.atOnce).toBeLessThanOrEqual(12);
    });

    test('one that hangs keeps its channel, and nothing else: a worker sends four at once and no fifth', async () => {
      const { clock, tried, most, put, states, startWorker, answersWith } = await open();
      const ends: (() => void)[] = [];
      answersWith(async ({ channelId }) => {
        if (channelId !== 9) await new Promise<void>((resolve) => ends.push(resolve));
        return '';
      });
      startWorker();
      await put(1, 1, 2, 3, 9);
      await expect.poll(states).toEqual(['claimed', 'waiting', 'claimed', 'claimed', 'sent']);
      await put(4, 5);
      await expect.poll(() => tried).toHaveLength(5);
      await clock.advance({ seconds: 5 });
      await expect.poll(states).toEqual(['claimed', 'waiting', 'claimed', 'claimed', 'sent', 'claimed', 'waiting']);
      expect(most).toMatchObject({ ofChannel: 1, atOnce: 4 });
      for (const end of ends.splice(0)) end();
      await expect.poll(() => tried).toHaveLength(7);
      for (const end of ends.splice(0)) end();
      await expect.poll(states).toEqual(Array(7).fill('sent'));
    });

    test('a failure of one channel does not make the others rest', async () => {
      const { put, states, startWorker, answersWith } = await open();
      answersWith(async ({ channelId }) => {
        if (channelId === 1) throw new NotSent('no_connection', 'ECONNREFUSED');
        return '';
      });
      startWorker();
      await put(1, 2, 3);
      await expect.poll(states).toEqual(['waiting', 'sent', 'sent']);
    });

    test('what a killed process was sending is sent again by another with the same id, once its claim has run out; its host gets others after 15 s', async () => {
      const database = await openTestDatabase(await locate());
      const { clock, tried, put, states, startWorker } = httpOn(database);
      await put(1, 1);
      const killed = await claimsOn(database, clock).claims.next('http');
      await clock.advance({ ms: 14_999 });
      startWorker();
      // The first message may still be in transit, since a request takes up to 10 s.
      await put(2);
      await expect.poll(states).toEqual(['claimed', 'waiting', 'sent']);
      await clock.advance({ ms: 1 });
      await put();
      await expect.poll(states).toEqual(['claimed', 'sent', 'sent']);
      await clock.advance({ ms: 74_999 });
      await put();
      expect(tried.map(({ id }) => id)).not.toContain(killed?.messageId);
      await clock.advance({ seconds: 5 });
      await expect.poll(states).toEqual(['sent', 'sent', 'sent']);
      expect(tried.at(-1)?.id).toBe(killed?.messageId);
    });

    test('what nobody is to get any more is cancelled, and is not tried again on request', async () => {
      const { outbox, put, rows, startWorker, answersWith } = await open();
      answersWith(async () => {
        throw new NotWanted('channel_gone');
      });
      startWorker();
      await put(1);
      await expect.poll(rows).toMatchObject([{ state: 'cancelled', reason: 'channel_gone', claimedUntil: null }]);
      const database = await rows();
      const id = database[0]?.id ?? 0;
      await expect(outbox.page({ first: 10, after: undefined }, 'cancelled')).resolves.toMatchObject({
        items: [{ id }],
      });
    });
  });
}
