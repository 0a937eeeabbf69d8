import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { restRoutes } from '../../../../../src/app/rest-routes.js';
import { hashOfHostToken } from '../../../../../src/features/monitoring/host-token.js';
import { HOSTS_MAX } from '../../../../../src/features/monitoring/hosts/editing/host-editing.js';
import { Host } from '../../../../../src/features/monitoring/hosts/storage/host.entity.js';
import { letLoginsAge } from '../../../../support/accounts/reauthentication.js';
import { audited, codeOf, dataOf, startWithStaff } from '../../../../support/administration.js';
import { addHost, sendSample } from '../../../../support/agents/hosts.js';
import { createRule, evaluateFor, openIncident } from '../../../../support/alerts/alerts.js';
import { databaseKinds } from '../../../../support/databases/databases.js';
import { Browser } from '../../../../support/http/browser.js';
import { rootFields } from '../../../../support/root-fields.js';
import type { TestApp } from '../../../../support/test-app.js';

/** Operations that require no credentials. */
const OPEN = ['mutation login', 'mutation refreshToken', 'mutation register'];

const TOKEN = /^vigia_host_[\w-]{43}$/;

const rowOf = (app: TestApp, id: string) => app.database.em.fork().findOneOrFail(Host, { number: Number(id) });

async function findFaults(caller: Browser, document: string, variables: object = {}): Promise<string[]> {
  const { errors = [] } = (await caller.graphql(`mutation ($text: String!) { ${document} }`, variables)).json<{
    errors?: { extensions: { code: string; fields?: object } }[];
  }>();
  return errors.flatMap(({ extensions: { code, fields } }) => (fields ? Object.keys(fields) : [code]));
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`staff change hosts, on ${kind.name} (contract 13)`, () => {
    test('a host is added with a token that is stored as its hash alone, and nobody sees again', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { id, token } = await addHost(staff, '  web-1 ', ['Web', 'BR', 'web']);
      expect(token).toMatch(TOKEN);
      const row = await rowOf(app, id);
      expect(row).toMatchObject({
        name: 'web-1',
        tags: '["br","web"]',
        hasAgent: true,
        tokenHash: hashOfHostToken(token),
      });
      expect(JSON.stringify(row)).not.toContain(token);
      expect([row.samplesDays, row.minutesDays, row.hoursDays]).toEqual([7, 90, 730]);
      const lines = await audited(app);
      expect(lines.at(-1)).toContain('chefe host_add');
      expect(lines.join() + app.lines.join()).not.toContain(token);
    });

    test('names are 1 to 80 characters and unique whatever their capitals, tags at most 10 of 1 to 40', async () => {
      const { staff } = await startWithStaff(kind);
      const { id } = await addHost(staff, 'x'.repeat(80), [...'abcdefghi', 'y'.repeat(40)]);
      const add = (text: string) => findFaults(staff, 'addHost(name: $text) { token }', { text });
      const rename = (text: string) => findFaults(staff, `renameHost(id: "${id}", name: $text) { id }`, { text });
      for (const text of ['', ' ', 'x'.repeat(81), 'a\nb', '\u202e']) {
        expect([text, await add(text), await rename(text)]).toEqual([text, ['name'], ['name']]);
      }
      await addHost(staff, 'Loja');
      expect([await add('loja'), await rename('LOJA')]).toEqual([['name'], ['name']]);
      expect(await rename('X'.repeat(80))).toEqual([]);
      for (const tags of [['y'.repeat(41)], [''], [...'abcdefghijk'], ['a\nb']]) {
        expect(await codeOf(staff, `mutation { setHostTags(id: "${id}", tags: ${JSON.stringify(tags)}) { id } }`)).toBe(
          'BAD_USER_INPUT',
        );
      }
    });

    test('a thousand are not retired at most', async () => {
      const { app, staff } = await startWithStaff(kind);
      const present = await app.database.em.fork().count(Host, {});
      const { id } = await addHost(staff, 'first');
      const row = await rowOf(app, id);
      const rows = Array.from({ length: HOSTS_MAX - present - 1 }, (_, index) => {
        const number = row.number + 1 + index;
        return { ...row, number, id: `id-${number}`, name: `host ${number}`, tokenHash: `hash ${number}` };
      });
      await app.database.em.fork().insertMany(Host, rows as never);
      expect(await findFaults(staff, 'addHost(name: $text) { token }', { text: 'more' })).toEqual(['BAD_USER_INPUT']);
      await dataOf(staff, `mutation { retireHost(id: "${id}") { id } }`);
      expect(await findFaults(staff, 'addHost(name: $text) { token }', { text: 'more' })).toEqual([]);
    });

    test('two of the same name at once: one is added', async () => {
      const { staff } = await startWithStaff(kind);
      const add = () => codeOf(staff, 'mutation { addHost(name: "same") { token } }');
      const codes = await Promise.all([add(), add(), add()]);
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === 'BAD_USER_INPUT')).toHaveLength(2);
    });

    test('changes are audited with before and after; what changes nothing is not', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { id } = await addHost(staff, 'web-1');
      const change = async (document: string) => {
        await dataOf(staff, `mutation { ${document} }`);
        return (await audited(app)).filter((line) => line.includes('host_')).slice(1);
      };
      await change(`renameHost(id: "${id}", name: "web-1") { id }`);
      expect(await change(`setHostTags(id: "${id}", tags: []) { id }`)).toEqual([]);
      await change(`renameHost(id: "${id}", name: "loja") { name }`);
      await change(`setHostTags(id: "${id}", tags: ["b", "A"]) { tags }`);
      await change(`renewHostToken(id: "${id}") { token }`);
      const host = Number(id);
      expect(await change(`retireHost(id: "${id}") { state }`)).toEqual(
        [
          ['chefe host_rename', { host, name: 'web-1' }, { host, name: 'loja' }],
          ['chefe host_tag', { host, name: 'loja', tags: [] }, { host, name: 'loja', tags: ['a', 'b'] }],
          ['chefe host_new_token', null, { host, name: 'loja' }],
          ['chefe host_retire', { host, name: 'loja', tags: ['a', 'b'] }, null],
        ].map(([what, before, after]) =>
          [what, '', before && JSON.stringify(before), after && JSON.stringify(after)].join(' '),
        ),
      );
    });

    test('a new token ends the one before; who is retired has none, and the name is free', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { id, token } = await addHost(staff, 'web-1', ['web']);
      const answer = await dataOf<{ renewHostToken: { token: string } }>(
        staff,
        `mutation { renewHostToken(id: "${id}") { token } }`,
      );
      expect(answer.renewHostToken.token).toMatch(TOKEN);
      expect(answer.renewHostToken.token).not.toBe(token);
      expect((await rowOf(app, id)).tokenHash).toBe(hashOfHostToken(answer.renewHostToken.token));
      const retire = `mutation { retireHost(id: "${id}") { state } }`;
      expect(await dataOf(staff, retire)).toEqual({ retireHost: { state: 'RETIRED' } });
      expect(await rowOf(app, id)).toMatchObject({ tokenHash: null, agentInstance: null });
      expect(await codeOf(staff, retire)).toBe('HOST_NOT_FOUND');
      expect(await dataOf(staff, '{ hostTags }')).toEqual({ hostTags: [] });
      expect((await addHost(staff, 'web-1')).id).not.toBe(id);
      const { hosts } = await dataOf<{ hosts: { nodes: { id: string }[] } }>(
        staff,
        '{ hosts(state: RETIRED) { nodes { id } } }',
      );
      expect(hosts.nodes).toEqual([{ id }]);
    });

    test('tokens are given and taken with a password of the last 15 minutes alone, and only to hosts with an agent', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { id } = await addHost(staff, 'web-1');
      await letLoginsAge(app);
      for (const field of ['retireHost', 'renewHostToken']) {
        const ask = (caller: Browser, host: string) =>
          codeOf(caller, `mutation { ${field}(id: "${host}") { __typename } }`);
        expect([field, await ask(staff, id)]).toEqual([field, 'REAUTHENTICATION_REQUIRED']);
        // The service's own machine has no agent.
        const recent = await app.loginAs('chefe');
        if (kind.name === 'PostgreSQL') expect([field, await ask(recent, '1')]).toEqual([field, 'BAD_USER_INPUT']);
      }
      expect((await rowOf(app, id)).tokenHash).not.toBeNull();
    });

    test('a host that is retired ends its incidents, and no rule is evaluated on it any more', async () => {
      const { app, staff } = await startWithStaff(kind);
      const host = await addHost(staff, 'web-1');
      const { id } = host;
      await sendSample(app, host, { cpuPercent: 1 });
      const incident = await openIncident(app, { hostNumber: Number(id), hostName: 'web-1' });
      await dataOf(staff, `mutation { retireHost(id: "${id}") { id } }`);
      const query = `{ incident(id: "${incident.id}") { state hostName endReason } }`;
      expect(await dataOf(staff, query)).toEqual({
        incident: { state: 'ENDED', hostName: 'web-1', endReason: 'HOST_REMOVED' },
      });
      await createRule(staff, { name: 'Sem sinal', expression: 'away > 1 min', forSeconds: 0 });
      await app.clock.advance({ minutes: 5 });
      await evaluateFor(app, { seconds: 3 });
      const open = await dataOf<{ incidents: { nodes: { host: string }[] } }>(
        staff,
        '{ incidents(state: OPEN) { nodes { host } } }',
      );
      expect(open.incidents.nodes.filter(({ host }) => host === id)).toEqual([]);
    });

    test('the token of a host is no login: no field, address or socket shows it anything', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { token } = await addHost(staff, 'web-1');
      const thief = new Browser(app.baseUrl, { authorization: `Bearer ${token}`, accept: 'application/json' });
      const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
      const guarded = rootFields(schema).filter(({ name }) => !OPEN.includes(name));
      expect(guarded.length).toBeGreaterThan(90);
      for (const { name, kind: root, document } of guarded) {
        if (root === 'subscription') continue;
        const answer = await thief.graphql(document);
        expect([name, answer.status]).toEqual([name, 401]);
        expect([name, answer.json<{ data?: unknown }>().data ?? null]).toEqual([name, null]);
      }
      for (const { method, addresses, open } of restRoutes) {
        if (open || method !== 'GET') continue;
        for (const address of addresses) expect([address, (await thief.get(address)).status]).toEqual([address, 401]);
      }
      const live = app.live({ connectionParams: { Authorization: `Bearer ${token}` } });
      const first = live.iterate({ query: 'subscription { metrics { cpuPercent } }' }).next();
      await expect(first).rejects.toMatchObject({ code: expect.any(Number) });
    });
  });
}
