import { describe, expect, test } from 'vitest';
import { FAILED_TOKENS_A_MINUTE } from '../../../../src/features/monitoring/agents/failed-tokens.js';
import {
  CONNECTIONS_AT_ONCE,
  MINUTES_AT_ONCE,
  SAMPLES_AT_ONCE,
} from '../../../../src/features/monitoring/agents/host-pace.js';
import { encodeMinute } from '../../../../src/features/monitoring/agents/protocol/minute-data.js';
import { KEPT_MS } from '../../../../src/features/monitoring/agents/protocol/protocol.js';
import { exampleMinute } from '../../../support/agents/agent-process.js';
import { AgentSocket } from '../../../support/agents/agent-socket.js';
import { addAgentHost, connectAgent, createGreeting, fakeChannel, minuteOf } from '../../../support/agents/agents.js';
import { StandInIntake } from '../../../support/agents/stand-in-intake.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { createTestApp } from '../../../support/test-app.js';

const MINUTE_MS = 60_000;
const UNKNOWN_TOKEN = `vigia_host_${'u'.repeat(43)}`;

async function serviceWithAgents() {
  const intake = new StandInIntake();
  const app = await createTestApp({ agentIntake: intake });
  const nowMs = () => app.clock.now().getTime();
  return { intake, app, nowMs, greeted: () => AgentSocket.greeted(app.port, nowMs()) };
}

function lastMinute(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
}

function minuteMessage(startMs: number) {
  return { minute: { startMs, data: encodeMinute(startMs, exampleMinute(startMs)) } };
}

describe('the token of one host is bounded (promise 57)', () => {
  test('in connections: ten at once, then one in five seconds; more are told to come again', async () => {
    const { app, nowMs, greeted } = await serviceWithAgents();
    for (let count = 0; count < CONNECTIONS_AT_ONCE; count += 1) (await greeted()).socket.close();
    expect(await AgentSocket.open(app.port)).toBe(429);
    await app.advance({ seconds: 5 });
    const back = await AgentSocket.greeted(app.port, nowMs());
    expect(await AgentSocket.open(app.port)).toBe(429);
    expect(back.socket.readyState).toBe(back.socket.OPEN);
  });

  test('in samples, over all its connections', async () => {
    const { app, nowMs, greeted, intake } = await serviceWithAgents();
    const first = await greeted();
    for (let count = 0; count < SAMPLES_AT_ONCE; count += 1) first.send(first.sample(nowMs()));
    await expect.poll(() => intake.samples.length).toBe(SAMPLES_AT_ONCE);
    first.socket.close();
    const second = await greeted();
    second.send(second.sample(nowMs()));
    expect(await second.closed).toEqual([4400, 'sample: more than one a second']);
    await app.advance({ seconds: 1 });
    const third = await greeted();
    third.send(third.sample(nowMs()));
    await expect.poll(() => intake.samples.length).toBe(SAMPLES_AT_ONCE + 1);
  });

  test('in minutes: those of a day at once, then one in ten seconds; none is lost', async () => {
    const { app, nowMs, greeted, intake } = await serviceWithAgents();
    const agent = await greeted();
    const startMs = lastMinute(nowMs());
    const message = minuteMessage(startMs);
    for (let count = 0; count < MINUTES_AT_ONCE; count += 1) {
      agent.send(message);
      await expect.poll(() => agent.messages.length, { interval: 1 }).toBe(count + 2);
    }
    agent.send(message);
    await app.advance({ seconds: 9 });
    agent.send(agent.sample(nowMs()));
    await expect.poll(() => intake.samples.length).toBe(1);
    expect(intake.arrivals).toHaveLength(MINUTES_AT_ONCE);
    await app.advance({ seconds: 1 });
    await expect.poll(() => agent.messages.length).toBe(MINUTES_AT_ONCE + 2);
  }, 60_000);

  test('in answers: each question is answered once', async () => {
    const { greeted, intake } = await serviceWithAgents();
    const agent = await greeted();
    const asked = intake.channels[0]?.askProcesses();
    await expect.poll(() => agent.messages.at(-1)).toEqual({ askProcesses: 1 });
    agent.send({ processes: { id: 1, busiest: null } });
    expect(await asked).toBeNull();
    agent.send({ processes: { id: 1, busiest: null } });
    expect(await agent.closed).toEqual([4400, 'processes: not requested']);
  });

  test('by a stranger at the same address in nothing: unknown tokens are counted, and no known one is refused', async () => {
    const { app, nowMs } = await serviceWithAgents();
    for (let count = 0; count < FAILED_TOKENS_A_MINUTE; count += 1) {
      expect(await AgentSocket.open(app.port, { token: UNKNOWN_TOKEN })).toBe(401);
    }
    expect(await AgentSocket.open(app.port, { token: UNKNOWN_TOKEN })).toBe(429);
    const agent = await AgentSocket.greeted(app.port, nowMs());
    expect(agent.messages).toEqual([{ interval: 1000 }]);
  });

  test('in what its samples say of the time: one that is old when it is sent sets no clock', async () => {
    const { app, nowMs, greeted, intake } = await serviceWithAgents();
    const agent = await greeted();
    const lie = agent.sample(nowMs() - 3 * 24 * 60 * MINUTE_MS);
    lie.sample[1] = 61_000;
    agent.send(lie);
    const startMs = lastMinute(nowMs()) - 3 * 24 * 60 * MINUTE_MS;
    agent.send(minuteMessage(startMs));
    expect(await agent.closed).toEqual([4400, `minute ${startMs}: too old`]);
    expect(intake.minutes.size).toBe(0);
    await app.close();
  });
});

describe('what the token of one host can make the hub do (promise 57)', () => {
  const START = new Date('2026-01-10T03:04:05.678Z');
  const LAST = lastMinute(START.getTime());

  async function createHub() {
    const app = await createTestApp({ clock: new FakeClock(START) });
    const host = await addAgentHost(app.database, { now: START });
    const { agentIntake: intake } = app.services;
    const sql = <Row = unknown>(text: string) => app.database.em.getConnection().execute<Row[]>(text);
    const stored = async () =>
      (await sql<{ minute: number }>('select start_minute as minute from host_chunks where resolution = 0')).map(
        (row: { minute: number }) => row.minute * MINUTE_MS,
      );
    return { app, host, intake, sql, stored };
  }

  test('no minute is stored that is older than a day by the clock of the hub, whatever the agent says of its own', async () => {
    for (const skewMs of [0, -6 * KEPT_MS, 6 * KEPT_MS, 40_000, -40_000]) {
      const { host, intake, stored } = await createHub();
      const { agent } = await connectAgent(intake, host.token, START, { nowMs: START.getTime() + skewMs });
      const shiftMs = Math.round(skewMs / KEPT_MS) * KEPT_MS;
      const oldest = LAST - KEPT_MS - MINUTE_MS;
      for (const startMs of [oldest, oldest - MINUTE_MS, LAST - 6 * KEPT_MS]) {
        await agent.takeMinute(startMs + shiftMs, minuteOf(startMs + shiftMs));
      }
      expect(await stored()).toEqual([oldest]);
    }
  });

  test('a minute that comes again is answered from memory, also over another connection', async () => {
    const { app, host, intake, stored } = await createHub();
    const { agent } = await connectAgent(intake, host.token, START);
    await agent.takeMinute(LAST, minuteOf(LAST));
    await agent.leave();
    const { agent: again } = await connectAgent(intake, host.token, START);
    const { em } = app.database;
    const transactional = em.transactional;
    const prototype = Object.getPrototypeOf(em);
    let transactions = 0;
    prototype.transactional = function (this: unknown, ...args: unknown[]) {
      transactions += 1;
      return Reflect.apply(transactional, this, args);
    };
    try {
      for (let count = 0; count < 20; count += 1) await again.takeMinute(LAST, minuteOf(LAST));
      expect(transactions).toBe(0);
      await again.takeMinute(LAST - MINUTE_MS, minuteOf(LAST - MINUTE_MS));
      expect(transactions).toBe(1);
    } finally {
      delete prototype.transactional;
    }
    expect(await stored()).toHaveLength(2);
  });

  test('what is left out is a line of the log once, and then a count every ten minutes', async () => {
    const { app, host, intake } = await createHub();
    const { agent } = await connectAgent(intake, host.token, START);
    const lines = () => app.lines.filter((line) => line.includes('Skipped a minute'));
    const old = LAST - 3 * KEPT_MS;
    const send = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) await agent.takeMinute(old, minuteOf(old));
    };
    await send(100);
    expect(lines()).toHaveLength(1);
    await app.sleep({ minutes: 10 });
    await send(50);
    expect(lines()).toHaveLength(2);
    expect(JSON.parse(lines()[1] ?? '{}')).toMatchObject({ host: host.number, since: 99 });
  });

  test('a copy that is refused is recorded once an hour', async () => {
    const { app, host, intake, sql } = await createHub();
    const copies = () => sql<{ id: number }>(`select id from authentication_events where event = 'host_copy_refused'`);
    const refuse = async () => {
      const { agent } = await connectAgent(intake, host.token, app.clock.now());
      const copy = createGreeting(host.token, app.clock.now(), { instance: '00000000-0000-4000-8000-000000000002' });
      expect(await intake.admit(copy, fakeChannel().channel)).toBe('in_use');
      await agent.leave();
    };
    await refuse();
    await expect.poll(copies).toHaveLength(1);
    await app.sleep({ minutes: 59 });
    await refuse();
    expect(app.lines.filter((line) => line.includes('another one uses the same token'))).toHaveLength(1);
    await app.advance({ minutes: 1 });
    await refuse();
    await expect.poll(copies).toHaveLength(2);
  });
});
