import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Channel } from '../../../../../src/features/alerts/channels/channel.entity.js';
import { PushSubscription } from '../../../../../src/features/alerts/channels/push/push-subscription.entity.js';
import { OutboxMessage } from '../../../../../src/platform/outbox/outbox-message.entity.js';
import { codeOf, dataOf, startWithStaff } from '../../../../support/administration.js';
import { databaseKinds } from '../../../../support/databases/databases.js';
import type { TestApp } from '../../../../support/test-app.js';

const SUBSCRIBE = 'mutation ($input: PushSubscriptionInput!) { subscribeToPush(input: $input) { endpoint } }';

/** Returns the subscription data that a browser sends. */
function browserAt(endpoint: string) {
  const keys = createECDH('prime256v1');
  return { endpoint, p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
}

/** Creates a channel to browsers directly in the database. @returns its number. */
async function makePushChannel({ database, clock }: TestApp): Promise<number> {
  const em = database.em.fork();
  const now = clock.now();
  const fields = { name: 'Navegadores', kind: 'WEB_PUSH', language: 'pt', settings: '{}' } as const;
  const channel = em.create(Channel, { ...fields, createdAt: now, changedAt: now });
  await em.persist(channel).flush();
  return channel.id;
}

async function putItem({ database, services }: TestApp, channelId: number, id: string): Promise<void> {
  const item = { id, incidentId: null, kind: 'test', severity: 'BAD', atoms: [] } as never;
  await database.em.fork().transactional((unit) => services.channelOutbox.put(unit, channelId, item));
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`browsers that are told, on ${kind.name} (contract 12, promise 47)`, () => {
    test('are asked by https at public addresses alone', async () => {
      const { app } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      const at = (endpoint: string) => codeOf(ana, SUBSCRIBE, { input: browserAt(endpoint) });
      for (const endpoint of [
        'http://push.example/a',
        'http://8.8.8.8/a',
        'https://127.0.0.1/a',
        'ftp://push.example/a',
      ]) {
        expect(await at(endpoint), endpoint).toBe('BAD_USER_INPUT');
      }
      const input = browserAt('https://push.example/a');
      expect(await dataOf(ana, SUBSCRIBE, { input })).toEqual({ subscribeToPush: { endpoint: input.endpoint } });
    });

    test('are there once, however many subscribe one address at the same time', async () => {
      const { app } = await startWithStaff(kind);
      const people = await Promise.all(['ana', 'bia', 'caio', 'davi'].map((name) => app.loginAs(name)));
      const em = app.database.em.fork();
      for (let round = 0; round < 5; round += 1) {
        const input = browserAt(`https://push.example/${round}`);
        // Each user subscribes from two tabs.
        const answers = [...people, ...people].map((one) => dataOf(one, SUBSCRIBE, { input }));
        expect(await Promise.all(answers)).toEqual(
          answers.map(() => ({ subscribeToPush: { endpoint: input.endpoint } })),
        );
        expect(await em.count(PushSubscription, { endpoint: input.endpoint })).toBe(1);
      }
      expect(await em.count(PushSubscription, {})).toBe(5);
    });

    test('are ten of an account, however many subscribe at the same time: the newest', async () => {
      const { app } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      const bia = await app.loginAs('bia');
      await dataOf(bia, SUBSCRIBE, { input: browserAt('https://push.example/bia') });
      const subscribe = (names: readonly number[]) =>
        Promise.all(names.map((name) => dataOf(ana, SUBSCRIBE, { input: browserAt(`https://push.example/${name}`) })));
      await subscribe([0, 1, 2, 3, 4, 5]);
      await subscribe([6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
      const em = app.database.em.fork();
      const kept = await em.find(PushSubscription, {}, { orderBy: { id: 'asc' } });
      expect(kept).toHaveLength(11);
      const ofAna = kept.map(({ endpoint }) => Number(endpoint.split('/').at(-1))).filter(Number.isInteger);
      expect(ofAna.sort((a, b) => a - b)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    });

    test('that a message was given up for are forgotten', async () => {
      const { app } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      for (const name of ['a', 'b']) await dataOf(ana, SUBSCRIBE, { input: browserAt(`https://${name}.example/`) });
      const { itemCollector, pushSubscriptions } = app.services;
      await putItem(app, await makePushChannel(app), 'item');
      await app.sleep({ minutes: 1 });
      await itemCollector.collect();
      const em = app.database.em.fork();
      const [first] = await em.find(OutboxMessage, { queue: 'push' }, { orderBy: { id: 'asc' } });
      const failed = { state: 'failed', settledAt: app.clock.steady(), claimedUntil: null } as const;
      await em.nativeUpdate(OutboxMessage, { id: first?.id ?? 0 }, failed);
      await pushSubscriptions.prune();
      expect(await em.count(PushSubscription, {})).toBe(1);
      expect(await em.count(PushSubscription, { id: Number(first?.address) })).toBe(0);
    });

    test('that cannot be reached keep no other from being told', async () => {
      const { app } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      for (const name of ['a', 'b']) await dataOf(ana, SUBSCRIBE, { input: browserAt(`https://${name}.example/`) });
      const channel = await makePushChannel(app);
      const em = app.database.em.fork();
      const { itemCollector } = app.services;
      // Of each message's two browsers, one receives it and the other is retried repeatedly.
      const tell = async (id: string) => {
        await putItem(app, channel, id);
        await app.sleep({ minutes: 1 });
        await itemCollector.collect();
        const told = await em.find(OutboxMessage, { channelId: channel }, { orderBy: { id: 'desc' }, limit: 2 });
        const sent = { state: 'sent', settledAt: app.clock.steady(), claimedUntil: null } as const;
        await em.nativeUpdate(OutboxMessage, { id: told[0]?.id ?? 0 }, sent);
        return em.count(OutboxMessage, { channelId: channel });
      };
      for (let number = 1; number <= 4; number += 1) expect(await tell(`item ${number}`)).toBe(2 * number);
    });
  });
}
