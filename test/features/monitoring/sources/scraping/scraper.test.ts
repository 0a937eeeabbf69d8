import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Host } from '../../../../../src/features/monitoring/hosts/storage/host.entity.js';
import { databaseKinds, openTestDatabase } from '../../../../support/databases/databases.js';
import { nodeText } from '../../../../support/fakes/exporter-texts.js';
import { FakeClock } from '../../../../support/fakes/fake-clock.js';
import { startFakeExporter } from '../../../../support/fakes/fake-exporter.js';
import { createTestApp } from '../../../../support/test-app.js';

const START = new Date('2026-01-02T03:04:05.678Z');
const environment = { SCRAPE_ALLOWED_NETWORKS: '127.0.0.0/8' };
const TEXT = nodeText({ busy: 100, idle: 900 });
const LATER = nodeText({ busy: 103, idle: 912 });

type Json = Record<string, never>;

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`hosts that the service reads, on ${name} (decision 103)`, () => {
    async function createHub(changes: Readonly<Record<string, string>> = environment) {
      const location = await locate();
      const database = await openTestDatabase(location);
      const app = await createTestApp({ database, clock: new FakeClock(START), environment: changes });
      const staff = await app.loginAs('root', { isStaff: true });
      const call = async (query: string, variables: object = {}) =>
        (await staff.graphql(query, variables, { 'accept-language': 'en' })).json() as Json;
      const add = async (url: string, scrape: object = {}) => {
        const query =
          'mutation ($scrape: ScrapeInput!) { addHost(name: "web-1", scrape: $scrape) { token host { id source } } }';
        const answer = await call(query, { scrape: { url, ...scrape } });
        return (
          (answer as { data?: { addHost: { host: { id: string } } } }).data?.addHost.host.id ??
          expect.fail(JSON.stringify(answer))
        );
      };
      const host = async (id: string) => {
        const fields = 'state version problem { code message } scrape { url intervalSeconds username hasBearerToken }';
        const answer = await call(`{ host(id: "${id}") { ${fields} newest { cpuPercent ramPercent } } }`);
        return (answer as unknown as { data: { host: Json } }).data.host;
      };
      /** Lets the time of half a second pass, in which due requests start. */
      const tick = () => app.advance({ seconds: 0.5 });
      return { app, location, staff, call, add, host, tick };
    }

    test('have figures at once and rates after their interval; the token is nobody’s, the address for staff alone', async () => {
      const { app, add, host, tick } = await createHub();
      const exporter = await startFakeExporter(TEXT);
      const id = await add(exporter.url, { bearerToken: 'secret' });
      await tick();
      await expect
        .poll(() => host(id))
        .toMatchObject({
          ...{ state: 'LIVE', version: 'node_exporter 1.9.1', problem: null },
          scrape: { url: exporter.url, intervalSeconds: 15, username: null, hasBearerToken: true },
          newest: { cpuPercent: null, ramPercent: 25 },
        });
      expect(exporter.requests[0]?.headers).toMatchObject({
        authorization: 'Bearer secret',
        'accept-encoding': 'gzip',
      });
      exporter.answer((response) => {
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync(LATER));
      });
      await app.advance({ seconds: 14 });
      expect(exporter.requests).toHaveLength(1);
      await app.advance({ seconds: 1 });
      await expect.poll(async () => (await host(id)).newest).toEqual({ cpuPercent: 20, ramPercent: 25 });
      const ana = await app.loginAs('ana');
      expect((await ana.graphql(`{ host(id: "${id}") { scrape { url } } }`)).json()).toEqual({
        data: { host: { scrape: null } },
      });
      const row = await app.database.em.fork().findOneOrFail(Host, { number: Number(id) });
      expect([row.scrape, row.scrapeSecrets].join()).not.toContain('secret');
    });

    test('of this machine, and what is on its link alone, are not read unless the setting lists them', async () => {
      const { call, add, host, tick } = await createHub({});
      const exporter = await startFakeExporter(TEXT);
      const id = await add(exporter.url);
      await tick();
      await expect
        .poll(async () => (await host(id)).problem)
        .toMatchObject({
          code: 'ADDRESS_NOT_ALLOWED',
          message: expect.stringContaining('SCRAPE_ALLOWED_NETWORKS'),
        });
      for (const url of [
        'http://169.254.169.254/',
        'http://[fe80::1]:9100/',
        'http://[fd00:ec2::254]/',
        'http://localhost:9100/',
      ]) {
        const answer = await call('mutation ($url: String!) { scrapePreview(url: $url) { problem { code } } }', {
          url,
        });
        expect([url, answer]).toEqual([url, { data: { scrapePreview: { problem: { code: 'ADDRESS_NOT_ALLOWED' } } } }]);
      }
      expect(exporter.requests).toEqual([]);
    });

    test('keep what is known of them at another address, but no credentials; what is still under way from the former one does not count', async () => {
      const { app, call, add, host, tick } = await createHub();
      const { promise: isAnswered, resolve: answerNow } = Promise.withResolvers<void>();
      const former = await startFakeExporter((response) => void isAnswered.then(() => response.end(TEXT)));
      const id = await add(former.url, { basicAuth: { username: 'ana', password: 'p' } });
      await tick();
      await expect.poll(() => former.requests.length).toBe(1);
      expect(former.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ana:p').toString('base64')}`);
      const set = (scrape: object) =>
        call(
          'mutation ($id: ID!, $scrape: ScrapeInput!) { setHostScrape(id: $id, scrape: $scrape) { scrape { url username } } }',
          {
            id,
            scrape,
          },
        );
      const same = await set({ url: former.url.replace('/metrics', '/other') });
      expect(same).toMatchObject({ data: { setHostScrape: { scrape: { username: 'ana' } } } });
      const present = await startFakeExporter(
        nodeText({ busy: 1, idle: 9, bootSeconds: 1 }).replace('8e+09', '1.2e+10'),
      );
      expect(await set({ url: present.url })).toMatchObject({
        errors: [{ extensions: { fields: { basicAuth: [expect.any(String)] } } }],
      });
      expect(await set({ url: present.url, basicAuth: null })).toMatchObject({
        data: { setHostScrape: { scrape: { username: null } } },
      });
      await tick();
      await expect.poll(async () => (await host(id)).newest).toMatchObject({ ramPercent: 50 });
      answerNow();
      await app.advance({ seconds: 3 });
      expect(present.requests[0]?.headers.authorization).toBeUndefined();
      expect((await host(id)).newest).toMatchObject({ ramPercent: 50 });
    });

    test('are previewed before they are added: what they would have, or what is wrong', async () => {
      const { app, call } = await createHub();
      let answers = 0;
      const exporter = await startFakeExporter((response) => {
        answers += 1;
        if (answers === 1) response.end(TEXT);
        else void app.advance({ seconds: 1 }).then(() => response.end(LATER));
      });
      const fields = 'version facts { hostname cores } metrics { cpuPercent ramPercent } problem { code message }';
      const preview = (variables: object) =>
        call(
          `mutation ($url: String!, $token: String) { scrapePreview(url: $url, bearerToken: $token) { ${fields} } }`,
          variables,
        );
      expect(await preview({ url: exporter.url, token: 'x' })).toEqual({
        data: {
          scrapePreview: {
            version: 'node_exporter 1.9.1',
            facts: { hostname: 'web-1', cores: 2 },
            metrics: { cpuPercent: 20, ramPercent: 25 },
            problem: null,
          },
        },
      });
      exporter.answer((response) => void response.writeHead(404).end());
      expect(await preview({ url: exporter.url })).toMatchObject({
        data: {
          scrapePreview: { metrics: null, problem: { code: 'BAD_STATUS', message: expect.stringContaining('404') } },
        },
      });
      for (const url of ['ftp://x/', 'web-1', 'http://ana:p@web-1/']) {
        expect(await preview({ url })).toMatchObject({
          errors: [{ extensions: { fields: { url: [expect.any(String)] } } }],
        });
      }
    });

    test('are read by one node of several, and by another one when it has gone', async () => {
      const { app, add, location } = await createHub();
      const exporter = await startFakeExporter(TEXT);
      await add(exporter.url, { intervalSeconds: 5 });
      if (name === 'SQLite') return;
      await app.advance({ seconds: 0.5 });
      // The other one starts once this one reads it: either could be the first to ask for the right to.
      await expect.poll(() => exporter.requests.length).toBe(1);
      const other = await createTestApp({
        database: await openTestDatabase(location),
        clock: new FakeClock(START),
        environment,
      });
      await other.advance({ seconds: 0.5 });
      for (let index = 0; index < 4; index += 1) await other.advance({ seconds: 5 });
      await app.advance({ seconds: 5 });
      // More would have come if the other one had read it, too.
      await expect.poll(() => exporter.requests.length).toBe(2);
      await app.close();
      await expect
        .poll(async () => {
          await other.advance({ seconds: 5 });
          return exporter.requests.length;
        })
        .toBeGreaterThan(2);
    });
  });
}
