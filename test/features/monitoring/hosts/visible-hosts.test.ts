import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { Channel } from '../../../../src/features/alerts/channels/channel.entity.js';
import { ChannelMessages } from '../../../../src/features/alerts/channels/delivery/channel-messages.js';
import { PushSubscription } from '../../../../src/features/alerts/channels/push/push-subscription.entity.js';
import { OutboxItem } from '../../../../src/platform/outbox/outbox-item.entity.js';
import { globalId } from '../../../../src/shared/global-id.js';
import { dataOf, startWithStaff } from '../../../support/administration.js';
import { addHost, sendSample } from '../../../support/agents/hosts.js';
import { openIncident } from '../../../support/alerts/alerts.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import type { TestApp } from '../../../support/test-app.js';

const [onSqlite] = databaseKinds;

const WEB: Partial<User> = { machines: 'TAGGED', machineTags: '["web"]' };

/** Starts a service with a machine of ana, who sees those with the tag `web`, and another one with an incident. */
async function start(kind = onSqlite) {
  const { app, staff } = await startWithStaff(kind as NonNullable<typeof kind>);
  const [seen, hidden] = [await addHost(staff, 'web-1', ['web']), await addHost(staff, 'vault-7', ['vault'])];
  for (const host of [seen, hidden]) await sendSample(app, host, { cpuPercent: 77.5 });
  await app.clock.advance({ seconds: 5 });
  const incident = await openIncident(app, { hostNumber: Number(hidden.id), hostName: 'vault-7' });
  return { app, staff, seen, hidden, incident, ana: await app.loginAs('ana', WEB) };
}

/** Number that no host and no incident has. */
const NOTHING = '987654';

/** Queries for one host; `ID` is its id. */
const ABOUT_A_HOST = [
  '{ host(id: "ID") { name } }',
  '{ metrics(host: "ID") { cpuPercent } }',
  '{ metricsHistory(host: "ID", from: "2026-01-01T00:00:00Z") { at } }',
  '{ findings(host: "ID") { text } }',
  '{ alertLimits(host: "ID") { limit } }',
  '{ analysisRequest(host: "ID") { prompt } }',
  '{ analysis(host: "ID") { text } }',
  '{ hostSparklines(ids: ["ID"]) { from } }',
  '{ incidents(host: "ID") { nodes { id } } }',
  '{ node(id: "ID") { id } }',
];

async function answerTo(caller: Browser, query: string, id: string): Promise<string> {
  const { text } = await caller.graphql(query.replace('ID', id));
  return text;
}

describe('a machine that a caller does not see does not exist for them (promise 59)', () => {
  test('by its id, every query answers as for one that there is not, and as before for one that is seen', async () => {
    const { ana, staff, seen, hidden } = await start();
    for (const query of ABOUT_A_HOST) {
      const answer = await answerTo(ana, query, hidden.id);
      expect([query, answer]).toEqual([query, await answerTo(ana, query, NOTHING)]);
      expect([query, await answerTo(ana, query, seen.id)]).toEqual([query, await answerTo(staff, query, seen.id)]);
    }
    for (const path of ['metrics', 'ai']) {
      const at = (id: string) => ana.get(`/sistema/monitoramento/api/v1/${path}?host=${id}`);
      const [answer, ofNothing] = [await at(hidden.id), await at(NOTHING)];
      expect([answer.status, answer.text]).toEqual([404, ofNothing.text]);
    }
  });

  test('lists, counts, tags and incidents leave it out', async () => {
    const { app, ana, seen, hidden, incident } = await start();
    const mine = await openIncident(app, { hostNumber: Number(seen.id), hostName: 'web-1' });
    const lists = `{
      hosts { nodes { name } totalCount counts { live late away waiting } }
      found: hosts(search: "vault") { totalCount }
      tagged: hosts(tag: "vault") { totalCount }
      hostTags
      incidents { nodes { hostName } pageInfo { hasNextPage } }
    }`;
    expect(await dataOf(ana, lists)).toEqual({
      hosts: { nodes: [{ name: 'web-1' }], totalCount: 1, counts: { live: 1, late: 0, away: 0, waiting: 0 } },
      found: { totalCount: 0 },
      tagged: { totalCount: 0 },
      hostTags: ['web'],
      incidents: { nodes: [{ hostName: 'web-1' }], pageInfo: { hasNextPage: false } },
    });
    const byId = 'query ($id: ID!) { incident(id: $id) { hostName } node(id: $id) { id } }';
    expect(await dataOf(ana, byId, { id: globalId('Incident', incident.id) })).toEqual({ incident: null, node: null });
    expect(await dataOf(ana, byId, { id: globalId('Incident', mine.id) })).toMatchObject({
      incident: { hostName: 'web-1' },
    });
    const acknowledge = 'mutation { acknowledgeIncident(id: "ID") { id } }';
    const [refusal, ofNothing] = [String(incident.id), NOTHING].map((id) => answerTo(ana, acknowledge, id));
    expect(await refusal).toEqual(await ofNothing);
    const targets = (await ana.get('/api/v1/http-sd')).text;
    expect(targets).toContain('web-1');
    expect(targets).not.toContain('vault');
    const [ofHidden, ofNone] = [hidden.id, NOTHING].map((id) => ana.get(`/metrics?host=${id}`));
    expect([(await ofHidden)?.status, (await ofHidden)?.text]).toEqual([404, (await ofNone)?.text]);
    expect((await ana.get('/metrics')).text).toMatch(/host="web-1"/);
    expect((await ana.get('/metrics')).text).not.toMatch(/vault|process_|vigia_logins/);
    expect(hidden.id).not.toBe(seen.id);
  });

  test('the default machine is the first that is seen; without any, the addresses refuse the caller', async () => {
    const { app, ana } = await start();
    expect(await dataOf(ana, '{ host { name } metrics { cpuPercent } }')).toEqual({
      host: { name: 'web-1' },
      metrics: { cpuPercent: 77.5 },
    });
    expect(await dataOf(ana, '{ analysisRequest { prompt } }')).toEqual({ analysisRequest: null });
    const none = await app.scriptAs('rui', { machines: 'TAGGED', machineTags: '["none"]' });
    const blind = await app.scriptAs('eva', { machines: 'NONE' });
    for (const caller of [none, blind]) {
      for (const path of ['metrics', 'ai']) {
        const { status, text } = await caller.get(`/sistema/monitoramento/api/v1/${path}`);
        expect([status, JSON.parse(text)]).toMatchObject([403, { code: 'permission_denied' }]);
      }
    }
    const { status, text } = await blind.get('/metrics');
    expect([status, JSON.parse(text)]).toMatchObject([403, { code: 'permission_denied' }]);
    expect((await none.get('/metrics')).text).not.toMatch(/host=/);
  });

  test('pages about machines are not for those who see none, and the administration is for operators as well', async () => {
    const { app } = await start();
    const blind = await app.loginAs('rui', { machines: 'NONE' });
    const home = await blind.get('/');
    expect([home.status, home.headers.get('location')]).toEqual([302, '/sistema/conversor/']);
    for (const path of ['/sistema/monitoramento/', '/sistema/monitoramento/2/', '/sistema/alertas/', '/admin/']) {
      expect([path, (await blind.get(path)).status]).toEqual([path, 403]);
    }
    const operator = await app.loginAs('bia', { isOperator: true });
    const statuses = ['/admin/', '/sistema/alertas/regras/', '/sistema/alertas/canais/'].map(
      async (path) => (await operator.get(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 403]);
  });

  test('its samples, rows and incidents are not pushed, and what was pushed ends when it is no longer seen', async () => {
    const { app, ana, staff, seen, hidden, incident } = await start();
    const live = app.live({ as: ana });
    const firstOf = (query: string) =>
      live
        .iterate({ query })
        .next()
        .catch((errors) => errors);
    expect(await firstOf(`subscription { metrics(host: "${hidden.id}") { cpuPercent } }`)).toMatchObject([
      { extensions: { code: 'HOST_NOT_FOUND' } },
    ]);
    expect(await firstOf(`subscription { hosts(ids: ["${seen.id}", "${hidden.id}"]) { rows } }`)).toMatchObject([
      { extensions: { code: 'HOST_NOT_FOUND' } },
    ]);
    const incidents = live.iterate<{ incidents: { hostName: string } }>({
      query: 'subscription { incidents { hostName } }',
    });
    const next = incidents.next();
    await openIncident(app, { hostNumber: Number(seen.id), hostName: 'web-1' });
    expect((await next).value).toEqual({ data: { incidents: { hostName: 'web-1' } } });
    expect(incident.hostName).toBe('vault-7');
    const samples = live.iterate({ query: 'subscription { metrics { cpuPercent } }' });
    expect((await samples.next()).value).toEqual({ data: { metrics: { cpuPercent: 77.5 } } });
    const rows = live.iterate({ query: `subscription { hosts(ids: ["${seen.id}"]) { rows } }` });
    await rows.next();
    const ends = [samples, rows].map((events) => events.next());
    await dataOf(staff, `mutation { setHostTags(id: "${seen.id}", tags: ["vault"]) { id } }`);
    await app.clock.advance({ seconds: 5 });
    expect(await Promise.all(ends)).toMatchObject([{ done: true }, { done: true }]);
  });

  test('a new choice of staff counts with the next call, and ends what is pushed', async () => {
    const { app, ana, staff, hidden } = await start();
    const live = app.live({ as: ana });
    const samples = live.iterate({ query: 'subscription { metrics { cpuPercent } }' });
    await samples.next();
    const change =
      'mutation ($tags: [String!]) { setUserAccess(usernames: ["ana"], machines: TAGGED, machineTags: $tags) { machineTags } }';
    const end = samples.next().catch((reason) => reason);
    expect(await dataOf(staff, change, { tags: ['Vault '] })).toEqual({ setUserAccess: [{ machineTags: ['vault'] }] });
    expect(await end).toMatchObject({ code: 1012 });
    expect(await dataOf(ana, '{ hosts { nodes { id } } }')).toEqual({ hosts: { nodes: [{ id: hidden.id }] } });
  });

  test('the copy of own data names no machine that is no longer seen', async () => {
    const { app, ana, seen } = await start();
    const mine = await openIncident(app, { hostNumber: Number(seen.id), hostName: 'web-1' });
    await dataOf(ana, `mutation { acknowledgeIncident(id: "${mine.id}") { id } }`);
    const copy = async () => (await dataOf<{ ownData: string }>(ana, '{ ownData }')).ownData;
    expect(await copy()).toContain('web-1');
    await setMachines(app, 'ana', 'NONE');
    const after = await copy();
    expect(after).toContain('incident_acknowledge');
    for (const word of ['web-1', 'Disco quase cheio']) expect(after).not.toContain(word);
  });

  test('the copy of data of a former operator names no machine or collector that they have added', async () => {
    const { app } = await start();
    const bia = await app.loginAs('bia', { isOperator: true });
    await dataOf(bia, 'mutation { addHost(name: "rack-collector", tags: ["rack"], kind: COLLECTOR) { token } }');
    const copy = async () => (await dataOf<{ ownData: string }>(bia, '{ ownData }')).ownData;
    expect(await copy()).toContain('rack-collector');
    const access = { machines: 'NONE', machineTags: [] } as const;
    await app.services.accountAccess.set(new Map([['bia', { role: 'MEMBER', access }]]), {
      method: 'cli',
      address: '',
    });
    const after = await copy();
    expect(after).toContain('collector_add');
    expect(after).not.toContain('rack');
  });
});

test('a message to a browser has the incidents of hosts that its user sees, and no message is for none', async () => {
  const { app, seen, incident } = await start();
  const em = app.database.em.fork();
  const mine = await openIncident(app, { hostNumber: Number(seen.id), hostName: 'web-1' });
  const now = app.clock.now();
  const channel = em.create(Channel, {
    ...{ name: 'Browsers', kind: 'WEB_PUSH', language: 'en', settings: '{}' },
    ...{ createdAt: now, changedAt: now },
  } as const);
  const users = await em.find(User, { usernameKey: { $in: ['ana', 'chefe'] } }, { orderBy: { usernameKey: 'asc' } });
  const browsers = users.map(({ id: userId, username }) =>
    em.create(PushSubscription, {
      ...{ userId, endpoint: `https://push.example/${username}`, p256dh: 'x', auth: 'x', browser: '', createdAt: now },
    }),
  );
  await em.persist([channel, ...browsers]).flush();
  for (const { id, hostName } of [incident, mine]) {
    const item = { id: `${id}`, incidentId: id, kind: 'fired', severity: 'BAD', host: hostName, atoms: [] } as never;
    await em.transactional((unit) => app.services.channelOutbox.put(unit, channel.id, item));
  }
  await em.nativeUpdate(OutboxItem, {}, { batch: 'batch' });
  const sent: string[][] = [];
  const sender: ConstructorParameters<typeof ChannelMessages>[0]['sender'] = {
    send: async ({ content }) => String(sent.push(content.items.map(({ host }) => host).sort())),
  };
  const { pushSubscriptions, visibleHosts } = app.services;
  const messages = new ChannelMessages({
    ...{ em: app.database.em, sender, pushSubscriptions },
    visibleHosts: (access) => visibleHosts.numbers(access),
  });
  const deliver = (address: number | undefined) =>
    messages.deliver(
      { channelId: channel.id, batch: 'batch', messageId: 'x', queuedAt: now, address: String(address) } as never,
      new AbortController().signal,
    );
  for (const { id } of browsers) await deliver(id);
  expect(sent).toEqual([['web-1'], ['vault-7', 'web-1']]);
  await setMachines(app, 'ana', 'NONE');
  await expect(deliver(browsers[0]?.id)).rejects.toMatchObject({ reason: 'recipient_gone' });
  expect((await pushSubscriptions.recipients(em)).map(({ userId }) => userId)).toEqual([users[1]?.id]);
});

async function setMachines({ services }: TestApp, username: string, machines: 'ALL' | 'NONE'): Promise<void> {
  const rights = new Map([[username, { access: { machines, machineTags: [] } }]]);
  await services.accountAccess.set(rights, { method: 'cli', address: '' });
}
