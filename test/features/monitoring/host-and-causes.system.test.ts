import { spawn } from 'node:child_process';
import { cpus, hostname, machine } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dataOf } from '../../support/administration.js';
import { addAgentHost, connectAgent, minuteOf, sampleAt } from '../../support/agents/agents.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

const MINUTE_MS = 60_000;
const GIB = 1024 ** 3;
const PROCESSES = [
  { name: 'node', cpuPercent: 61.4, ramBytes: GIB },
  { name: 'java', cpuPercent: 3, ramBytes: 9 * GIB },
];

interface FoundFinding {
  readonly kind: string;
  readonly measure: string | null;
  readonly cause: string | null;
}

async function pass(app: TestApp, minutes: number, busy: { cpuPercent?: number; ramAvailableBytes?: number }) {
  for (let minute = 0; minute < minutes; minute += 1) {
    app.host.reading = { ...app.host.reading, ...busy };
    await app.advance({ minutes: 1 });
  }
}

describe('who the machine is (contract 4)', () => {
  test('is told to whoever is signed in', async () => {
    const app = await createTestApp();
    const query =
      '{ host { id name isOwn state intervalSeconds newest { cpuPercent } facts { hostname os kernel cores architecture bootedAt environment } } }';
    expect((await app.browser().graphql(query)).status).toBe(401);
    const { host } = await dataOf<{ host: Record<string, unknown> & { facts: Record<string, unknown> } }>(
      await app.loginAs(),
      query,
    );
    const { cpuPercent } = app.host.reading;
    expect(host).toMatchObject({ name: hostname(), isOwn: true, state: 'LIVE', intervalSeconds: 5 });
    expect(host).toMatchObject({ id: '1', newest: { cpuPercent } });
    const { facts } = host;
    expect(facts).toMatchObject({ hostname: hostname(), cores: cpus().length, architecture: machine() });
    expect(facts.os).not.toBe('');
    expect(facts.kernel).not.toBe('');
    expect(facts.bootedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    expect(['PHYSICAL', 'VIRTUAL_MACHINE', 'CONTAINER', 'UNKNOWN']).toContain(facts.environment);
  });
});

describe('the cause of a finding (contract 4)', () => {
  const query = '{ findings { kind measure cause } }';

  test('is the process that used most in the minute before, told to staff in their language', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('root', { isStaff: true });
    app.processTimes.processes = PROCESSES;
    await pass(app, 12, { cpuPercent: 90, ramAvailableBytes: GIB / 2 });
    const asked = async (language: string) =>
      (await staff.graphql(query, {}, { 'accept-language': language })).json<{ data: { findings: FoundFinding[] } }>()
        .data.findings;
    expect(await asked('en')).toEqual([
      { kind: 'CPU_HIGH', measure: 'cpuPercent', cause: 'node 61%' },
      // Java uses nine of sixteen GB.
      { kind: 'RAM_HIGH', measure: 'ramPercent', cause: 'java 56%' },
    ]);
    expect((await asked('es')).map(({ cause }) => cause)).toEqual(['node 61\u00a0%', 'java 56\u00a0%']);

    const others = await dataOf<{ findings: FoundFinding[] }>(await app.loginAs('ana'), query);
    expect(others.findings.map(({ measure, cause }) => [measure, cause])).toEqual([
      ['cpuPercent', null],
      ['ramPercent', null],
    ]);
  });

  test('is null where nothing is remembered, none used much, or nothing is used too much', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('root', { isStaff: true });
    const causes = async () =>
      (await dataOf<{ findings: FoundFinding[] }>(staff, query)).findings.map((one) => [
        one.kind,
        one.measure,
        one.cause,
      ]);
    app.processTimes.processes = PROCESSES;
    await pass(app, 6, { cpuPercent: 5 });
    expect(await causes()).toEqual([['QUIET', null, null]]);
    app.processTimes.processes = [{ name: 'node', cpuPercent: 0.4, ramBytes: 4096 }];
    await pass(app, 6, { cpuPercent: 90 });
    expect(await causes()).toEqual([['CPU_HIGH', 'cpuPercent', null]]);
    app.processTimes.processes = undefined;
    await pass(app, 6, { cpuPercent: 90 });
    expect(await causes()).toEqual([['CPU_HIGH', 'cpuPercent', null]]);
  });
});

describe('the processes of past minutes (contract 4)', () => {
  const query = `query ($from: String!, $to: String!) {
    processPeaks(from: $from, to: $to) { at processes { name cpuPercent ramBytes } }
  }`;

  test('are shown to staff', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('root', { isStaff: true });
    app.processTimes.processes = PROCESSES;
    await app.advance({ minutes: 3 });
    const peaks = await dataOf(staff, query, { from: '2026-01-02T03:05:00Z', to: '2026-01-02T03:06:30Z' });
    expect(peaks).toEqual({
      processPeaks: [
        { at: '2026-01-02T03:05:00.000Z', processes: PROCESSES },
        { at: '2026-01-02T03:06:00.000Z', processes: PROCESSES },
      ],
    });
  });

  test('of a host with an agent are those that the agent has sent, as is the cause beside its findings', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('root', { isStaff: true });
    app.processTimes.processes = [{ name: 'of the hub', cpuPercent: 99, ramBytes: GIB }];
    const { number, token } = await addAgentHost(app.database, { now: app.clock.now() });
    const { agent } = await connectAgent(app.services.agentIntake, token, app.clock.now());
    await app.advance({ minutes: 2 });
    const nowMs = app.clock.now().getTime();
    const begin = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    for (let minute = 10; minute > 0; minute -= 1) {
      const startMs = begin - minute * MINUTE_MS;
      await agent.takeMinute(startMs, minuteOf(startMs, { cpu: 95, count: 5 }), minute === 1 ? PROCESSES : undefined);
    }
    agent.takeSample(sampleAt(nowMs, { cpuPercent: 97 }), nowMs);
    const asked = `query ($host: ID, $from: String!, $to: String!) {
      processPeaks(host: $host, from: $from, to: $to) { at processes { name cpuPercent ramBytes } }
      findings(host: $host) { kind cause }
    }`;
    const range = { from: new Date(begin - 60 * MINUTE_MS).toISOString(), to: app.clock.now().toISOString() };
    expect(await dataOf(staff, asked, { host: String(number), ...range })).toMatchObject({
      processPeaks: [{ at: new Date(begin - MINUTE_MS).toISOString(), processes: PROCESSES }],
      findings: [{ kind: 'CPU_HIGH', cause: expect.stringMatching(/^node 61/) }],
    });
  });

  test('are asked for by two timestamps, the first before the second', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('root', { isStaff: true });
    const fields = async (from: string, to: string) => {
      const { errors } = (await staff.graphql(query, { from, to })).json<{
        errors: { extensions: { code: string; fields?: Record<string, unknown> } }[];
      }>();
      const { code, fields: faults } = errors[0]?.extensions ?? { code: '' };
      return [code, Object.keys(faults ?? {})];
    };
    const now = '2026-01-02T03:05:00Z';
    expect(await fields('yesterday', '2026-01-02')).toEqual(['BAD_USER_INPUT', ['from', 'to']]);
    expect(await fields(now, now)).toEqual(['BAD_USER_INPUT', ['to']]);
  });

  test('go after seven days, hour by hour', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('root', { isStaff: true });
    app.processTimes.processes = PROCESSES;
    await app.advance({ minutes: 2 });
    app.processTimes.processes = undefined;
    const range = { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' };
    expect(await dataOf(staff, query, range)).toMatchObject({ processPeaks: [{}, {}] });
    await app.sleep({ minutes: 7 * 1440 });
    await app.sleep({ minutes: 61 });
    const again = await app.loginAs('root');
    expect(await dataOf(again, query, range)).toEqual({ processPeaks: [] });
  });
});

describe('the command of a process (contract 4)', () => {
  const query = 'query ($id: Int!) { processCommand(id: $id) }';

  test.runIf(process.platform === 'linux')('is shown to staff while it runs, twenty times a minute', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('root', { isStaff: true });
    const child = spawn('sleep', ['321.5'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(await dataOf(staff, query, { id: 2 ** 31 - 1 })).toEqual({ processCommand: null });
    for (let call = 1; call < 20; call += 1) {
      expect(await dataOf(staff, query, { id: child.pid })).toEqual({ processCommand: 'sleep 321.5' });
    }
    expect((await staff.graphql(query, { id: child.pid })).status).toBe(429);
    // The text must not appear in any table or log line.
    expect(app.lines.join('\n')).not.toContain('321.5');
  });
});
