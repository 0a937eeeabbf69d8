import { describe, expect, test } from 'vitest';
import { User } from '../../../../../src/features/accounts/users/user.entity.js';
import type { PushPayload } from '../../../../../src/features/alerts/channels/delivery/push-sender.js';
import { derivePushKeys } from '../../../../../src/features/alerts/channels/push/push-keys.js';
import { PushSubscription } from '../../../../../src/features/alerts/channels/push/push-subscription.entity.js';
import { OutboxMessage } from '../../../../../src/platform/outbox/outbox-message.entity.js';
import { codeOf, dataOf } from '../../../../support/administration.js';
import { createChannel, item, startWithChannels, tell } from '../../../../support/alerts/channels.js';
import { pushBrowser, vapidClaims } from '../../../../support/alerts/push-browser.js';
import { type ReceivedRequest, says, startReceiver } from '../../../../support/alerts/receiver.js';
import { databaseKinds, sqlite } from '../../../../support/databases/databases.js';
import type { Browser } from '../../../../support/http/browser.js';
import { SECRET_KEY, type TestApp } from '../../../../support/test-app.js';

const SUBSCRIBE = `mutation ($input: PushSubscriptionInput!) { subscribeToPush(input: $input) { id endpoint browser } }`;
const UNSUBSCRIBE = `mutation ($endpoint: String!) { unsubscribeFromPush(endpoint: $endpoint) }`;
const LIST = '{ webPushKey pushSubscriptions { endpoint browser } }';

const subscribe = (caller: Browser, input: object) => dataOf(caller, SUBSCRIBE, { input });

/**
 * Subscribes Ana's browser directly in the database because the form accepts only https, which this push service lacks.
 */
async function register({ database, clock }: TestApp, form: ReturnType<typeof pushBrowser>['form']): Promise<void> {
  const em = database.em.fork();
  const { id: userId } = await em.findOneOrFail(User, { username: 'ana' });
  em.create(PushSubscription, { ...form, userId, browser: '', createdAt: clock.now() });
  await em.flush();
}

const messagesIn = (app: TestApp) => app.database.em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } });

/** Turns the items into messages and sends them. */
async function deliver(app: TestApp): Promise<void> {
  await app.advance({ seconds: 30 });
  await app.services.itemCollector.collect();
  await expect
    .poll(async () =>
      (await messagesIn(app)).some(
        (each) => each.claimedUntil !== null || (each.tries === 0 && each.state === 'waiting'),
      ),
    )
    .toBe(false);
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`messages to browsers on ${kind.name} (contract 12)`, () => {
    const start = async () => {
      const service = await startReceiver();
      service.answersWith(says(201));
      const { app, staff } = await startWithChannels(kind);
      const channel = await createChannel(staff, { name: 'Navegadores', kind: 'WEB_PUSH' });
      return { service, app, staff, channel, ana: await app.loginAs('ana') };
    };

    test('a browser that its user has subscribed decrypts what only it can read, signed by the key that it was given', async () => {
      const { service, app, channel, ana } = await start();
      const browser = pushBrowser(`${service.url}/push/ana`);
      await register(app, browser.form);
      const { webPushKey } = await dataOf<Record<string, unknown>>(ana, LIST);
      await tell(app, channel, item());
      await deliver(app);
      const [push] = service.received as [ReceivedRequest];
      expect(push.path).toBe('/push/ana');
      expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
      const claims = vapidClaims(push);
      expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:vigia@vigia.test', key: webPushKey });
      const payload = browser.decrypt<PushPayload>(push);
      const [message] = await messagesIn(app);
      expect(payload).toEqual({
        id: message?.messageId,
        tag: message?.messageId,
        title: 'Crítico: Processador ocupado em servidor1',
        body: expect.stringContaining('cpu > 90 %: agora 93,1%, pouco antes 41%.'),
        url: '/sistema/alertas/',
      });
      expect(push.body.toString('latin1')).not.toContain('servidor1');
      expect(message).toMatchObject({ state: 'sent', queue: 'push', detail: '201' });
    });

    test('the message is in the units of the owner of the browser', async () => {
      const { service, app, channel } = await start();
      const units = { unitPrefixes: 'decimal', dataRates: 'bits' } as const;
      const busy = {
        text: 'netin > 10 MiB/s',
        value: 12.5e6,
        before: null,
        peak: 12.5e6,
        unit: 'bytesPerSecond',
      } as const;
      await app.database.em.fork().nativeUpdate(User, { usernameKey: 'ana' }, units);
      const browser = pushBrowser(`${service.url}/push/ana`);
      await register(app, browser.form);
      await tell(app, channel, item({ atoms: [busy] }));
      await deliver(app);
      const { body } = browser.decrypt<PushPayload>(service.received[0] as ReceivedRequest);
      expect(body).toContain('netin > 10 MiB/s: agora 100 Mbit/s.');
    });

    test('one that is off is tried by itself, with the same tag; the others get it once', async () => {
      const { service, app, channel } = await start();
      const browsers = ['one', 'two'].map((name) => pushBrowser(`${service.url}/push/${name}`));
      for (const { form } of browsers) await register(app, form);
      service.answersWith((response, { path }) => void response.writeHead(path === '/push/one' ? 503 : 201).end());
      await tell(app, channel, item());
      await deliver(app);
      service.answersWith(says(201));
      await app.advance({ minutes: 2 });
      await expect.poll(async () => (await messagesIn(app)).map(({ state }) => state)).toEqual(['sent', 'sent']);
      expect(service.received.map(({ path }) => path).sort()).toEqual(['/push/one', '/push/one', '/push/two']);
      const tags = service.received
        .filter(({ path }) => path === '/push/one')
        .map((push) => browsers[0]?.decrypt<PushPayload>(push).tag);
      expect(new Set(tags).size).toBe(1);
    });

    test.each([404, 410])('a browser that its push service no longer knows (%i) is forgotten', async (status) => {
      const { service, app, channel } = await start();
      service.answersWith(says(status));
      await register(app, pushBrowser(`${service.url}/push/gone`).form);
      await tell(app, channel, item());
      await deliver(app);
      expect(await messagesIn(app)).toMatchObject([{ state: 'cancelled', reason: 'recipient_gone' }]);
      expect(await app.database.em.fork().count(PushSubscription)).toBe(0);
    });

    test('the browsers of an account that may no longer log in get nothing more, and are removed', async () => {
      const { service, app, channel } = await start();
      await register(app, pushBrowser(`${service.url}/push/ana`).form);
      service.answersWith(says(503));
      await tell(app, channel, item());
      await deliver(app);
      expect(service.received).toHaveLength(1);
      await app.database.em.fork().nativeUpdate(User, { username: 'ana' }, { isActive: false });
      await tell(app, channel, item());
      await deliver(app);
      await app.advance({ minutes: 2 });
      await expect.poll(async () => (await messagesIn(app)).map(({ state }) => state)).toEqual(['cancelled']);
      expect(service.received).toHaveLength(1);
      await app.services.pushSubscriptions.prune();
      expect(await app.database.em.fork().count(PushSubscription)).toBe(0);
    });

    test('a user has at most ten: an eleventh takes the place of the oldest', async () => {
      const { app, ana } = await start();
      for (let count = 1; count <= 11; count += 1) {
        await subscribe(ana, { ...pushBrowser(`https://push.example/${count}`).form, browser: `Firefox ${count}` });
        if (count === 10) expect(await app.database.em.fork().count(PushSubscription)).toBe(10);
      }
      const { pushSubscriptions: left } = await dataOf<{ pushSubscriptions: object[] }>(ana, LIST);
      expect(left).toEqual(
        Array.from({ length: 10 }, (_, index) => ({
          endpoint: `https://push.example/${11 - index}`,
          browser: `Firefox ${11 - index}`,
        })),
      );
    });

    test('a browser belongs to who used it last, and nobody removes that of another', async () => {
      const { app, ana, staff } = await start();
      const { form } = pushBrowser('https://push.example/shared');
      await subscribe(ana, form);
      expect(await dataOf(staff, UNSUBSCRIBE, { endpoint: form.endpoint })).toEqual({ unsubscribeFromPush: false });
      await subscribe(staff, form);
      expect(await app.database.em.fork().count(PushSubscription)).toBe(1);
      expect(await dataOf(ana, UNSUBSCRIBE, { endpoint: form.endpoint })).toEqual({ unsubscribeFromPush: false });
      expect(await dataOf(staff, UNSUBSCRIBE, { endpoint: form.endpoint })).toEqual({ unsubscribeFromPush: true });
    });
  });
}

describe('what a browser tells of itself (promise 43)', () => {
  const good = () => pushBrowser('https://push.example/abc').form;

  test.each<[string, (form: ReturnType<typeof good>) => object]>([
    ['an address of another scheme', (form) => ({ ...form, endpoint: 'ftp://push.example/abc' })],
    ['an address without encryption', (form) => ({ ...form, endpoint: 'http://push.example/abc' })],
    ['a private address', (form) => ({ ...form, endpoint: 'https://192.168.0.1/abc' })],
    ['this machine', (form) => ({ ...form, endpoint: 'https://[::1]/abc' })],
    ['an address that is too long', (form) => ({ ...form, endpoint: `https://push.example/${'a'.repeat(980)}` })],
    ['a host whose name is too long', (form) => ({ ...form, endpoint: `https://${'a'.repeat(246)}.example/` })],
    ['an address in two spellings', (form) => ({ ...form, endpoint: 'https://PUSH.example/abc' })],
    ['a key that is no point of the curve', (form) => ({ ...form, p256dh: Buffer.alloc(65, 4).toString('base64url') })],
    ['a key that is too short', (form) => ({ ...form, p256dh: form.p256dh.slice(1) })],
    ['a secret that is too short', (form) => ({ ...form, auth: Buffer.alloc(15).toString('base64url') })],
  ])('%s is refused', async (_name, change) => {
    const { app } = await startWithChannels(sqlite);
    const ana = await app.loginAs('ana');
    expect(await codeOf(ana, SUBSCRIBE, { input: good() })).toBeUndefined();
    expect(await codeOf(ana, SUBSCRIBE, { input: change(good()) })).toBe('BAD_USER_INPUT');
  });

  test('twenty times an hour and no more', async () => {
    const { app } = await startWithChannels(sqlite);
    const ana = await app.loginAs('ana');
    for (let count = 0; count < 20; count += 1) await subscribe(ana, good());
    expect(await codeOf(ana, SUBSCRIBE, { input: good() })).toBe('RATE_LIMITED');
  });

  test('a thousand browsers are enough, but those of the staff', async () => {
    const { app, staff } = await startWithChannels(sqlite);
    const em = app.database.em.fork();
    const row = { p256dh: good().p256dh, auth: good().auth, browser: '', createdAt: new Date() };
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({ ...row, userId: 900, endpoint: `https://x/${from + index}` }));
    await em.insertMany(PushSubscription, rows(0, 500));
    await em.insertMany(PushSubscription, rows(500, 999));
    const ana = await app.loginAs('ana');
    await subscribe(ana, pushBrowser('https://push.example/1').form);
    const fault = await codeOf(ana, SUBSCRIBE, { input: pushBrowser('https://push.example/2').form });
    expect(fault).toBe('BAD_USER_INPUT');
    await subscribe(staff, pushBrowser('https://push.example/3').form);
  });

  test('there is no key while no channel sends to browsers', async () => {
    const { app, staff } = await startWithChannels(sqlite);
    const ana = await app.loginAs('ana');
    expect(await dataOf(ana, LIST)).toMatchObject({ webPushKey: null });
    await createChannel(staff, { name: 'Navegadores', kind: 'WEB_PUSH' });
    expect(await dataOf(ana, LIST)).toMatchObject({ webPushKey: derivePushKeys(SECRET_KEY).publicKey });
  });
});

test('the key pair is the same wherever the key of the service is, and another with another', () => {
  expect(derivePushKeys(SECRET_KEY)).toEqual(derivePushKeys(SECRET_KEY));
  expect(derivePushKeys(SECRET_KEY).publicKey).not.toBe(derivePushKeys(`${SECRET_KEY}.`).publicKey);
  expect(Buffer.from(derivePushKeys(SECRET_KEY).publicKey, 'base64url')).toHaveLength(65);
});
