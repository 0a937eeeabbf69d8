import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { Channel } from '../../../../src/features/alerts/channels/channel.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { letLoginsAge } from '../../../support/accounts/reauthentication.js';
import { audited, codeOf, dataOf } from '../../../support/administration.js';
import { createChannel, SIGNING_KEY, startWithChannels } from '../../../support/alerts/channels.js';
import { jsonOf, type Receiver, says, startReceiver } from '../../../support/alerts/receiver.js';
import { databaseKinds, sqlite } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';

const TOKEN = '123456:AA-the-token-of-the-tests';

const LIST = `{ channels { nodes {
  id name kind language address addresses chat topic hasUrl hasSecret isActive waiting failed
  quietHours { from to days timeZone severity } lastDelivery { at state detail }
} } }`;
const CREATE = `mutation ($input: ChannelInput!) {
  createChannel(input: $input) { id name }
}`;
const UPDATE = `mutation ($id: ID!, $input: ChannelInput!) {
  updateChannel(id: $id, input: $input) { id hasSecret hasUrl address }
}`;
const DELETE = `mutation ($id: ID!) { deleteChannel(id: $id) }`;
const TEST = `mutation ($id: ID!) { testChannel(id: $id) { isDelivered reason answer durationMs } }`;

interface Fault {
  readonly errors?: readonly [{ extensions: { code: string; fields?: Record<string, string[]> } }];
}

/** Runs an operation with the caller's password. @returns the faulty fields. */
async function findFaults(staff: Browser, query: string, variables: object): Promise<readonly string[]> {
  const answer = (await staff.graphql(query, variables)).json<Fault>();
  return Object.keys(answer.errors?.[0].extensions.fields ?? {});
}

const WEBHOOK = { name: 'Plantão', kind: 'WEBHOOK', url: 'https://hooks.example/T0/secret-part', secret: SIGNING_KEY };

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`channels on ${kind.name} (contract 12)`, () => {
    test('are made, listed, changed and deleted by the staff, and their secrets are given out nowhere', async () => {
      const { app, staff } = await startWithChannels(kind);
      const quietHours = { from: '22:00', to: '06:00', timeZone: 'America/Sao_Paulo', days: ['FRI'], severity: 'ALL' };
      const id = await createChannel(staff, { ...WEBHOOK, quietHours });
      const listed = await dataOf<{ channels: { nodes: object[] } }>(staff, LIST);
      expect(listed.channels.nodes).toEqual([
        {
          id: `Channel:${id}`,
          name: 'Plantão',
          kind: 'WEBHOOK',
          language: 'PT',
          address: 'hooks.example',
          addresses: [],
          chat: null,
          topic: null,
          hasUrl: true,
          hasSecret: true,
          isActive: true,
          waiting: 0,
          failed: 0,
          quietHours,
          lastDelivery: null,
        },
      ]);
      await dataOf(staff, UPDATE, {
        id,
        input: { ...WEBHOOK, name: 'Noite', url: undefined, secret: undefined },
      });
      const [row] = await app.database.em.fork().find(Channel, {});
      expect(app.services.channels.decryptSecrets(row as Channel)).toEqual({
        url: WEBHOOK.url,
        secret: WEBHOOK.secret,
      });
      await dataOf(staff, DELETE, { id });
      expect(await app.database.em.fork().count(Channel)).toBe(0);

      const events = await app.database.em.fork().find(AuthenticationEvent, {});
      const everywhere = JSON.stringify([row, events, app.lines, listed]);
      for (const secret of ['secret-part', SIGNING_KEY, SIGNING_KEY.slice(6)]) expect(everywhere).not.toContain(secret);
      const facts = (name: string) =>
        `{"name":"${name}","kind":"WEBHOOK","language":"pt","address":"hooks.example","quietHours":"22:00-06:00 FRI America/Sao_Paulo ALL","isActive":true}`;
      expect(await audited(app)).toEqual([
        `chefe channel_create   ${facts('Plantão')}`,
        `chefe channel_update  ${facts('Plantão')} ${facts('Noite')}`,
        `chefe channel_delete  ${facts('Noite')} `,
      ]);
    });

    test('take a password of the last 15 minutes for each change, and the staff role for everything', async () => {
      const { app, staff } = await startWithChannels(kind);
      const id = String(await createChannel(staff, WEBHOOK));
      const other = { ...WEBHOOK, name: 'Outro' };
      await letLoginsAge(app);
      expect(await codeOf(staff, CREATE, { input: other })).toBe('REAUTHENTICATION_REQUIRED');
      expect(await codeOf(staff, UPDATE, { id, input: WEBHOOK })).toBe('REAUTHENTICATION_REQUIRED');
      expect(await codeOf(staff, DELETE, { id })).toBe('REAUTHENTICATION_REQUIRED');
      const ana = await app.loginAs('ana');
      for (const [query, variables] of [
        [LIST, {}],
        [CREATE, { input: other }],
        [TEST, { id }],
        [DELETE, { id }],
      ] as const) {
        expect(await codeOf(ana, query, variables)).toBe('FORBIDDEN');
      }
      expect(await app.database.em.fork().count(Channel)).toBe(1);
    });

    test('with a secret that moves to another server need it again', async () => {
      const { app, staff } = await startWithChannels(kind);
      const input = { name: 'Bot', kind: 'TELEGRAM', secret: TOKEN, chat: '-100123' };
      const id = String(await createChannel(staff, input));
      const moved = { ...input, secret: undefined, url: 'https://evil.example' };
      expect(await findFaults(staff, UPDATE, { id, input: moved })).toEqual(['secret']);
      const stays = { ...input, secret: undefined, url: 'https://api.telegram.org/x' };
      expect(await findFaults(staff, UPDATE, { id, input: stays })).toEqual([]);
      expect(await findFaults(staff, UPDATE, { id, input: { ...moved, secret: TOKEN } })).toEqual([]);
      expect(await findFaults(staff, UPDATE, { id, input: { ...moved, url: null } })).toEqual(['secret']);
      expect(await findFaults(staff, UPDATE, { id, input: { ...input, secret: null } })).toEqual(['secret']);
      const [row] = await app.database.em.fork().find(Channel, {});
      expect(app.services.channels.decryptSecrets(row as Channel)).toEqual({ url: moved.url, secret: TOKEN });
    });

    test('are at most 50, with names of their own', async () => {
      const { app, staff } = await startWithChannels(kind);
      for (let count = 1; count <= 50; count += 1) {
        await app.services.channels.create(
          { name: `Canal ${count}`, kind: 'SLACK', url: 'https://hooks.example/x' },
          { method: 'cli', address: '' },
        );
      }
      expect(await findFaults(staff, CREATE, { input: { ...WEBHOOK, name: 'Mais um' } })).toEqual(['name']);
      await dataOf(staff, DELETE, { id: 'Channel:1' });
      expect(await findFaults(staff, CREATE, { input: { ...WEBHOOK, name: 'Canal 2' } })).toEqual(['name']);
      expect(await findFaults(staff, CREATE, { input: { ...WEBHOOK, name: 'Mais um' } })).toEqual([]);
    });
  });
}

describe('what a channel is made of (contract 12)', () => {
  const EMAIL = { name: 'Correio', kind: 'EMAIL', addresses: ['ana@example.com'] };
  const NTFY = { name: 'Celular', kind: 'NTFY', topic: 'alertas-1' };
  const addresses = (count: number) => Array.from({ length: count }, (_, index) => `ana${index}@example.com`);
  const hours = { from: '22:00', to: '06:00', timeZone: 'America/Sao_Paulo' };

  test.each<[string, object, readonly string[]]>([
    ['a webhook without a key', { ...WEBHOOK, secret: undefined }, []],
    ['a key that is too short', { ...WEBHOOK, secret: Buffer.alloc(23).toString('base64') }, ['secret']],
    ['the shortest key', { ...WEBHOOK, secret: Buffer.alloc(24).toString('base64') }, []],
    ['the longest key', { ...WEBHOOK, secret: `whsec_${Buffer.alloc(64).toString('base64')}` }, []],
    ['a key that is too long', { ...WEBHOOK, secret: Buffer.alloc(65).toString('base64') }, ['secret']],
    ['a key that is no Base64', { ...WEBHOOK, secret: 'not base64 at all, but long enough!' }, ['secret']],
    ['a webhook without an address', { ...WEBHOOK, url: null }, ['url']],
    ['an address of another scheme', { ...WEBHOOK, url: 'ftp://hooks.example/' }, ['url']],
    ['an address with a password', { ...WEBHOOK, url: 'https://a:b@hooks.example/' }, ['url']],
    ['a private address', { ...WEBHOOK, url: 'https://10.0.0.1/' }, ['url']],
    ['this service', { ...WEBHOOK, url: 'http://vigia.test/' }, ['url']],
    ['the longest address', { ...WEBHOOK, url: `https://hooks.example/${'a'.repeat(1978)}` }, []],
    ['an address that is too long', { ...WEBHOOK, url: `https://hooks.example/${'a'.repeat(1979)}` }, ['url']],
    ['a chat for a webhook', { ...WEBHOOK, chat: '1' }, ['chat']],
    ['no name', { ...WEBHOOK, name: ' ' }, ['name']],
    ['the longest name', { ...WEBHOOK, name: 'a'.repeat(80) }, []],
    ['a name that is too long', { ...WEBHOOK, name: 'a'.repeat(81) }, ['name']],
    ['a name with a line break', { ...WEBHOOK, name: 'a\nb' }, ['name']],
    ['ten addresses', { ...EMAIL, addresses: addresses(10) }, []],
    ['eleven addresses', { ...EMAIL, addresses: addresses(11) }, ['addresses']],
    ['no address', { ...EMAIL, addresses: [] }, ['addresses']],
    ['an address twice', { ...EMAIL, addresses: ['a@x.example', 'a@x.example'] }, ['addresses']],
    ['an address that names a second recipient', { ...EMAIL, addresses: ['a@x.example, b@x.example'] }, ['addresses']],
    ['a topic that leads elsewhere', { ...NTFY, topic: '../x' }, ['topic']],
    ['a bot without a chat', { name: 'Bot', kind: 'TELEGRAM', secret: TOKEN }, ['chat']],
    ['a chat that is none', { name: 'Bot', kind: 'TELEGRAM', secret: TOKEN, chat: 'a b' }, ['chat']],
    ['a topic of a chat', { name: 'Bot', kind: 'TELEGRAM', secret: TOKEN, chat: '-100123/45' }, []],
    ['a topic without a number', { name: 'Bot', kind: 'TELEGRAM', secret: TOKEN, chat: '-100123/x' }, ['chat']],
    ['an address of Gotify with its token', { name: 'G', kind: 'GOTIFY', url: 'https://g.example/?token=abc' }, []],
    ['an address of Gotify without one', { name: 'G', kind: 'GOTIFY', url: 'https://g.example/' }, ['secret']],
    ['a public chat', { name: 'Bot', kind: 'TELEGRAM', secret: TOKEN, chat: '@plantao' }, []],
    ['browsers', { name: 'Navegadores', kind: 'WEB_PUSH' }, []],
    ['browsers with an address', { name: 'Navegadores', kind: 'WEB_PUSH', url: 'https://x.example' }, ['url']],
    ['quiet hours', { ...NTFY, quietHours: hours }, []],
    ['quiet hours of no time', { ...NTFY, quietHours: { ...hours, from: '24:00' } }, ['quietHours']],
    ['quiet hours of no time zone', { ...NTFY, quietHours: { ...hours, timeZone: '-03:00' } }, ['quietHours']],
  ])('%s', async (_name, input, faults) => {
    const { staff } = await startWithChannels(sqlite);
    expect(await findFaults(staff, CREATE, { input })).toEqual(faults);
  });

  test('its kind does not change', async () => {
    const { staff } = await startWithChannels(sqlite);
    const id = await createChannel(staff, WEBHOOK);
    expect(await findFaults(staff, UPDATE, { id, input: { ...WEBHOOK, kind: 'SLACK' } })).toEqual(['kind']);
  });

  test('a secret of another SECRET_KEY cannot be read, and the channel says so', async () => {
    const { app, staff } = await startWithChannels(sqlite);
    const id = await createChannel(staff, WEBHOOK);
    await app.database.em.fork().nativeUpdate(Channel, { id }, { secrets: Buffer.alloc(60).toString('base64url') });
    const { testChannel } = await dataOf<{ testChannel: object }>(staff, TEST, { id });
    expect(testChannel).toMatchObject({
      isDelivered: false,
      reason: 'secret_unreadable',
      answer: 'O segredo do canal não pode mais ser lido: informe-o de novo.',
    });
  });

  test('a webhook without a key gets one, which is shown once and signs its messages', async () => {
    const receiver = await startReceiver();
    const { app, staff } = await startWithChannels(sqlite);
    const input = { ...WEBHOOK, url: receiver.url, secret: null, language: 'PT' };
    const made = 'id newSecret hasSecret';
    const { createChannel: channel } = await dataOf<{ createChannel: { id: string; newSecret: string } }>(
      staff,
      `mutation ($input: ChannelInput!) { createChannel(input: $input) { ${made} } }`,
      { input },
    );
    expect(channel).toMatchObject({ newSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), hasSecret: true });
    const { id, newSecret } = channel;
    const verify = async (secret: string) => {
      await dataOf(staff, TEST, { id });
      const request = receiver.received.at(-1);
      return new Webhook(secret).verify(String(request?.body), request?.headers as never);
    };
    await verify(newSecret);
    expect(await dataOf(staff, '{ channels { nodes { newSecret } } }')).toEqual({
      channels: { nodes: [{ newSecret: null }] },
    });
    const { updateChannel: changed } = await dataOf<{ updateChannel: { newSecret: string } }>(
      staff,
      `mutation ($id: ID!, $input: ChannelInput!) { updateChannel(id: $id, input: $input) { ${made} } }`,
      { id, input },
    );
    expect(changed.newSecret).not.toBe(newSecret);
    await verify(changed.newSecret);
    expect((await audited(app)).join('')).not.toContain(newSecret);
  });

  test('the token in an address of Gotify is taken out of it, and a topic of Telegram goes with its chat', async () => {
    const receiver = await startReceiver();
    const { staff } = await startWithChannels(sqlite);
    const gotify = await createChannel(staff, {
      name: 'G',
      kind: 'GOTIFY',
      url: `${receiver.url}/message?token=Abc12345`,
    });
    const secret = TOKEN;
    const bot = await createChannel(staff, {
      name: 'T',
      kind: 'TELEGRAM',
      url: `${receiver.url}/?x=1`,
      secret,
      chat: '-100123/45',
    });
    await dataOf(staff, TEST, { id: gotify });
    await dataOf(staff, TEST, { id: bot });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/message', `/bot${TOKEN}/sendMessage?x=1`]);
    expect(receiver.received[0]?.headers['x-gotify-key']).toBe('Abc12345');
    expect(jsonOf(receiver.received[1] as never)).toMatchObject({ chat_id: '-100123', message_thread_id: 45 });
  });
});

describe('a test of a channel (contract 12)', () => {
  const testOf = async (staff: Browser, id: number) =>
    (await dataOf<{ testChannel: { isDelivered: boolean; answer: string } }>(staff, TEST, { id })).testChannel;

  const start = async (input: (receiver: Receiver) => object) => {
    const receiver = await startReceiver();
    const { app, staff } = await startWithChannels(sqlite);
    const id = await createChannel(staff, input(receiver));
    return { receiver, app, staff, id };
  };

  test('shows the answer of the provider, without secrets', async () => {
    const { receiver, app, staff, id } = await start(({ url }) => ({
      kind: 'TELEGRAM',
      url,
      secret: TOKEN,
      chat: '-100123',
    }));
    expect(await testOf(staff, id)).toMatchObject({ isDelivered: true, answer: '200 ok' });
    expect(receiver.received[0]?.path).toBe(`/bot${TOKEN}/sendMessage`);
    expect(jsonOf(receiver.received[0] as never)).toMatchObject({
      chat_id: '-100123',
      text: expect.stringContaining('Teste do Vigia: este canal funciona'),
    });
    receiver.answersWith(
      says(400, JSON.stringify({ ok: false, description: `Bad Request: no ${TOKEN}, chat not found` })),
    );
    expect(await testOf(staff, id)).toMatchObject({
      isDelivered: false,
      answer: 'O destino recusou a mensagem: 400 Bad Request: no …, chat not found',
    });
    expect((await audited(app)).slice(1)).toEqual([
      'chefe channel_test   {"name":"Plantão","answer":"200 ok"}',
      'chefe channel_test   {"name":"Plantão","answer":"refused: 400 Bad Request: no …, chat not found"}',
    ]);
    expect(app.lines.join('')).not.toContain(TOKEN);
  });

  test.each<[string, Parameters<Receiver['answersWith']>[0], string]>([
    ['a redirection', says(307, '', { location: 'http://127.0.0.1/' }), 'O destino não aceitou agora: 307'],
    ['a failure', says(500, 'oops'), 'O destino não aceitou agora: 500 oops'],
    ['a broken connection', (response) => response.socket?.resetAndDestroy(), 'Sem conexão com o destino: ECONNRESET'],
    ['a very long answer', says(200, 'word '.repeat(50_000)), '200 word word'],
  ])('%s', async (_name, answer, expected) => {
    const { receiver, staff, id } = await start(({ url }) => ({ kind: 'SLACK', url: `${url}/services/x` }));
    receiver.answersWith(answer);
    const result = await testOf(staff, id);
    expect(result.answer.startsWith(expected)).toBe(true);
    expect(result.answer.length).toBeLessThan(300);
  });

  test('a provider that does not answer is left after ten seconds', async () => {
    const { receiver, app, staff, id } = await start(({ url }) => ({ kind: 'SLACK', url: `${url}/services/x` }));
    const asked = Promise.withResolvers<void>();
    receiver.answersWith(() => asked.resolve());
    const outcome = testOf(staff, id);
    await asked.promise;
    await app.advance({ seconds: 10 });
    expect(await outcome).toMatchObject({ isDelivered: false, answer: 'O destino demorou demais.' });
  });

  test('an address that is refused is named as that', async () => {
    const receiver = await startReceiver();
    const { staff } = await startWithChannels(sqlite, { environment: { WEBHOOK_ALLOWED_NETWORKS: '' } });
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    const id = await createChannel(staff, { kind: 'SLACK', url });
    expect(await testOf(staff, id)).toMatchObject({
      isDelivered: false,
      answer: 'Endereço interno, que não está em WEBHOOK_ALLOWED_NETWORKS: this machine',
    });
    expect(receiver.received).toEqual([]);
  });

  test('is sent ten times a minute and no more', async () => {
    const { staff, id } = await start(({ url }) => ({ kind: 'SLACK', url }));
    for (let count = 0; count < 10; count += 1) expect((await testOf(staff, id)).isDelivered).toBe(true);
    expect(await codeOf(staff, TEST, { id })).toBe('RATE_LIMITED');
  });
});
