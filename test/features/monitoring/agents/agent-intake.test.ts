import { describe, expect, test } from 'vitest';
import { decodeColumns } from '../../../../src/features/monitoring/history/chunk-codec.js';
import { HostChunk } from '../../../../src/features/monitoring/history/host-chunk.entity.js';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';
import { COMMAND_LINE } from '../../../../src/platform/audit/origin.js';
import {
  addAgentHost,
  connectAgent,
  createGreeting,
  fakeChannel,
  minuteOf,
  sampleAt,
} from '../../../support/agents/agents.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { fakeFileSystem } from '../../../support/fakes/fake-file-system.js';
import { createTestApp } from '../../../support/test-app.js';

const MINUTE = 60_000;
const OTHER = '00000000-0000-4000-8000-000000000002';
const samplesIn = (chunks: readonly HostChunk[]) =>
  chunks.reduce((sum, { data }) => sum + (decodeColumns(data)[0]?.length ?? 0), 0);

const START = new Date('2026-01-02T03:04:05.678Z');

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`what agents send, on ${name} (contract 13)`, () => {
    async function createHub() {
      const location = await locate();
      const app = await createTestApp({ database: await openTestDatabase(location), clock: new FakeClock(START) });
      const host = await addAgentHost(app.database, { now: app.clock.now() });
      const { agentIntake: intake, hostStates, measuredHosts, noteEditedHost } = app.services;
      const now = () => app.clock.now();
      const status = () => hostStates.byNumber(host.number);
      const sql = <Row = unknown>(text: string) => app.database.em.getConnection().execute<Row[]>(text);
      const stored = () =>
        app.database.em.fork().find(HostChunk, { hostNumber: host.number, resolution: Resolution.SAMPLES });
      return { app, location, host, intake, hostStates, measuredHosts, noteEditedHost, now, status, sql, stored };
    }

    test('an unknown token is refused, and so is that of a host that is retired', async () => {
      const { intake, host, sql, now } = await createHub();
      const { channel } = fakeChannel();
      expect(await intake.admit(createGreeting('vigia_host_x', now()), channel)).toBe('unknown_token');
      await sql(`update hosts set retired_at = last_seen_at where number = ${host.number}`);
      expect(await intake.admit(createGreeting(host.token, now()), channel)).toBe('unknown_token');
    });

    test('a sample is shown at once, and in the table a second later', async () => {
      const { app, host, intake, now, status, sql, hostStates } = await createHub();
      expect(await status()).toMatchObject({
        state: 'WAITING',
        source: 'AGENT',
        newest: undefined,
        lastSeenAt: undefined,
      });
      const { agent } = await connectAgent(intake, host.token, now());
      expect(agent.intervalMs).toBe(5000);
      agent.takeSample(sampleAt(now().getTime(), { cpuPercent: 42 }), now().getTime());
      const shown = { state: 'LIVE', newest: { cpuPercent: 42 }, facts: { name: 'agent.example' }, version: '1.2.3' };
      expect(await status()).toMatchObject(shown);
      const newest = () => sql<{ newest: string | null }>(`select newest from hosts where number = ${host.number}`);
      expect(await newest()).toEqual([{ newest: null }]);
      await app.advance({ seconds: 1 });
      await expect.poll(newest).toMatchObject([{ newest: expect.stringContaining('42') }]);
      expect((await hostStates.list()).map(({ number, state }) => [number, state])).toEqual([
        [1, 'LIVE'],
        [host.number, 'LIVE'],
      ]);
      expect(
        (await app.services.measuredHosts.list()).map(({ number, newest }) => [number, newest?.cpuPercent]),
      ).toEqual([
        [1, expect.any(Number)],
        [host.number, 42],
      ]);
    });

    test('a host is late after three intervals and away after two minutes', async () => {
      const { app, host, intake, now, status } = await createHub();
      const { agent } = await connectAgent(intake, host.token, now());
      agent.takeSample(sampleAt(now().getTime()), now().getTime());
      await app.advance({ seconds: 15 });
      expect((await status())?.state).toBe('LIVE');
      await app.advance({ ms: 1 });
      expect((await status())?.state).toBe('LATE');
      await app.advance({ ms: 104_999 });
      expect((await status())?.state).toBe('LATE');
      await app.advance({ ms: 1 });
      expect((await status())?.state).toBe('AWAY');
    });

    test('a host whose agent has left stays as it was until it is late, with the newest figures', async () => {
      const { app, host, intake, now, status } = await createHub();
      const { agent } = await connectAgent(intake, host.token, now());
      const take = (cpuPercent: number) => agent.takeSample(sampleAt(now().getTime(), { cpuPercent }), now().getTime());
      take(1);
      await app.services.hostStates.list();
      const stop = app.services.hostStates.onChanged(() => {});
      for (let n = 2; n <= 3; n += 1) {
        await app.advance({ seconds: 5 });
        take(n);
      }
      const saving = intake.save();
      await agent.leave({ isClean: true });
      expect(await status()).toMatchObject({ state: 'LIVE', newest: { cpuPercent: 3 }, lastSeenAt: now() });
      await saving;
      await app.advance({ seconds: 15 });
      expect((await status())?.state).toBe('LIVE');
      await app.advance({ ms: 1 });
      expect((await status())?.state).toBe('LATE');
      stop();
    });

    test('a host with a short interval is late after five seconds', async () => {
      const { app, intake, now, hostStates } = await createHub();
      const { number, token } = await addAgentHost(app.database, { name: 'fast', now: now(), intervalMs: 1000 });
      const { agent } = await connectAgent(intake, token, now());
      agent.takeSample(sampleAt(now().getTime()), now().getTime());
      await app.advance({ seconds: 5 });
      expect((await hostStates.byNumber(number))?.state).toBe('LIVE');
      await app.advance({ ms: 1 });
      expect((await hostStates.byNumber(number))?.state).toBe('LATE');
    });

    test('an interval that staff change is told to the agent; others follow the service, within their bounds', async () => {
      const { app, location, host, intake, now, status } = await createHub();
      const { intervals } = await connectAgent(intake, host.token, now());
      const { hostEditing } = app.services;
      const set = (seconds?: number) => hostEditing.setInterval(String(host.number), seconds, COMMAND_LINE);
      await set(30);
      await expect.poll(() => intervals).toEqual([30_000]);
      expect(await status()).toMatchObject({ intervalMs: 30_000, hasChosenInterval: true });
      await expect(set(61)).rejects.toThrow();
      await expect(set(0)).rejects.toThrow();
      const chosen = await hostEditing.add({ name: 'chosen', tags: [], intervalSeconds: 7 }, COMMAND_LINE);
      const following = await hostEditing.add({ name: 'following', tags: [] }, COMMAND_LINE);
      await set();
      await expect.poll(() => intervals).toEqual([30_000, 5000]);
      await app.close();
      const again = await createTestApp({
        database: await openTestDatabase(location),
        environment: { METRICS_INTERVAL_MS: '250' },
        clock: app.clock,
      });
      const intervalOf = async ({ number }: { number: number }) =>
        (await again.services.hostStates.byNumber(number))?.intervalMs;
      expect([await intervalOf(host), await intervalOf(chosen), await intervalOf(following)]).toEqual([
        1000, 7000, 1000,
      ]);
    });

    test('those who watch are told once a second of what has changed, and of nothing else', async () => {
      const { app, host, intake, now } = await createHub();
      const told: (readonly number[])[] = [];
      const { agent } = await connectAgent(intake, host.token, now());
      await app.services.hostStates.list();
      const stop = app.services.hostStates.onChanged((numbers) =>
        told.push(numbers.filter((one) => one === host.number)),
      );
      for (let n = 0; n < 3; n += 1) agent.takeSample(sampleAt(now().getTime() + n), now().getTime());
      await app.advance({ seconds: 1 });
      const heard = () => told.flat();
      await expect.poll(heard).toEqual([host.number]);
      await app.advance({ seconds: 4 });
      expect(heard()).toEqual([host.number]);
      await app.advance({ seconds: 11 });
      await expect.poll(heard).toEqual([host.number, host.number]);
      stop();
      const running = app.clock.running;
      agent.takeSample(sampleAt(now().getTime()), now().getTime());
      await app.advance({ seconds: 2 });
      expect([heard().length, app.clock.running]).toEqual([2, running]);
    });

    test('a copy of an agent is refused while the first is heard, and let in 15 seconds after', async () => {
      const { app, host, intake, now, sql } = await createHub();
      const { agent, ends } = await connectAgent(intake, host.token, now());
      const copy = fakeChannel();
      const again = () =>
        intake.admit(createGreeting(host.token, now(), { instance: OTHER, address: '198.51.100.9' }), copy.channel);
      expect(await again()).toBe('in_use');
      await app.advance({ seconds: 10 });
      agent.takeSample(sampleAt(now().getTime()), now().getTime());
      await app.advance({ seconds: 1 });
      await expect
        .poll(() => sql(`select newest from hosts where newest is not null and number = ${host.number}`))
        .toHaveLength(1);
      await app.advance({ seconds: 15 });
      expect(await again()).toBe('in_use');
      expect(app.lines.filter((line) => line.includes('another one uses the same token'))).toHaveLength(1);
      expect(app.lines.join('\n')).toContain('198.51.100.9');
      await app.advance({ ms: 1 });
      expect(await again()).toMatchObject({ intervalMs: 5000 });
      expect(ends).toEqual(['replaced']);
    });

    test.each([
      [1000, 15_000],
      [10_000, 30_000],
    ])(
      'a copy of an agent that measures every %i ms is refused for %i ms after it was heard',
      async (intervalMs, heardMs) => {
        const { app, intake, now } = await createHub();
        const host = await addAgentHost(app.database, { name: 'other', now: now(), intervalMs });
        await connectAgent(intake, host.token, now());
        const again = () => intake.admit(createGreeting(host.token, now(), { instance: OTHER }), fakeChannel().channel);
        await app.advance({ ms: heardMs });
        expect(await again()).toBe('in_use');
        await app.advance({ ms: 1 });
        expect(await again()).toMatchObject({ intervalMs });
      },
    );

    test.each(['agent_instance', 'stored_by'])(
      'of a row that names another in %s nothing is written or released',
      async (column) => {
        const { app, host, intake, now, sql } = await createHub();
        const takeOver = () => sql(`update hosts set ${column} = '${OTHER}' where number = ${host.number}`);
        const row = () => sql(`select newest, ${column} as owner from hosts where number = ${host.number}`);
        const { agent, ends } = await connectAgent(intake, host.token, now());
        await takeOver();
        agent.takeSample(sampleAt(now().getTime()), now().getTime());
        await app.advance({ seconds: 1 });
        await expect.poll(() => ends).toEqual(['replaced']);
        expect(await row()).toEqual([{ newest: null, owner: OTHER }]);

        await sql(`update hosts set agent_instance = null, stored_by = null where number = ${host.number}`);
        const { agent: back } = await connectAgent(intake, host.token, now());
        await takeOver();
        await back.leave({ isClean: true });
        expect(await row()).toEqual([{ newest: null, owner: OTHER }]);
      },
    );

    test('another process may go on at once when the first has ended cleanly, and later when it was cut', async () => {
      const { host, intake, now } = await createHub();
      const { agent } = await connectAgent(intake, host.token, now());
      await agent.leave();
      const other = { instance: OTHER };
      expect(await intake.admit(createGreeting(host.token, now(), other), fakeChannel().channel)).toBe('in_use');
      const { agent: back } = await connectAgent(intake, host.token, now());
      await back.leave({ isClean: true });
      await connectAgent(intake, host.token, now(), other);
    });

    test('a second connection of the same agent takes the place of the first', async () => {
      const { host, intake, now, status } = await createHub();
      const first = await connectAgent(intake, host.token, now());
      const second = await connectAgent(intake, host.token, now());
      expect([first.ends, second.ends]).toEqual([['replaced'], []]);
      second.agent.takeSample(sampleAt(now().getTime(), { cpuPercent: 2 }), now().getTime());
      first.agent.takeSample(sampleAt(now().getTime(), { cpuPercent: 1 }), now().getTime());
      await first.agent.leave({ isClean: true });
      expect((await status())?.newest?.cpuPercent).toBe(2);
    });

    test('a token that counts no more ends its connection, whoever has changed it, and writes nothing', async () => {
      const { app, host, intake, now, sql, stored, noteEditedHost } = await createHub();
      const minute = START.getTime() - (START.getTime() % MINUTE) - MINUTE;
      const { agent, ends } = await connectAgent(intake, host.token, now());
      await sql(`update hosts set token_hash = 'another' where number = ${host.number}`);
      await expect(agent.takeMinute(minute, minuteOf(minute))).rejects.toThrow('is no longer valid');
      expect([ends, await stored()]).toEqual([['revoked'], []]);

      const other = await addAgentHost(app.database, { name: 'other', now: now() });
      const second = await connectAgent(intake, other.token, now());
      await sql(`update hosts set token_hash = null, retired_at = last_seen_at where number = ${other.number}`);
      second.agent.takeSample(sampleAt(now().getTime()), now().getTime());
      await app.advance({ seconds: 1 });
      await expect.poll(() => second.ends).toEqual(['revoked']);

      const third = await addAgentHost(app.database, { name: 'third', now: now() });
      const last = await connectAgent(intake, third.token, now());
      await sql(`update hosts set retired_at = last_seen_at where number = ${third.number}`);
      noteEditedHost(third.number);
      await expect.poll(() => last.ends).toEqual(['revoked']);
    });

    test('a minute is stored once, whatever comes with it later', async () => {
      const { host, intake, now, stored, hostStates } = await createHub();
      const { agent } = await connectAgent(intake, host.token, now());
      const minute = START.getTime() - (START.getTime() % MINUTE) - MINUTE;
      await Promise.all([
        agent.takeMinute(minute, minuteOf(minute)),
        agent.takeMinute(minute, minuteOf(minute, { cpu: 9 })),
      ]);
      await agent.takeMinute(minute, minuteOf(minute, { cpu: 50 }));
      expect(await stored()).toHaveLength(1);
      const answer = await hostStates.history(host.number).read({ fromMs: minute, toMs: minute + MINUTE, points: 100 });
      expect(answer.average[0]).toEqual(Array.from({ length: 12 }, (_, n) => n * 10));
    });

    test('the processes of a minute are stored once for its host, and with it or not at all', async () => {
      const { app, host, intake, now, sql } = await createHub();
      const { processMinutes } = app.services;
      const using = (name: string) => [{ name, cpuPercent: 61, ramBytes: 4096 }];
      const minute = START.getTime() - (START.getTime() % MINUTE) - MINUTE;
      const peaks = async (number = host.number) =>
        (await processMinutes.peaks(0, minute + 90 * MINUTE, number)).map(({ startMs, processes }) => [
          (startMs - minute) / MINUTE,
          processes[0]?.name,
        ]);
      // An hour ahead: they are stored in the service's time, as the figures are.
      const nowMs = now().getTime() + 60 * MINUTE;
      const { agent } = await connectAgent(intake, host.token, now(), { nowMs });
      const take = (startMs: number, processes?: ReturnType<typeof using>, count = 12) =>
        agent.takeMinute(startMs + 60 * MINUTE, minuteOf(startMs + 60 * MINUTE, { count }), processes);
      await take(minute - 2 * MINUTE);
      await take(minute - MINUTE, using('first'), 6);
      await take(minute - MINUTE, using('again'), 6);
      await take(minute - MINUTE, using('more samples'));
      await Promise.all([take(minute, using('one')), take(minute, using('two'))]);
      await take(minute - 25 * 60 * MINUTE, using('old'));
      await take(minute + 2 * MINUTE, using('in the future'));
      const kept = [
        [-1, 'first'],
        [0, 'one'],
      ];
      expect(await peaks()).toEqual(kept);
      expect(await peaks(1)).toEqual([]);
      await sql(`update hosts set token_hash = 'another' where number = ${host.number}`);
      await expect(take(minute - 3 * MINUTE, using('revoked'))).rejects.toThrow('is no longer valid');
      expect(await peaks()).toEqual(kept);
    });

    test('what is no minute, is not over or is older than a day is not stored', async () => {
      const { host, intake, now, stored } = await createHub();
      const { agent } = await connectAgent(intake, host.token, now());
      const minute = START.getTime() - (START.getTime() % MINUTE) - MINUTE;
      const wrong: [number, ReturnType<typeof minuteOf>][] = [
        [minute + 1, minuteOf(minute + 1)],
        [minute, []],
        [minute, minuteOf(minute, { count: 13 })],
        [minute, minuteOf(minute).reverse()],
        [minute, minuteOf(minute - MINUTE)],
        [minute, minuteOf(minute).map((sample) => ({ ...sample, figures: [-1] }))],
        [minute, minuteOf(minute).map((sample) => ({ ...sample, figures: [0.5] }))],
        [minute, minuteOf(minute).map((sample) => ({ ...sample, figures: [2 ** 52] }))],
        [minute, Array.from({ length: 65 }, (_, n) => ({ atMs: minute + n, figures: [] }))],
        [-MINUTE, minuteOf(-MINUTE)],
      ];
      for (const [startMs, samples] of wrong) {
        await expect(Promise.resolve(agent.takeMinute(startMs, samples))).rejects.toThrow(RangeError);
      }
      const oldest = minute - 24 * 60 * MINUTE - MINUTE;
      for (const startMs of [minute + 2 * MINUTE, oldest - MINUTE]) await agent.takeMinute(startMs, minuteOf(startMs));
      expect(await stored()).toEqual([]);
      for (const startMs of [minute, oldest]) await agent.takeMinute(startMs, minuteOf(startMs));
      expect(await stored()).toHaveLength(2);
    });

    test('a minute has up to 64 samples, and one that comes in two parts is stored as one', async () => {
      const { host, intake, now, stored, sql } = await createHub();
      const { agent } = await connectAgent(intake, host.token, now());
      const minute = START.getTime() - (START.getTime() % MINUTE) - MINUTE;
      const [{ figures } = { figures: [] }] = minuteOf(minute);
      const full = Array.from({ length: 64 }, (_, n) => ({ atMs: minute + n * 900, figures }));
      await agent.takeMinute(minute, full);
      expect(samplesIn(await stored())).toBe(64);
      const before = minute - MINUTE;
      const whole = minuteOf(before);
      await agent.takeMinute(before, whole.slice(0, 4));
      await sql(`update hosts set rolled_up_until = ${minute / MINUTE + 60} where number = ${host.number}`);
      for (let sent = 0; sent < 2; sent += 1) await agent.takeMinute(before, whole.slice(4));
      await agent.takeMinute(before, whole.slice(0, 4));
      expect(samplesIn((await stored()).filter(({ startMinute }) => startMinute === before / MINUTE))).toBe(12);
      const hour = Math.floor(before / MINUTE / 60) * 60;
      expect(await sql(`select rolled_up_until from hosts where number = ${host.number}`)).toEqual([
        { rolled_up_until: hour },
      ]);
    });

    test('a clock that is an hour ahead changes nothing: minutes are in their place, and the same after it connects again', async () => {
      const { host, intake, now, stored, status, measuredHosts } = await createHub();
      const theirs = () => now().getTime() + 60 * MINUTE + 20_000;
      const minute = START.getTime() - (START.getTime() % MINUTE) - MINUTE;
      for (const nowMs of [theirs(), theirs() + 15_000, theirs() - 30_000]) {
        const { agent } = await connectAgent(intake, host.token, now(), { nowMs });
        await agent.takeMinute(minute + 60 * MINUTE, minuteOf(minute + 60 * MINUTE));
        agent.takeSample(sampleAt(nowMs), nowMs);
        expect(await status()).toMatchObject({
          state: 'LIVE',
          newest: { sampledAt: new Date(nowMs - 60 * MINUTE).toISOString() },
        });
        await agent.leave();
      }
      expect((await stored()).map(({ startMinute }) => startMinute)).toEqual([minute / MINUTE]);
      // Rules use the service's clock, not the agent's.
      const [, measured] = await measuredHosts.list();
      expect(measured?.newest?.sampledAt).toBe(now().toISOString());
    });

    test('whatever one agent says of itself, those of the others are stored and evaluated', async () => {
      const { app, host, intake, now, sql, measuredHosts } = await createHub();
      const { facts } = createGreeting(host.token, now());
      const hostile = '\u0000\ud800"\\\'; drop table hosts; --\u202e'.repeat(40);
      const texts = { name: hostile, system: hostile, kernel: hostile, processor: hostile, environmentName: hostile };
      const other = await addAgentHost(app.database, { name: 'other', now: now() });
      for (const [cores, nowMs] of [
        [Number.NaN, 0],
        [2 ** 40, 1e14],
        ['many' as never, -1e14],
      ] as const) {
        const says = { version: hostile, facts: { ...facts, ...texts, cores }, nowMs };
        const { agent } = await connectAgent(intake, host.token, now(), says);
        agent.takeSample(
          sampleAt(nowMs, { fileSystems: [fakeFileSystem({ path: hostile, type: 'x', totalBytes: 1, usedBytes: 1 })] }),
          nowMs,
        );
        for (const sentMs of [Number.NaN, Number.POSITIVE_INFINITY, 2e14]) agent.takeSample(sampleAt(0), sentMs);
        const good = await connectAgent(intake, other.token, now());
        const figures = { cpuPercent: 61 };
        good.agent.takeSample(sampleAt(now().getTime(), figures), now().getTime());
        await app.services.agentIntake.save();
        const [, theirs, others] = await measuredHosts.list();
        expect([theirs?.cores, others?.newest]).toMatchObject([1, figures]);
        const sampledMs = Date.parse(theirs?.newest?.sampledAt ?? '');
        expect(Math.abs(sampledMs - now().getTime())).toBeLessThanOrEqual(MINUTE / 2);
        await sql(`update hosts set newest = null where number = ${other.number}`);
      }
      const impossible = createGreeting(host.token, now(), { instance: `x\u0000` });
      await expect(intake.admit(impossible, fakeChannel().channel)).rejects.toThrow(RangeError);
      await expect(
        intake.admit(createGreeting(host.token, now(), { nowMs: Number.NaN }), fakeChannel().channel),
      ).rejects.toThrow(RangeError);
    });

    test('a clock that is set right amid a connection is followed', async () => {
      const { host, intake, now, stored, status } = await createHub();
      const { agent } = await connectAgent(intake, host.token, now(), { nowMs: now().getTime() - 60 * MINUTE });
      agent.takeSample(sampleAt(now().getTime()), now().getTime());
      expect((await status())?.newest?.sampledAt).toBe(now().toISOString());
      const minute = START.getTime() - (START.getTime() % MINUTE) - MINUTE;
      await agent.takeMinute(minute, minuteOf(minute));
      expect((await stored()).map(({ startMinute }) => startMinute)).toEqual([minute / MINUTE]);
    });

    test('the history, the findings and the last hour of any host are those of that host', async () => {
      const { app, host, intake, now, hostStates } = await createHub();
      const { agent } = await connectAgent(intake, host.token, now());
      const minute = START.getTime() - (START.getTime() % MINUTE);
      for (let n = 60; n > 0; n -= 1) {
        await agent.takeMinute(minute - n * MINUTE, minuteOf(minute - n * MINUTE, { cpu: 80 }).map(busy));
      }
      const full = { diskUsedBytes: 99 * 1024 ** 3, cpuPercent: 99 };
      agent.takeSample(sampleAt(now().getTime(), full), now().getTime());
      const status = await hostStates.byNumber(host.number);
      if (!status?.newest) throw new Error('There is no sample');
      const view = { number: host.number, latest: status.newest, history: hostStates.history(host.number) };
      const own = (await app.services.findings.latest()).map(({ kind }) => kind);
      const theirs = (await app.services.findings.latest(view)).map(({ kind }) => kind);
      expect(theirs).not.toEqual(own);
      expect((await app.services.findings.latest()).map(({ kind }) => kind)).toEqual(own);
    });
  });
}

function busy(sample: ReturnType<typeof minuteOf>[number]) {
  return { ...sample, figures: sample.figures.map((figure, index) => (index === 0 ? 950 : figure)) };
}
