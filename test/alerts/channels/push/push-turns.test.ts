import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/accounts/users/user.entity.js';
import { PushSubscription } from '../../../../src/alerts/channels/push/push-subscription.entity.js';
import { OutboxMessage } from '../../../../src/outbox/outbox-message.entity.js';
import { createChannel, item, startWithChannels, tell } from '../../../support/alerts/channels.js';
import { pushBrowser } from '../../../support/alerts/push-browser.js';
import { type Receiver, says, startReceiver } from '../../../support/alerts/receiver.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import type { TestApp } from '../../../support/test-app.js';

/** As when somebody's browsers have subscribed; past the form, as they take https alone. */
async function subscribe({ database, clock }: TestApp, username: string, endpoints: readonly string[]): Promise<void> {
  const em = database.em.fork();
  const { id: userId } = await em.findOneOrFail(User, { username });
  for (const endpoint of endpoints) {
    em.create(PushSubscription, { ...pushBrowser(endpoint).form, userId, browser: '', createdAt: clock.now() });
  }
  await em.flush();
}

/** Lets what was told become messages, which are sent at once. */
async function collect(app: TestApp): Promise<void> {
  await app.advance({ seconds: 30 });
  await app.services.itemCollector.collect();
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`browsers take turns on ${kind.name} (promise 53)`, () => {
    /** Strangers with ten browsers each, at a host of each stranger that takes requests and says nothing. */
    async function startWithSilent(strangers: number) {
      const { app, staff } = await startWithChannels(kind);
      const channel = await createChannel(staff, { name: 'Navegadores', kind: 'WEB_PUSH' });
      const silent: Receiver[] = [];
      for (let count = 0; count < strangers; count += 1) {
        const receiver = await startReceiver();
        receiver.answersWith(() => {});
        silent.push(receiver);
        await app.createUser(`x${count}`);
        const endpoints = Array.from({ length: 10 }, (_, index) => `${receiver.url}/${index}`);
        await subscribe(app, `x${count}`, endpoints);
      }
      const good = await startReceiver();
      good.answersWith(says(201));
      const received = () => good.received.map(({ path }) => path);
      const asked = () => silent.reduce((sum, { received: requests }) => sum + requests.length, 0);
      return { app, channel, silent, good, received, asked };
    }

    test('the staff are told at once, and of the next alert too, however many browsers of others say nothing', async () => {
      const { app, channel, silent, good, received, asked } = await startWithSilent(6);
      await subscribe(app, 'chefe', [`${good.url}/chefe`]);
      await tell(app, channel, item());
      await collect(app);
      await expect.poll(received).toEqual(['/chefe']);
      await expect.poll(asked).toBe(2);
      await tell(app, channel, item());
      await collect(app);
      await expect.poll(received).toEqual(['/chefe', '/chefe']);
      for (const { mostAtOnce } of silent) expect(mostAtOnce()).toBeLessThanOrEqual(1);
    });

    test('nobody waits for the second browser of another', async () => {
      const { app, channel, good, received, asked } = await startWithSilent(6);
      await app.createUser('ana');
      await subscribe(app, 'ana', [`${good.url}/ana`]);
      await tell(app, channel, item());
      await collect(app);
      // Two at once, ten seconds each: the six strangers have had one try when these are over.
      for (const tries of [2, 4, 6]) {
        await expect.poll(asked).toBeGreaterThanOrEqual(tries);
        await app.advance({ seconds: 10 });
      }
      await expect.poll(received).toEqual(['/ana']);
      const messages = await app.database.em.fork().find(OutboxMessage, { turn: { $gt: 1 }, tries: { $gt: 0 } });
      expect(messages).toEqual([]);
    });

    test('messages that wait for an account put its next ones behind those of others', async () => {
      const { app, channel } = await startWithSilent(1);
      await app.createUser('ana');
      await subscribe(app, 'ana', ['http://127.0.0.1:9/ana']);
      for (const first of [0, 10]) {
        await tell(app, channel, item());
        await app.database.em
          .fork()
          .nativeUpdate(OutboxMessage, { address: '11' }, { state: 'sent', settledAt: app.clock.steady() });
        await collect(app);
        const waiting = await app.database.em.fork().find(OutboxMessage, { batch: await newestBatch(app) });
        const turns = waiting.filter(({ address }) => address !== '11').map(({ turn }) => turn);
        expect(turns.toSorted((one, other) => one - other)).toEqual(
          Array.from({ length: 10 }, (_, index) => first + index),
        );
        expect(waiting.find(({ address }) => address === '11')?.turn).toBe(0);
      }
    });
  });
}

async function newestBatch(app: TestApp): Promise<string | null> {
  const [newest] = await app.database.em.fork().find(OutboxMessage, {}, { orderBy: { id: 'desc' }, limit: 1 });
  return newest?.batch ?? null;
}
