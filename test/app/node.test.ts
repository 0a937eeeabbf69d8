import type { GraphQLInterfaceType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { nodeLookups } from '../../src/app/node-lookups.js';
import { createSchema } from '../../src/app/schema.js';
import { Passkey } from '../../src/features/accounts/passkeys/passkey.entity.js';
import { OidcIdentity } from '../../src/features/accounts/users/oidc-identity.entity.js';
import { User } from '../../src/features/accounts/users/user.entity.js';
import { PushSubscription } from '../../src/features/alerts/channels/push/push-subscription.entity.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';
import { codeOf, dataOf, startWithStaff } from '../support/administration.js';
import { databaseKinds } from '../support/databases/databases.js';
import { addThings } from '../support/every-list.js';
import type { Browser } from '../support/http/browser.js';
import type { TestApp } from '../support/test-app.js';

/** Uses undefined services: the tests only inspect this schema and never call them. */
const schema = createSchema(undefined as never, new TopicPubSub());
const types = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map(({ name }) => name);

/** Lists that contain an object of each type that implements Node. Those in {@link OWN} are of the caller alone. */
const LISTS: Readonly<Record<string, string>> = {
  OidcIdentity: 'oidcIdentities { id }',
  Passkey: 'passkeys { id }',
  PersonalAccessToken: 'personalAccessTokens { id }',
  PushSubscription: 'pushSubscriptions { id }',
  Session: 'sessions { id }',
  User: 'me { id }',
  Host: 'hosts { nodes { id } }',
  Incident: 'incidents { nodes { id } }',
  AlertRule: 'alertRules { nodes { id } }',
  AuditEvent: 'auditTrail { nodes { id } }',
  Channel: 'channels { nodes { id } }',
  Invitation: 'invitations { nodes { id } }',
  OutboxMail: 'outbox { nodes { id } }',
  ServiceNode: 'serviceNodes { id }',
  Silence: 'silences { nodes { id } }',
};
const OWN = Object.keys(LISTS).slice(0, 6);
const FOR_ALL = ['Host', 'Incident'];

const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }';

interface Found {
  readonly node: { readonly __typename: string; readonly id: string } | null;
}

async function firstId(caller: Browser, type: string): Promise<string> {
  type Identified = { readonly id: string };
  const [list] = Object.values(
    await dataOf<Record<string, Identified | Identified[] | { nodes: Identified[] }>>(caller, `{ ${LISTS[type]} }`),
  );
  const [first] = list && 'nodes' in list ? list.nodes : [list ?? []].flat();
  if (!first) throw new Error(`There is no ${type}`);
  return first.id;
}

const findNode = async (caller: Browser, id: string) => (await dataOf<Found>(caller, NODE, { id })).node;

/** Gives an account one of everything that belongs to it. */
async function giveOwnThings({ database, clock, programAs }: TestApp, username: string): Promise<void> {
  await programAs(username, ['READ']);
  const em = database.em.fork();
  const user = await em.findOneOrFail(User, { usernameKey: username });
  const common = { createdAt: clock.now() };
  em.create(PushSubscription, {
    ...common,
    ...{ userId: user.id, endpoint: `https://push.example/${username}`, p256dh: 'x', auth: 'x', browser: 'Firefox' },
  });
  em.create(Passkey, {
    ...{ ...common, user, credentialId: username, publicKey: 'x', counter: 0, userHandle: 'x', transports: '' },
    ...{ isBackedUp: false, name: 'Chave', lastUsedAt: null },
  });
  em.create(OidcIdentity, { ...common, user, issuer: 'https://id.example', subject: username, name: username });
  await em.flush();
}

const NO_IDS = [
  ...['', ':', 'Host:1', 'Nothing:1', '__proto__:1', 'constructor:1', 'Query:1', 'Incident:', 'Incident:-1'],
  ...['Incident:1e3', 'Incident:01', 'Incident:99999999999', 'Silence:9007199254740993', 'Silence:x', 'User:0'],
  ...['Silence:1.5', 'OutboxMail:-Infinity'],
  ...['incident:1', ' Incident:1', 'AlertRule:Incident:1', 'SecurityEvent:1', `Session:${'f'.repeat(5000)}`],
];

test('every type that implements Node can be looked up, and no other', () => {
  expect(types.length).toBeGreaterThan(10);
  expect(Object.keys(nodeLookups).sort()).toEqual([...types].sort());
  expect(Object.keys(LISTS).sort()).toEqual([...types].sort());
});

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`node on ${kind.name} (promises 18, 22, 26)`, () => {
    test('finds an object of each type by its id, to the caller who sees it in a list', async () => {
      const started = await startWithStaff(kind);
      const { app, staff } = started;
      await addThings(started, 'um');
      await giveOwnThings(app, 'chefe');
      for (const type of types) {
        const id = await firstId(staff, type);
        expect(await findNode(staff, id)).toEqual({ __typename: type, id });
      }
    });

    test('is null for what a caller may not see, as for an id that nothing has', async () => {
      const started = await startWithStaff(kind);
      const { app, staff } = started;
      await addThings(started, 'um');
      await giveOwnThings(app, 'chefe');
      const ana = await app.loginAs('ana');
      await giveOwnThings(app, 'ana');
      for (const type of types) {
        const [ofStaff, unknown] = [await firstId(staff, type), type === 'Host' ? '999' : `${type}:999`];
        const answers = [await ana.graphql(NODE, { id: ofStaff }), await ana.graphql(NODE, { id: unknown })];
        const seen = FOR_ALL.includes(type) ? { __typename: type, id: ofStaff } : null;
        expect([type, answers.map((answer) => answer.json())]).toEqual([
          type,
          [{ data: { node: seen } }, { data: { node: null } }],
        ]);
        if (OWN.includes(type))
          expect(await findNode(ana, await firstId(ana, type))).toMatchObject({ __typename: type });
      }
    });

    test('takes the scope of the type from a token, and nothing from a visitor', async () => {
      const started = await startWithStaff(kind);
      const { app, staff } = started;
      await addThings(started, 'um');
      const ids = { Host: await firstId(staff, 'Host'), AlertRule: await firstId(staff, 'AlertRule') };
      const seenBy = async (caller: Browser) =>
        Promise.all(Object.values(ids).map(async (id) => (await findNode(caller, id))?.__typename));
      expect(await seenBy(await app.programAs('chefe', ['READ']))).toEqual(['Host', undefined]);
      expect(await seenBy(await app.programAs('chefe', ['STAFF_READ']))).toEqual([undefined, 'AlertRule']);
      expect(await seenBy(await app.programAs('chefe', ['CONVERT']))).toEqual([undefined, undefined]);
      for (const id of Object.values(ids)) {
        expect(await codeOf(app.browser(), `{ node(id: "${id}") { id } }`)).toBe('UNAUTHENTICATED');
      }
    });

    test('shares the quota of the query for its type', async () => {
      const { app, staff } = await startWithStaff(kind);
      const id = await firstId(staff, 'Host');
      const ana = await app.loginAs('ana');
      for (let count = 0; count < 59; count += 1) await findNode(ana, id);
      expect(await codeOf(ana, `{ host(id: "${id}") { id } }`)).toBeUndefined();
      expect(await codeOf(ana, `{ node(id: "${id}") { id } }`)).toBe('RATE_LIMITED');
    });

    test('is null for what is no id', async () => {
      const { staff } = await startWithStaff(kind);
      for (const id of NO_IDS) expect([id, await findNode(staff, id)]).toEqual([id, null]);
    });
  });
}

describe('ids', () => {
  test('are taken as arguments without their type, as earlier versions gave them, and not with another type', async () => {
    const started = await startWithStaff(databaseKinds[0] as (typeof databaseKinds)[number]);
    await addThings(started, 'um');
    const { staff } = started;
    const incident = await firstId(staff, 'Incident');
    const number = incident.replace('Incident:', '');
    const ask = async (id: string) =>
      (await dataOf<{ incident: { id: string } | null }>(staff, `{ incident(id: "${id}") { id } }`)).incident?.id;
    expect([await ask(incident), await ask(number)]).toEqual([incident, incident]);
    expect(await ask(`Silence:${number}`)).toBeUndefined();
    const end = (id: string) => codeOf(staff, `mutation { endSilence(id: "${id}") }`);
    expect(await end(`Channel:1`)).toBe('NOT_FOUND');
    expect(await end('1')).toBeUndefined();
  });

  test('of two types are never the same: all but those of hosts begin with their type', async () => {
    const started = await startWithStaff(databaseKinds[0] as (typeof databaseKinds)[number]);
    await addThings(started, 'um');
    await giveOwnThings(started.app, 'chefe');
    for (const type of types) {
      const id = await firstId(started.staff, type);
      expect([type, id]).toEqual([type, expect.stringMatching(type === 'Host' ? /^\d+$/ : new RegExp(`^${type}:.`))]);
    }
  });
});
