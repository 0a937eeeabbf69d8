import { describe, expect, test } from 'vitest';
import { decodeColumns } from '../../../../src/features/monitoring/history/chunk-codec.js';
import { HostChunk } from '../../../../src/features/monitoring/history/host-chunk.entity.js';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';
import type { HostFacts } from '../../../../src/features/monitoring/host/facts/host-facts.js';
import type { HostReading } from '../../../../src/features/monitoring/host/host-metrics.js';
import { Host } from '../../../../src/features/monitoring/hosts/storage/host.entity.js';
import { addAgentHost, computeHash } from '../../../support/agents/agents.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';
import { createTestApp } from '../../../support/test-app.js';

const START = new Date('2026-01-02T03:04:05.678Z');
const MINUTE = 60_000;

const reading: HostReading = {
  ...new FakeHost().reading,
  cpuPercent: 42,
  diskTotalBytes: null,
  diskUsedBytes: null,
  diskAvailableBytes: null,
  fileSystems: null,
  uptimeSeconds: null,
};

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`hosts whose samples the service makes, on ${name} (decision 103)`, () => {
    async function createHub() {
      const location = await locate();
      const app = await createTestApp({ database: await openTestDatabase(location), clock: new FakeClock(START) });
      const { number, token } = await addAgentHost(app.database, { now: START });
      await app.database.em.fork().nativeUpdate(Host, { number }, { source: 'NODE_EXPORTER' });
      const credential = computeHash(token);
      const { sourceIntake: intake, hostStates, measuredHosts } = app.services;
      const take = (changes: Partial<HostReading> = {}, host = number, secret = credential) =>
        intake.take(host, secret, { ...reading, ...changes }, app.clock.now().getTime());
      const row = () => app.database.em.fork().findOneOrFail(Host, { number });
      const stored = async () => {
        const chunks = await app.database.em
          .fork()
          .find(HostChunk, { hostNumber: number, resolution: Resolution.SAMPLES });
        return chunks.map(({ startMinute, data }) => [startMinute, decodeColumns(data)[0]?.length]);
      };
      return { app, location, number, credential, intake, hostStates, measuredHosts, take, row, stored };
    }

    test('a reading is shown at once, in the table a second later, and what its source lacks is null', async () => {
      const { app, number, hostStates, measuredHosts, take, row } = await createHub();
      expect(take()).toBe(true);
      const shown = { state: 'LIVE', source: 'NODE_EXPORTER', newest: { cpuPercent: 42, diskTotalBytes: null } };
      expect(await hostStates.byNumber(number)).toMatchObject(shown);
      expect((await row()).newest).toBeNull();
      await app.advance({ seconds: 1 });
      await expect.poll(async () => (await row()).newest).toContain('"cpuPercent":42');
      expect((await measuredHosts.list()).find((host) => host.number === number)).toMatchObject({
        source: 'NODE_EXPORTER',
        newest: { cpuPercent: 42, diskTotalBytes: null },
      });
      const staff = await app.loginAs('root', { isStaff: true });
      const newest = 'newest { cpuPercent ramPercent diskPercent memoryTotal uptimeSeconds fileSystems { path } }';
      expect((await staff.graphql(`{ host(id: "${number}") { source hasAgent ${newest} } }`)).json()).toMatchObject({
        data: {
          host: {
            source: 'NODE_EXPORTER',
            hasAgent: false,
            newest: { cpuPercent: 42, diskPercent: null, memoryTotal: null, uptimeSeconds: null, fileSystems: null },
          },
        },
      });
    });

    test('a minute is stored when it is over, and one that the service stops in is completed after the start', async () => {
      const { app, location, number, credential, intake, take, stored } = await createHub();
      take();
      await app.advance({ seconds: 15 });
      take();
      await app.advance({ seconds: 10 });
      expect(await stored()).toEqual([]);
      await intake.flush();
      const minute = Math.floor(START.getTime() / MINUTE);
      expect(await stored()).toEqual([[minute, 2]]);
      const next = await createTestApp({
        database: await openTestDatabase(location),
        clock: new FakeClock(app.clock.now()),
      });
      next.services.sourceIntake.take(number, credential, reading, next.clock.now().getTime());
      await next.advance({ seconds: 40 });
      await expect.poll(stored).toEqual([[minute, 3]]);
    });

    test('without processors and memory it is no sample', async () => {
      const { number, hostStates, take } = await createHub();
      expect(take({ cpuPercent: null, ramTotalBytes: null, ramAvailableBytes: null })).toBe(false);
      expect(await hostStates.byNumber(number)).toMatchObject({ state: 'WAITING', newest: undefined });
    });

    test('with another credential, and once the host is retired, nothing is stored or described', async () => {
      const { app, number, credential, intake, take, row, stored } = await createHub();
      take({}, number, computeHash('another'));
      await intake.describe(number, computeHash('another'), { version: 'x' });
      await intake.problem(number, computeHash('another'), { code: 'TIMEOUT' });
      await intake.flush();
      await app.database.em.fork().nativeUpdate(Host, { number }, { retiredAt: START, tokenHash: null });
      take();
      await intake.describe(number, credential, { version: 'x' });
      await intake.flush();
      expect(await row()).toMatchObject({ newest: null, agentVersion: null, problem: null });
      expect(await stored()).toEqual([]);
    });

    test('a problem keeps the time when it began, is said in the language of the caller, and goes', async () => {
      const { app, number, credential, intake } = await createHub();
      const staff = await app.loginAs('root', { isStaff: true });
      const problem = async () => {
        const query = `{ host(id: "${number}") { problem { code message since } } }`;
        const answer = await staff.graphql(query, {}, { 'accept-language': 'en' });
        return (answer.json() as { data: { host: { problem: unknown } } }).data.host.problem;
      };
      expect(await problem()).toBeNull();
      await intake.problem(number, credential, { code: 'NOT_REACHABLE', detail: 'ECONNREFUSED' });
      const since = START.toISOString();
      expect(await problem()).toEqual({
        code: 'NOT_REACHABLE',
        message: expect.stringMatching(/^The address does not answer \(ECONNREFUSED\)\./),
        since,
      });
      await app.advance({ minutes: 1 });
      await intake.problem(number, credential, { code: 'NOT_REACHABLE', detail: 'EHOSTUNREACH' });
      expect(await problem()).toMatchObject({ message: expect.stringContaining('EHOSTUNREACH'), since });
      await intake.problem(number, credential, { code: 'TIMEOUT' });
      expect(await problem()).toMatchObject({ code: 'TIMEOUT', since: app.clock.now().toISOString() });
      await intake.problem(number, credential, undefined);
      expect(await problem()).toBeNull();
    });

    test('what changes with each reading is written now and then', async () => {
      const { app, number, credential, intake, row } = await createHub();
      const tell = async (version: string) => {
        await intake.describe(number, credential, { version });
        await intake.problem(number, credential, { code: 'BAD_STATUS', detail: version });
      };
      for (let version = 1; version <= 100; version += 1) await tell(String(version));
      expect(await row()).toMatchObject({ agentVersion: '5', problem: expect.stringContaining('"detail":"5"') });
      await app.advance({ seconds: 6 });
      await tell('101');
      expect(await row()).toMatchObject({ agentVersion: '101', problem: expect.stringContaining('"detail":"101"') });
    });

    test('facts, version and interval are those that the source says', async () => {
      const { number, credential, intake, hostStates, take } = await createHub();
      take();
      await intake.flush();
      const facts: HostFacts = {
        ...{ name: 'web-1\u0000', system: 'Debian', kernel: 'Linux 6', processor: null, cores: 4 },
        ...{ environment: 'unknown', environmentName: null, startedAt: START.toISOString() },
      };
      await intake.describe(number, credential, { facts, version: 'node_exporter 1.9.0', intervalMs: 30_000 });
      expect(await hostStates.byNumber(number)).toMatchObject({
        facts: { name: expect.stringMatching(/^web-1/), cores: 4 },
        version: 'node_exporter 1.9.0',
        intervalMs: 30_000,
      });
    });
  });
}
