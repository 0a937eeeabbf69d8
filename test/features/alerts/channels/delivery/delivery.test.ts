import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../../../../src/platform/audit/origin.js';
import { OutboxItem } from '../../../../../src/platform/outbox/outbox-item.entity.js';
import { OutboxMessage } from '../../../../../src/platform/outbox/outbox-message.entity.js';
import { createChannel, item, SIGNING_KEY, startWithChannels, tell } from '../../../../support/alerts/channels.js';
import { jsonOf, type ReceivedRequest, says, startReceiver } from '../../../../support/alerts/receiver.js';
import { databaseKinds, openTestDatabase } from '../../../../support/databases/databases.js';
import { headerOf, partOf, startFakeMailProvider } from '../../../../support/fakes/fake-mail-provider.js';
import type { TestApp } from '../../../../support/test-app.js';

interface WebhookBody {
  readonly type: string;
  readonly data: {
    readonly title: string;
    readonly text: string;
    readonly items: readonly { readonly id: string }[];
    readonly more: number;
    readonly heldBack: number;
  };
}

const messagesIn = (app: TestApp) => app.database.em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } });
const itemsOf = (request: ReceivedRequest) => jsonOf<WebhookBody>(request).data.items.map(({ id }) => id);

/** Returns the state of each message once nothing is being sent. */
async function states(app: TestApp): Promise<string[]> {
  return (await messagesIn(app)).map(({ state, claimedUntil }) => (claimedUntil ? 'claimed' : state));
}

/** Resolves when all due items have been turned into messages and these have been sent or deferred. */
async function settle(app: TestApp): Promise<void> {
  await app.services.itemCollector.collect();
  const due = { state: 'waiting' as const, nextTryAt: { $lte: app.clock.steady() } };
  const busy = () => app.database.em.fork().count(OutboxMessage, { $or: [{ claimedUntil: { $ne: null } }, due] });
  await expect.poll(busy, { interval: 10 }).toBe(0);
}

/**
 * Advances time in steps and sends due messages after each. Timers run only once per step because the tests cover
 * hours.
 */
async function pass(app: TestApp, minutes: number, seconds = 30): Promise<void> {
  for (let passed = 0; passed < minutes * 60; passed += seconds) {
    await app.sleep({ seconds });
    await settle(app);
  }
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`messages to a channel on ${kind.name} (contract 12, promise 46)`, () => {
    const start = async (options = {}) => {
      const receiver = await startReceiver();
      const { app, staff, location } = await startWithChannels(kind, options);
      const input = { kind: 'WEBHOOK', url: `${receiver.url}/hook`, secret: SIGNING_KEY };
      const channel = await createChannel(staff, input);
      return { receiver, app, staff, location, channel, input };
    };

    test('the first comes at once and is signed, what follows within 30 s becomes one more message', async () => {
      const { receiver, app, channel } = await start();
      const [first, second, third] = [item(), item(), item()];
      await tell(app, channel, first);
      await settle(app);
      expect(receiver.received.map(itemsOf)).toEqual([[first.id]]);
      await tell(app, channel, second);
      await pass(app, 0.3, 6);
      await tell(app, channel, third);
      await settle(app);
      expect(receiver.received).toHaveLength(1);
      await pass(app, 0.3, 6);
      expect(receiver.received).toHaveLength(2);
      expect(itemsOf(receiver.received[1] as ReceivedRequest).sort()).toEqual([second.id, third.id].sort());
      const [request] = receiver.received as [ReceivedRequest];
      expect(request.path).toBe('/hook');
      const verified = new Webhook(SIGNING_KEY).verify(request.body.toString(), request.headers as never);
      expect(verified).toMatchObject({ type: 'vigia.alerts', data: { worst: 'BAD', more: 0, heldBack: 0 } });
      await expect.poll(() => states(app)).toEqual(['sent', 'sent']);
      const [sent] = await messagesIn(app);
      expect(sent).toMatchObject({ messageId: request.headers['webhook-id'], detail: '200 ok' });
      await pass(app, 5);
      expect(receiver.received).toHaveLength(2);
    });

    test('the same item put twice is told once', async () => {
      const { receiver, app, channel } = await start();
      const same = item();
      await tell(app, channel, same, same);
      await tell(app, channel, same);
      await pass(app, 1);
      await tell(app, channel, same);
      await pass(app, 1);
      expect(receiver.received.map(itemsOf)).toEqual([[same.id]]);
    });

    test('an item of a transaction that is rolled back is told to nobody', async () => {
      const { receiver, app, channel } = await start();
      const unit = app.database.em.fork();
      const failing = unit.transactional(async (within) => {
        await app.services.channelOutbox.put(within, channel, item());
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await pass(app, 1);
      expect(receiver.received).toEqual([]);
    });

    test('a receiver that fails gets it again with growing delays and the same id, and after a day it has failed', async () => {
      const { receiver, app, channel } = await start();
      receiver.answersWith(says(500, 'broken'));
      await tell(app, channel, item());
      await pass(app, 0.5);
      await pass(app, 4);
      expect(receiver.received).toHaveLength(3);
      // Ends the time for tries now, as if a day had passed.
      await app.database.em.fork().nativeUpdate(OutboxMessage, {}, { triedUntil: app.clock.steady() });
      await pass(app, 6);
      expect(receiver.received).toHaveLength(4);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(await messagesIn(app)).toMatchObject([{ state: 'failed', reason: 'put_off', detail: '500 broken' }]);

      receiver.answersWith(says(204));
      const [failed] = await messagesIn(app);
      await app.services.outboxAdmin.retry(String(failed?.id), COMMAND_LINE);
      await expect.poll(() => states(app)).toEqual(['sent']);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    });

    test('500, then 200: it is delivered, and the next one is not kept', async () => {
      const { receiver, app, channel } = await start();
      receiver.answersWith(says(500));
      await tell(app, channel, item());
      await pass(app, 0.5);
      expect(await states(app)).toEqual(['waiting']);
      receiver.answersWith(says(200));
      await pass(app, 2);
      expect(await states(app)).toEqual(['sent']);
      await tell(app, channel, item());
      await pass(app, 1);
      expect(await states(app)).toEqual(['sent', 'sent']);
    });

    test('what the receiver will never take fails at once', async () => {
      const { receiver, app, channel } = await start();
      receiver.answersWith(says(400, '{"message":"invalid payload"}'));
      await tell(app, channel, item());
      await pass(app, 0.5);
      expect(await messagesIn(app)).toMatchObject([
        { state: 'failed', reason: 'refused', detail: '400 invalid payload', tries: 1 },
      ]);
    });

    // The receiver's clock is an hour ahead, and it computes dates from that clock.
    const date = new Date('2026-01-05T13:00:00Z');
    const inTenMinutes = new Date(date.getTime() + 600_000);
    test.each([
      ['600', 600],
      ['999999', 3600],
      [inTenMinutes.toUTCString(), 600],
    ] as const)(
      'a receiver that wants to be left alone until %s is, and gets no other message meanwhile',
      async (wanted, seconds) => {
        const { receiver, app, channel } = await start();
        receiver.answersWith(says(429, '', { 'retry-after': wanted, date: date.toUTCString() }));
        await tell(app, channel, item());
        await settle(app);
        const [message] = await messagesIn(app);
        expect(Number(message?.nextTryAt) - app.clock.steady().getTime()).toBe(seconds * 1000);
        receiver.answersWith(says(200));
        await tell(app, channel, item());
        for (let passed = 60; passed < seconds; passed += 60) {
          await app.sleep({ seconds: 60 });
          await app.services.itemCollector.collect();
        }
        expect(receiver.received).toHaveLength(1);
        expect(await states(app)).toEqual(['waiting', 'waiting']);
        await app.sleep({ seconds: 60 });
        await pass(app, 1);
        expect(await states(app)).toEqual(['sent', 'sent']);
      },
    );

    test('a redirection is not followed, and is no delivery', async () => {
      const other = await startReceiver();
      const { receiver, app, channel } = await start();
      receiver.answersWith(says(302, '', { location: `${other.url}/hook` }));
      await tell(app, channel, item());
      await pass(app, 0.5);
      expect(await messagesIn(app)).toMatchObject([{ state: 'waiting', reason: 'put_off', detail: '302' }]);
      expect(other.received).toEqual([]);
    });

    test('no more than 20 messages come in any hour; the next says how much was held back', async () => {
      const { receiver, app, channel } = await start();
      const times: number[] = [];
      receiver.answersWith((response) => {
        times.push(app.clock.now().getTime());
        response.end();
      });
      for (let told = 0; told < 60; told += 1) {
        await tell(app, channel, item());
        await pass(app, 1, 60);
      }
      await pass(app, 70, 120);
      for (const time of times) {
        expect(times.filter((other) => other > time - 3_600_000 && other <= time).length).toBeLessThanOrEqual(20);
      }
      const bodies = receiver.received.map((request) => jsonOf<WebhookBody>(request).data);
      expect(bodies.slice(0, 20).every(({ items, heldBack }) => items.length === 1 && heldBack === 0)).toBe(true);
      const [after] = bodies.slice(20);
      expect(after?.heldBack).toBeGreaterThan(30);
      expect(after?.items).toHaveLength(20);
      expect(after?.text).toContain(`${after?.heldBack} avisos foram retidos`);
      // Nothing is lost: items that are not listed are counted.
      expect(bodies.reduce((sum, { items, more }) => sum + items.length + more, 0)).toBe(60);
    });

    test('quiet hours hold back warnings, let through what is bad, and end with one summary', async () => {
      const { receiver, app, staff } = await start();
      const now = app.clock.now().getTime();
      const time = (minutes: number) => new Date(now + minutes * 60_000).toISOString().slice(11, 16);
      const quietHours = { from: time(-5), to: time(20), timeZone: 'UTC', severity: 'WARNING' };
      const input = { kind: 'WEBHOOK', name: 'Noite', url: `${receiver.url}/quiet`, secret: SIGNING_KEY, quietHours };
      const channel = await createChannel(staff, input);
      const [warned, bad, released] = [
        item({ severity: 'WARNING' }),
        item({ severity: 'BAD' }),
        item({ severity: 'WARNING', kind: 'released', endedAt: '2026-01-02T03:10:00.000Z' }),
      ];
      await tell(app, channel, warned);
      await pass(app, 2);
      await tell(app, channel, bad, released);
      await pass(app, 2);
      expect(receiver.received.map(itemsOf)).toEqual([[bad.id]]);
      await pass(app, 18, 60);
      expect(receiver.received.slice(1).map((request) => itemsOf(request).sort())).toEqual([
        [warned.id, released.id].sort(),
      ]);
      const summary = jsonOf<WebhookBody>(receiver.received[1] as ReceivedRequest).data;
      expect(summary.heldBack).toBe(2);
      expect(summary.text).toContain('2 avisos esperaram o fim do horário de silêncio');
    });

    test('a receiver that is down gets two messages when it is back, and then one with all the rest', async () => {
      const { receiver, app, channel } = await start();
      receiver.answersWith(says(503));
      const all = Array.from({ length: 8 }, () => item());
      for (const each of all) {
        await tell(app, channel, each);
        await pass(app, 2);
      }
      expect(await states(app)).toEqual(['waiting', 'waiting']);
      receiver.received.length = 0;
      receiver.answersWith(says(200));
      await pass(app, 40, 60);
      expect(await states(app)).toEqual(['sent', 'sent', 'sent']);
      expect(receiver.received).toHaveLength(3);
      expect(receiver.received.flatMap(itemsOf).sort()).toEqual(all.map(({ id }) => id).sort());
    });

    test('a message that a receiver chokes on does not keep the next from it', async () => {
      const { receiver, app, channel } = await start();
      const [poison, fine] = [item(), item()];
      receiver.answersWith((response, request) =>
        response.writeHead(itemsOf(request).includes(poison.id) ? 500 : 200).end(),
      );
      await tell(app, channel, poison);
      await pass(app, 1);
      await tell(app, channel, fine);
      await pass(app, 1);
      expect(await states(app)).toEqual(['waiting', 'sent']);
    });

    test('a channel whose receiver hangs holds up no other channel, and none gets two at once', async () => {
      const { receiver, app, staff, channel } = await start();
      const slow = await startReceiver();
      slow.answersWith(() => {});
      const hanging = await Promise.all(
        [1, 2, 3].map((n) =>
          createChannel(staff, { name: `Parado ${n}`, kind: 'SLACK', url: `${slow.url}/services/${n}` }),
        ),
      );
      for (const id of hanging) await tell(app, id, item());
      await app.services.itemCollector.collect();
      const sendAndCount = () => {
        // Triggers the next poll, since the clock is stopped and the database may have been too busy during the first.
        app.services.outbox.announce();
        return slow.received;
      };
      await expect.poll(sendAndCount).toHaveLength(3);
      await tell(app, channel, item());
      await app.advance({ ms: 0 });
      // Less than ten seconds have passed, so the hanging messages are still being tried.
      const claimed = await app.database.em.fork().find(OutboxMessage, { claimedUntil: { $ne: null } });
      expect(claimed).toHaveLength(3);
      await app.database.em.fork().nativeUpdate(OutboxItem, { batch: null }, { queuedAt: new Date(0) });
      await app.services.itemCollector.collect();
      await expect.poll(() => receiver.received).toHaveLength(1);
      expect(slow.received).toHaveLength(3);
      await app.advance({ seconds: 10 });
      await expect.poll(() => states(app)).not.toContain('claimed');
      const failed = await app.database.em.fork().find(OutboxMessage, { reason: 'too_slow' });
      expect(failed).toHaveLength(3);
    });

    test('two processes send each message once, and one at a time to a channel', async () => {
      const { receiver, app, location, channel } = await start();
      const second = await startWithChannels(
        { ...kind, locate: async () => location },
        { clock: app.clock, database: await openTestDatabase(location) },
      );
      const waiting: (() => void)[] = [];
      receiver.answersWith((response) => waiting.push(() => response.end()));
      await tell(app, channel, item());
      await app.services.itemCollector.collect();
      await expect.poll(() => receiver.received).toHaveLength(1);
      await tell(second.app, channel, item());
      await app.database.em.fork().nativeUpdate(OutboxMessage, {}, { queuedAt: new Date(0) });
      await Promise.all([app.services.itemCollector.collect(), second.app.services.itemCollector.collect()]);
      expect(await states(app)).toEqual(['claimed', 'waiting']);
      for (const service of [app, second.app]) service.services.outbox.announce();
      await app.advance({ seconds: 5 });
      expect(await states(app)).toEqual(['claimed', 'waiting']);
      waiting.shift()?.();
      await app.advance({ seconds: 5 });
      await expect.poll(() => receiver.received).toHaveLength(2);
      waiting.shift()?.();
      await expect.poll(() => states(app)).toEqual(['sent', 'sent']);
      expect(receiver.mostAtOnce()).toBe(1);
    });

    test('what waits for a channel that is switched off or deleted is cancelled, and nothing more is put for it', async () => {
      const { receiver, app, staff, channel, input } = await start();
      receiver.answersWith(says(500));
      await tell(app, channel, item());
      await pass(app, 0.5);
      await tell(app, channel, item());
      const update = `mutation ($id: ID!, $input: ChannelInput!) {
        updateChannel(id: $id, input: $input) { isActive waiting }
      }`;
      const off = { name: 'Plantão', kind: 'WEBHOOK', isActive: false };
      const answer = await staff.graphql(update, { id: String(channel), input: off });
      expect(answer.json()).toEqual({ data: { updateChannel: { isActive: false, waiting: 0 } } });
      expect(await messagesIn(app)).toMatchObject([{ state: 'cancelled', reason: 'channel_gone' }]);
      await tell(app, channel, item());
      expect(await app.database.em.fork().count(OutboxItem, { batch: null })).toBe(0);

      const other = await createChannel(staff, { ...input, name: 'Outro' });
      await tell(app, other, item());
      await pass(app, 0.5);
      const remove = 'mutation ($id: ID!) { deleteChannel(id: $id) }';
      expect((await staff.graphql(remove, { id: String(other) })).json()).toEqual({ data: { deleteChannel: true } });
      expect(await states(app)).toEqual(['cancelled', 'cancelled']);
      receiver.received.length = 0;
      await pass(app, 10);
      expect(receiver.received).toEqual([]);
    });

    test('an item that was put while its channel was being deleted does not stay for ever', async () => {
      const { app, channel } = await start();
      await tell(app, channel, item());
      const em = app.database.em.fork();
      await em.getConnection().execute('delete from channels');
      await pass(app, 1);
      expect(await em.fork().count(OutboxItem)).toBe(0);
    });

    test('a message lists 20 items, of an incident the newest, the worst first, and counts the others', async () => {
      const { receiver, app, channel } = await start();
      const warnings = Array.from({ length: 24 }, () => item({ severity: 'WARNING' }));
      const [bad, open] = [item(), item({ severity: 'WARNING' })];
      const over = item({ ...open, id: `${open.id}-over`, kind: 'released', endedAt: '2026-01-02T03:10:00.000Z' });
      await tell(app, channel, ...warnings, bad, open, over);
      await pass(app, 1);
      const [request] = receiver.received as [ReceivedRequest];
      expect(itemsOf(request)).toHaveLength(20);
      expect(itemsOf(request).slice(0, 2)).toEqual([bad.id, over.id]);
      expect(jsonOf<WebhookBody>(request).data.more).toBe(6);
      expect(jsonOf<WebhookBody>(request).data.text).toContain('E mais 6 avisos.');
    });

    test('by e-mail each address gets a mail of its own, which is tried by itself', async () => {
      const provider = await startFakeMailProvider();
      const { app, staff } = await start({ environment: provider.environment });
      const addresses = ['ana@example.com', 'rui@example.com'];
      const channel = await createChannel(staff, { name: 'Correio', kind: 'EMAIL', addresses });
      provider.at('recipient', (address) => (address.startsWith('rui') ? { code: 450, text: 'Later' } : undefined));
      await tell(app, channel, item());
      await pass(app, 0.5);
      expect(provider.received.map(({ to }) => to)).toEqual([['ana@example.com']]);
      expect(await states(app)).toEqual(['sent', 'waiting']);
      provider.acceptsAll();
      await pass(app, 2);
      expect(provider.received.map(({ to }) => to)).toEqual([['ana@example.com'], ['rui@example.com']]);
      const [mail] = provider.received;
      if (!mail) throw new Error('nothing was received');
      expect(partOf(mail, 'text/plain')).toContain('cpu > 90 %: agora 93,1%, pouco antes 41%.');
      expect(partOf(mail, 'text/plain')).toContain('canal “Plantão”'.replace('Plantão', 'Correio'));
      expect((await messagesIn(app)).map(({ messageId }) => messageId)).toEqual(
        provider.received.map((each) => headerOf(each, 'Message-ID')),
      );
    });

    test('each mail is in the units and by the clock of the account with its address, the chats are as for everybody', async () => {
      const provider = await startFakeMailProvider();
      const { app, staff, receiver, channel: webhook } = await start({ environment: provider.environment });
      const units = { unitPrefixes: 'decimal', dataRates: 'bits', clock: 'h12' } as const;
      // Whoever has proved to read the mail counts, and only somebody who may log in.
      await app.createUser('eva', { email: 'ana@example.com', clock: 'h24' });
      await app.createUser('ana', { email: 'Ana@example.com', emailProvedAt: app.clock.now(), ...units });
      await app.createUser('rui', { email: 'rui@example.com', isActive: false, ...units });
      const addresses = ['ana@example.com', 'rui@example.com'];
      const channel = await createChannel(staff, { name: 'Correio', kind: 'EMAIL', addresses });
      const busy = {
        text: 'netin > 10 MiB/s',
        value: 12.5e6,
        before: null,
        peak: 12.5e6,
        unit: 'bytesPerSecond',
      } as const;
      await tell(app, channel, item({ atoms: [busy] }));
      await tell(app, webhook, item({ atoms: [busy] }));
      await pass(app, 0.5);
      const mailTo = (address: string) => {
        const mail = provider.received.find(({ to }) => to[0] === address);
        return mail ? partOf(mail, 'text/plain').replaceAll('\u202f', ' ') : '';
      };
      expect(mailTo('ana@example.com')).toContain('netin > 10 MiB/s: agora 100 Mbit/s.');
      expect(mailTo('ana@example.com')).toMatch(/Desde 0\d\/01\/2026, \d\d:04 [AP]M \S+\./);
      expect(mailTo('rui@example.com')).toContain('netin > 10 MiB/s: agora 11,9 MiB/s.');
      expect(mailTo('rui@example.com')).toMatch(/Desde 0\d\/01\/2026, \d\d:04 (?![AP]M)\S+\./);
      const { data } = jsonOf<WebhookBody>(receiver.received[0] as ReceivedRequest);
      expect(data.text).toContain('agora 11,9 MiB/s.');
      expect(data.items).toEqual([expect.objectContaining({ atoms: [busy] })]);
    });

    test('an address that takes nothing keeps no other from being told, and is not flooded later', async () => {
      const provider = await startFakeMailProvider();
      const { app, staff } = await start({ environment: provider.environment });
      const addresses = ['ana@example.com', 'rui@example.com'];
      const channel = await createChannel(staff, { name: 'Correio', kind: 'EMAIL', addresses });
      const unit = app.database.em.fork();
      const time = { queuedAt: new Date(0), nextTryAt: new Date('2100-01-01'), triedUntil: new Date('2100-01-01') };
      for (let count = 0; count < 19; count += 1) {
        const to = { channelId: channel, address: 'rui@example.com', language: 'pt', batch: `old ${count}` };
        unit.create(OutboxMessage, { messageId: `<${count}@x>`, ...to, ...time });
        const got = { ...to, address: 'ana@example.com', state: 'sent' as const, settledAt: new Date(0) };
        unit.create(OutboxMessage, { messageId: `<${count}@y>`, ...got, ...time });
      }
      await unit.flush();
      provider.at('recipient', (address) => (address.startsWith('rui') ? { code: 450, text: 'Later' } : undefined));
      for (let told = 0; told < 2; told += 1) {
        await tell(app, channel, item());
        await pass(app, 1);
      }
      expect(provider.received.map(({ to }) => to)).toEqual([['ana@example.com'], ['ana@example.com']]);
      const ofRui = (await messagesIn(app)).filter(({ address }) => address === 'rui@example.com').slice(19);
      expect(ofRui.map(({ state, reason, tries }) => [state, reason, tries > 0])).toEqual([
        ['waiting', 'put_off', true],
        ['failed', 'recipient_behind', false],
      ]);
    });

    test('alerts by e-mail take nobody their welcome mail, and are not kept by it', async () => {
      const provider = await startFakeMailProvider();
      const { app, staff } = await start({ environment: provider.environment });
      const channel = await createChannel(staff, { name: 'Correio', kind: 'EMAIL', addresses: ['ana@example.com'] });
      for (let told = 0; told < 3; told += 1) {
        await tell(app, channel, item());
        await pass(app, 1);
      }
      expect(provider.received).toHaveLength(3);
    });

    test('while mail is off, a message by e-mail fails at once and says why', async () => {
      const { app, staff } = await start();
      const channel = await createChannel(staff, { name: 'Correio', kind: 'EMAIL', addresses: ['ana@example.com'] });
      await tell(app, channel, item());
      await pass(app, 1);
      expect(await messagesIn(app)).toMatchObject([{ state: 'failed', reason: 'mail_off' }]);
    });

    test('messages and their items go after their time, and those that wait stay', async () => {
      const { receiver, app, channel } = await start();
      await tell(app, channel, item());
      await pass(app, 1);
      receiver.answersWith(says(400));
      await tell(app, channel, item());
      await pass(app, 1);
      await tell(app, channel, item());
      const left = async () => [(await states(app)).join(), await app.database.em.fork().count(OutboxItem, {})];
      await app.services.outbox.prune();
      expect(await left()).toEqual(['sent,failed', 3]);
      await app.clock.sleep({ minutes: 14 * 24 * 60 });
      await expect.poll(() => states(app)).not.toContain('claimed');
      await app.services.outbox.prune();
      expect((await left())[0]).toContain('failed');
      expect((await left())[0]).not.toMatch(/^sent/);
    });
  });
}
