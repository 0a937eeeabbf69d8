import { describe, expect, test } from 'vitest';
import { User } from '../../../../../src/features/accounts/users/user.entity.js';
import { Channel } from '../../../../../src/features/alerts/channels/channel.entity.js';
import { PushSubscription } from '../../../../../src/features/alerts/channels/push/push-subscription.entity.js';
import { COMMAND_LINE } from '../../../../../src/platform/audit/origin.js';
import { OutboxMessage } from '../../../../../src/platform/outbox/outbox-message.entity.js';
import { createChannel, item, startWithChannels, tell } from '../../../../support/alerts/channels.js';
import { pushBrowser } from '../../../../support/alerts/push-browser.js';
import { type Receiver, says, startReceiver } from '../../../../support/alerts/receiver.js';
import { databaseKinds } from '../../../../support/databases/databases.js';
import type { TestApp, TestAppOptions } from '../../../../support/test-app.js';

/** Subscribes a user's browsers directly in the database because the form accepts only https. */
async function subscribe({ database, clock }: TestApp, username: string, endpoints: readonly string[]): Promise<void> {
  const em = database.em.fork();
  const { id: userId } = await em.findOneOrFail(User, { username });
  for (const endpoint of endpoints) {
    em.create(PushSubscription, { ...pushBrowser(endpoint).form, userId, browser: '', createdAt: clock.now() });
  }
  await em.flush();
}

/** Queues an alert and backdates its channel's messages by 30 s so that they are sent immediately. */
async function alert(app: TestApp, channel: number): Promise<void> {
  await tell(app, channel, item());
  const queuedAt = new Date(app.clock.steady().getTime() - 30_000);
  await app.database.em.fork().nativeUpdate(OutboxMessage, { channelId: channel }, { queuedAt });
  await app.services.itemCollector.collect();
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`browsers take turns on ${kind.name} (promise 53)`, () => {
    const start = async (options: TestAppOptions = {}) => {
      const { app, staff } = await startWithChannels(kind, options);
      const channel = await createChannel(staff, { name: 'Navegadores', kind: 'WEB_PUSH' });
      const silent: Receiver[] = [];
      /** Adds accounts with ten browsers each, on one host per account that accepts requests but never responds. */
      const addStrangers = async (...usernames: string[]) => {
        for (const username of usernames) {
          const receiver = await startReceiver();
          receiver.answersWith(() => {});
          silent.push(receiver);
          await app.createUser(username);
          const endpoints = Array.from({ length: 10 }, (_, index) => `${receiver.url}/${index}`);
          await subscribe(app, username, endpoints);
        }
      };
      const good = await startReceiver();
      good.answersWith(says(201));
      const received = () => good.received.map(({ path }) => path);
      const asked = () => silent.map(({ received: requests }) => requests.length);
      return { app, channel, silent, addStrangers, good, received, asked };
    };

    test('the staff are told at once, and of the next alert too, however many browsers of others say nothing', async () => {
      const { app, channel, silent, addStrangers, good, received, asked } = await start();
      await addStrangers('a', 'b', 'c', 'd', 'e');
      await subscribe(app, 'chefe', [`${good.url}/chefe`]);
      await addStrangers('f');
      await alert(app, channel);
      await expect.poll(received).toEqual(['/chefe']);
      await expect.poll(() => asked().filter((count) => count > 0)).toEqual([1, 1]);
      await alert(app, channel);
      await expect.poll(received).toEqual(['/chefe', '/chefe']);
      for (const { mostAtOnce } of silent) expect(mostAtOnce()).toBeLessThanOrEqual(1);
    });

    test('the staff are told, however long the name of a host is that a stranger has given', async () => {
      const { app, channel, good, received } = await start();
      await app.createUser('ana');
      await subscribe(app, 'ana', [`https://${'a'.repeat(300)}.example/`]);
      await subscribe(app, 'chefe', [`${good.url}/chefe`]);
      await alert(app, channel);
      await expect.poll(received).toEqual(['/chefe']);
    });

    test('nobody waits for the second browser of another', async () => {
      const { app, channel, addStrangers, good, received, asked } = await start();
      await addStrangers('a', 'b');
      await app.createUser('ana');
      await subscribe(app, 'ana', [`${good.url}/ana`]);
      await addStrangers('c', 'd');
      await alert(app, channel);
      await expect.poll(() => asked().filter((count) => count > 0)).toEqual([1, 1]);
      // Two requests run concurrently, for ten seconds each.
      await app.advance({ seconds: 10 });
      await expect.poll(received).toEqual(['/ana']);
    });

    test('names of strangers that nobody knows leave the look-up of names to others', async () => {
      const lookedUp: string[] = [];
      const resolveName = (name: string) => {
        lookedUp.push(name);
        return name === 'good.example' ? Promise.resolve(['127.0.0.1']) : new Promise<never>(() => {});
      };
      const { app, channel, good, received } = await start({ resolveName });
      for (const username of ['a', 'b', 'c']) {
        await app.createUser(username);
        await subscribe(app, username, [`https://${username}.example/`]);
      }
      await subscribe(app, 'chefe', [`${good.url.replace('127.0.0.1', 'good.example')}/chefe`]);
      await alert(app, channel);
      await expect.poll(received).toEqual(['/chefe']);
      const strangers = () => lookedUp.filter((name) => name !== 'good.example');
      await expect.poll(strangers).toHaveLength(1);
      // Only the request is abandoned; the look-up continues.
      await app.advance({ seconds: 10 });
      await alert(app, channel);
      await expect.poll(received).toEqual(['/chefe', '/chefe']);
      expect(strangers()).toHaveLength(1);
      // A pending look-up does not prevent the service from ending either.
      await app.close();
    });

    test('a test by the command line goes to the browsers of the staff', async () => {
      const { app, channel, addStrangers, good, received, asked } = await start();
      await subscribe(app, 'chefe', [`${good.url}/chefe`]);
      await addStrangers('a');
      const tested = await app.services.channelTests.test(
        await app.database.em.fork().findOneOrFail(Channel, { id: channel }),
        COMMAND_LINE,
      );
      expect(tested).toMatchObject({ isDelivered: true, answer: '201' });
      expect([received(), asked()]).toEqual([['/chefe'], [0]]);
    });

    test('messages that wait for an account put its next ones behind those of others', async () => {
      const { app, channel, addStrangers, good, received } = await start();
      await addStrangers('a');
      await app.createUser('ana');
      await subscribe(app, 'ana', [`${good.url}/ana`]);
      for (const first of [0, 10]) {
        await alert(app, channel);
        await expect.poll(received).toHaveLength(first / 10 + 1);
        const newest = await app.database.em.fork().find(OutboxMessage, {}, { orderBy: { id: 'desc' }, limit: 11 });
        const turns = newest.map(({ turn }) => turn).toSorted((one, other) => one - other);
        expect(turns).toEqual([0, ...Array.from({ length: 10 }, (_, index) => first + index)]);
      }
    });
  });
}
