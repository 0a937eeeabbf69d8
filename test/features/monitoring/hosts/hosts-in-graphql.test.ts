import { describe, expect, test } from 'vitest';
import { codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { connectAgent } from '../../../support/agents/agents.js';
import { addHost, sendSample } from '../../../support/agents/hosts.js';
import { databaseKinds } from '../../../support/databases/databases.js';

interface Listed {
  readonly hosts: {
    readonly nodes: readonly { readonly name: string; readonly state: string }[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
    readonly totalCount: number;
    readonly counts: object;
  };
}

const LIST = `query ($search: String, $tag: String, $state: HostState, $order: HostOrder, $first: Int, $after: String) {
  hosts(search: $search, tag: $tag, state: $state, order: $order, first: $first, after: $after) {
    nodes { name state } pageInfo { endCursor hasNextPage } totalCount counts { live late away retired }
  }
}`;

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`hosts in GraphQL on ${kind.name} (contract 13)`, () => {
    test('are listed by name, tag and state, in the order of their names or the worst first, page by page', async () => {
      const { app, staff } = await startWithStaff(kind);
      const [web10, web2, db] = [
        await addHost(staff, 'web-10', ['Web', 'br']),
        await addHost(staff, 'web-2', ['web']),
        await addHost(staff, 'db', ['data']),
      ];
      const ana = await app.loginAs('ana');
      await sendSample(app, db, { cpuPercent: 20 });
      await app.clock.advance({ seconds: 100 });
      await sendSample(app, web10, { cpuPercent: 30 });
      await sendSample(app, web2, { cpuPercent: 99 });
      const own = await dataOf<{ host: { name: string; isOwn: boolean } }>(ana, '{ host { name isOwn } }');
      expect(own.host.isOwn).toBe(true);
      const namesOf = async (variables: object) =>
        (await dataOf<Listed>(ana, LIST, variables)).hosts.nodes
          .map(({ name }) => name)
          .filter((name) => name !== own.host.name);
      expect(await namesOf({})).toEqual(['db', 'web-2', 'web-10']);
      expect(await namesOf({ order: 'WORST' })).toEqual(['db', 'web-2', 'web-10']);
      await sendSample(app, web10, { cpuPercent: 100 });
      // The table is re-read within a second.
      await app.clock.advance({ seconds: 5 });
      expect(await namesOf({ order: 'WORST' })).toEqual(['db', 'web-10', 'web-2']);
      expect(await namesOf({ search: 'EB-1' })).toEqual(['web-10']);
      expect(await namesOf({ tag: 'WEB' })).toEqual(['web-2', 'web-10']);
      expect(await namesOf({ state: 'LATE' })).toEqual(['db']);
      const { hosts } = await dataOf<Listed>(ana, LIST, { tag: 'web', state: 'AWAY' });
      expect(hosts).toMatchObject({ nodes: [], totalCount: 0, counts: { live: 2, late: 0, away: 0, retired: 0 } });
      for (const order of ['NAME', 'WORST']) {
        const whole = await namesOf({ order });
        const pages: string[] = [];
        for (let after: string | null = null, more = true; more; ) {
          const page: Listed['hosts'] = (await dataOf<Listed>(ana, LIST, { order, first: 1, after })).hosts;
          pages.push(...page.nodes.map(({ name }) => name));
          ({ endCursor: after, hasNextPage: more } = page.pageInfo);
        }
        expect(pages.filter((name) => name !== own.host.name)).toEqual(whole);
      }
      expect(await dataOf(ana, '{ hostTags }')).toEqual({ hostTags: ['br', 'data', 'web'] });
      expect(await codeOf(ana, LIST, { first: 101 })).toBe('BAD_USER_INPUT');
      expect(await codeOf(ana, LIST, { after: 'x' })).toBe('BAD_USER_INPUT');
    });

    test('are named in what is asked of the own machine else; one that does not exist answers so everywhere', async () => {
      const { app, staff } = await startWithStaff(kind);
      const host = await addHost(staff, 'web-1');
      const { id, token } = host;
      const ask = (field: string) => dataOf<Record<string, unknown>>(staff, `{ ${field} }`);
      expect(await ask(`host(id: "${id}") { state newest { cpuPercent } facts { os } lastSeenAt }`)).toEqual({
        host: { state: 'WAITING', newest: null, facts: null, lastSeenAt: null },
      });
      expect(await codeOf(staff, `{ metrics(host: "${id}") { cpuPercent } }`)).toBe('NOT_FOUND');
      await sendSample(app, host, { cpuPercent: 77.5 });
      await app.clock.advance({ seconds: 5 });
      expect(await ask(`metrics(host: "${id}") { cpuPercent }`)).toEqual({ metrics: { cpuPercent: 77.5 } });
      expect(await ask('metrics { cpuPercent }')).not.toEqual({ metrics: { cpuPercent: 77.5 } });
      expect(await ask(`findings(host: "${id}") { kind }`)).toEqual({ findings: [{ kind: expect.any(String) }] });
      expect(await ask(`metricsHistory(from: "2020-01-01T00:00:00Z", host: "${id}") { at }`)).toBeTruthy();
      expect(
        await ask(`processPeaks(from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z", host: "${id}") { at }`),
      ).toEqual({ processPeaks: [] });
      await connectAgent(app.services.agentIntake, token, app.clock.now());
      expect(await ask(`busiestProcesses(host: "${id}") { byCpu { name } }`)).toEqual({ busiestProcesses: null });
      expect(await codeOf(staff, `{ processCommand(id: 1, host: "${id}") }`)).toBe('BAD_USER_INPUT');
      for (const field of [
        'host(id: "ID") { name }',
        'metrics(host: "ID") { cpuPercent }',
        'metricsHistory(from: "2020-01-01T00:00:00Z", host: "ID") { at }',
        'findings(host: "ID") { kind }',
        'analysis(host: "ID") { text }',
        'analysisRequest(host: "ID") { prompt }',
        'busiestProcesses(host: "ID") { byCpu { name } }',
        'processPeaks(from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z", host: "ID") { at }',
        'processCommand(id: 1, host: "ID")',
      ]) {
        for (const unknown of ['999', `0${id}`, '-1', '1e3', 'web-1', '']) {
          expect([field, unknown, await codeOf(staff, `{ ${field.replace('ID', unknown)} }`)]).toEqual([
            field,
            unknown,
            'HOST_NOT_FOUND',
          ]);
        }
      }
    });

    test('are named in the query of a REST address', async () => {
      const { app, staff } = await startWithStaff(kind);
      const host = await addHost(staff, 'web-1');
      const { id } = host;
      const script = await app.scriptAs('ana');
      const path = '/sistema/monitoramento/api/v1/metrics';
      const ask = async (query: string) => {
        const answer = await script.get(path + query);
        return [answer.status, answer.json<{ code?: string; data?: { cpu_percent: number } }>()] as const;
      };
      expect(await ask(`?host=${id}`)).toMatchObject([404, { code: 'not_measured' }]);
      await sendSample(app, host, { cpuPercent: 77.5 });
      await app.clock.advance({ seconds: 5 });
      expect(await ask(`?host=${id}`)).toMatchObject([200, { data: { cpu_percent: 77.5 } }]);
      expect((await ask(''))[1].data?.cpu_percent).not.toBe(77.5);
      for (const unknown of ['999', '', 'x']) {
        expect(await ask(`?host=${unknown}`)).toMatchObject([404, { code: 'host_not_found' }]);
      }
      expect((await ask(`?host=${id}&host=1`))[0]).toBe(400);
      expect((await script.get(`/sistema/monitoramento/v1/ai-api?host=999`)).status).toBe(404);
    });
  });
}
