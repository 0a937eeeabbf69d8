import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { FAILED_TOKENS_A_MINUTE } from '../../../../src/features/monitoring/agents/failed-tokens.js';
import { SAMPLES_AT_ONCE } from '../../../../src/features/monitoring/agents/host-pace.js';
import {
  encodeMinute,
  SAMPLES_OF_MINUTE_MAX,
} from '../../../../src/features/monitoring/agents/protocol/minute-data.js';
import { columnNumbers } from '../../../../src/features/monitoring/history/stored-sample.js';
import { exampleMinute } from '../../../support/agents/agent-process.js';
import { AgentSocket } from '../../../support/agents/agent-socket.js';
import { StandInIntake } from '../../../support/agents/stand-in-intake.js';
import { createTestApp } from '../../../support/test-app.js';

const MINUTE_MS = 60_000;

async function serviceWithAgents() {
  const intake = new StandInIntake();
  const app = await createTestApp({ agentIntake: intake });
  const nowMs = () => app.clock.now().getTime();
  return { intake, app, nowMs, greeted: () => AgentSocket.greeted(app.port, nowMs()) };
}

function lastMinute(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
}

const UNKNOWN_TOKEN = `vigia_host_${'u'.repeat(43)}`;

describe('an agent is let in (contract 13)', () => {
  test('by its token, greets, and is told the interval; what it measures is taken', async () => {
    const { intake, nowMs, greeted } = await serviceWithAgents();
    const agent = await greeted();
    expect(agent.messages).toEqual([{ interval: 1000 }]);
    expect(intake.greetings).toMatchObject([{ version: '0.1.0', nowMs: nowMs(), facts: { name: 'web-1' } }]);
    agent.send(agent.sample(nowMs()));
    await expect.poll(() => intake.samples).toMatchObject([{ nowMs: nowMs(), sample: { cpuPercent: 9 } }]);
    const startMs = lastMinute(nowMs());
    agent.send({ minute: { startMs, data: encodeMinute(startMs, exampleMinute(startMs)) } });
    await expect.poll(() => agent.messages.at(-1)).toEqual({ committed: startMs });
    expect(intake.minutes.get(startMs)).toEqual(exampleMinute(startMs));
    agent.socket.close();
    await expect.poll(() => intake.left).toBe(1);
  });

  test('before the connection is accepted: no token, another one or another protocol is refused', async () => {
    const { app, intake } = await serviceWithAgents();
    expect(await AgentSocket.open(app.port, { token: '' })).toBe(401);
    expect(await AgentSocket.open(app.port, { token: 'vigia_host_short' })).toBe(401);
    expect(await AgentSocket.open(app.port, { token: UNKNOWN_TOKEN })).toBe(401);
    expect(await AgentSocket.open(app.port, { protocols: ['graphql-transport-ws'] })).toBe(400);
    expect(await AgentSocket.open(app.port, { headers: { host: 'evil.example' } })).toBe(400);
    expect(await AgentSocket.open(app.port, { headers: { origin: 'https://evil.example' } })).toBe(403);
    expect(intake.greetings).toEqual([]);
  });

  test.each([
    ['vigia-agent.v3', ['vigia-agent.v3', 'vigia-agent.v2', 'vigia-agent.v1']],
    ['vigia-agent.v2', ['vigia-agent.v2', 'vigia-agent.v1']],
    ['vigia-agent.v1', ['vigia-agent.v1']],
    ['vigia-agent.v1', ['vigia-agent.v4', 'vigia-agent.v1']],
  ])('with %s, the newest protocol that both know, of %j', async (protocol, protocols) => {
    const { app } = await serviceWithAgents();
    const agent = (await AgentSocket.open(app.port, { protocols })) as AgentSocket;
    expect(agent.socket.protocol).toBe(protocol);
  });

  test('unless its network has shown too many unknown tokens: then 429, for a minute; who is connected stays', async () => {
    const { app, greeted } = await serviceWithAgents();
    const agent = await greeted();
    for (let count = 0; count < FAILED_TOKENS_A_MINUTE; count += 1) {
      expect(await AgentSocket.open(app.port, { token: UNKNOWN_TOKEN })).toBe(401);
    }
    expect(await AgentSocket.open(app.port, { token: UNKNOWN_TOKEN })).toBe(429);
    expect(agent.socket.readyState).toBe(agent.socket.OPEN);
    await app.advance({ minutes: 1 });
    expect(await AgentSocket.open(app.port, { token: UNKNOWN_TOKEN })).toBe(401);
  });

  test('when nobody else uses its token, and when the service can be asked', async () => {
    const { app, intake, nowMs } = await serviceWithAgents();
    for (const [refusal, code] of [
      ['in_use', 4409],
      ['unknown_token', 4401],
    ] as const) {
      intake.refusal = refusal;
      const agent = (await AgentSocket.open(app.port)) as AgentSocket;
      agent.greet(nowMs());
      expect(await agent.closed).toEqual([code, refusal]);
    }
    intake.isKnown = () => Promise.reject(new Error('the database is away'));
    expect(await AgentSocket.open(app.port)).toBe(503);
  });
});

describe('what ends the connection of an agent', () => {
  test('silence: five seconds without a greeting', async () => {
    const { app } = await serviceWithAgents();
    const agent = (await AgentSocket.open(app.port)) as AgentSocket;
    await app.advance({ seconds: 4 });
    expect(agent.socket.readyState).toBe(agent.socket.OPEN);
    await app.advance({ seconds: 1 });
    expect(await agent.closed).toEqual([4408, 'No greeting']);
  });

  test('a greeting that is wrong, or a second one', async () => {
    const { app, nowMs, greeted } = await serviceWithAgents();
    for (const [changes, reason] of [
      [{ instance: 'me' }, 'greeting.instance: not as it has to be'],
      [{ version: 'v'.repeat(51) }, 'greeting.version: at most 50'],
      [{ nowMs: -1 }, 'greeting.nowMs: at least 0'],
      [{ facts: null }, 'greeting.facts: must be of type object'],
      [{ isStaff: true }, 'greeting: has members that are not known'],
    ] as const) {
      const agent = (await AgentSocket.open(app.port)) as AgentSocket;
      agent.greet(nowMs(), changes);
      expect(await agent.closed).toEqual([4400, reason]);
    }
    const agent = await greeted();
    agent.greet(nowMs());
    expect(await agent.closed).toEqual([4400, 'greeting: already sent']);
  });

  test.each([
    ['no JSON', '{', 'message: not JSON'],
    ['a binary message', Buffer.from('{}'), 'message: not JSON'],
    ['a list', '[]', 'message: unknown kind'],
    ['a command', '{"run":"id"}', 'message: unknown kind'],
    ['null', 'null', 'message: unknown kind'],
    ['an answer that nobody asked for', '{"processes":{"id":1,"busiest":null}}', 'processes: not requested'],
    ['a sample without figures', '{"sample":[]}', 'sample: not as it has to be'],
    ['a minute that is none', '{"minute":{"startMs":60000,"data":"AQID"}}', 'minute 60000: too old'],
    ['a minute between two', '{"minute":{"startMs":60001,"data":""}}', 'minute.startMs: a multiple of 60000'],
  ])('%s', async (_name, message, reason) => {
    const { greeted } = await serviceWithAgents();
    const agent = await greeted();
    agent.send(message);
    const [code, given] = await agent.closed;
    expect(code).toBe(4400);
    if (!reason.startsWith('sample:')) expect(given).toBe(reason);
  });

  test('figures outside of their range: the reason says which', async () => {
    const { nowMs, greeted, intake } = await serviceWithAgents();
    for (const [index, figure, reason] of [
      [2, 100.1, 'sample.cpuPercent: at most 100'],
      [2, -1, 'sample.cpuPercent: at least 0'],
      [3, 2 ** 50, `sample.ramAvailableBytes: at most ${16 * 1024 ** 3}`],
      [6, 1e7, 'sample.load1: at most 1000000'],
      [9, 0.5, 'sample.networkReceived: must be of type int'],
      [13, -274, 'sample.cpuTemperatureCelsius: at least -273'],
      [1, 300_001, 'sample.ageMs: at most 300000'],
    ] as const) {
      const agent = await greeted();
      const message = agent.sample(nowMs());
      message.sample[index] = figure;
      agent.send(message);
      expect(await agent.closed).toEqual([4400, reason]);
    }
    expect(intake.samples).toEqual([]);
  });

  test('minutes of another time, or with figures or times out of range', async () => {
    const { nowMs, greeted, intake } = await serviceWithAgents();
    const last = lastMinute(nowMs());
    const tooLarge = exampleMinute(last).map((one) => ({ ...one, figures: columnNumbers.map(() => 2 ** 50) }));
    const [first, ...others] = exampleMinute(last);
    for (const [startMs, samples, reason] of [
      [last + 4 * MINUTE_MS, exampleMinute(last + 4 * MINUTE_MS), 'in the future'],
      [last - 25 * 60 * MINUTE_MS, exampleMinute(last - 25 * 60 * MINUTE_MS), 'too old'],
      [last, [...others, ...(first ? [first] : [])], 'minute.data: times out of order'],
      [last, [{ atMs: last + MINUTE_MS, figures: columnNumbers.map(() => 1) }], 'minute.data: times out of order'],
      [last, [], `minute.data: 1 to ${SAMPLES_OF_MINUTE_MAX} samples`],
    ] as const) {
      const agent = await greeted();
      agent.send({ minute: { startMs, data: encodeMinute(startMs, samples) } });
      expect(await agent.closed).toEqual([4400, `minute ${startMs}: ${reason}`]);
    }
    // An honest agent clamps values before sending them.
    const agent = await greeted();
    agent.send({ minute: { startMs: last, data: encodeMinute(last, tooLarge) } });
    await expect.poll(() => intake.minutes.get(last)?.[0]?.figures[0]).toBe(1000);
  });

  test('processes of a minute that are too many, have long or broken names, or figures out of range', async () => {
    const { app, nowMs, greeted, intake } = await serviceWithAgents();
    const startMs = lastMinute(nowMs());
    const minute = { startMs, data: encodeMinute(startMs, exampleMinute(startMs)) };
    const most = Array.from({ length: 6 }, () => ['n'.repeat(64), 100, Number.MAX_SAFE_INTEGER]);
    for (const [processes, reason] of [
      [[...most, ['seventh', 1, 1]], ': at most 6'],
      [[], ': at least 1'],
      [null, ': must be of type array'],
      [[['n'.repeat(65), 1, 1]], '.0.0: at most 64'],
      [[['a\u0000', 1, 1]], '.0.0: not as it has to be'],
      [[['\ud800', 1, 1]], '.0.0: not as it has to be'],
      [[['a', 100.1, 1]], '.0.1: at most 100'],
      [[['a', -1, 1]], '.0.1: at least 0'],
      [[['a', null, 1]], '.0.1: must be of type number'],
      [[['a', 1, -1]], '.0.2: at least 0'],
      [[['a', 1, 0.5]], '.0.2: must be of type int'],
      [[['a', 1, 1, '/usr/bin/a --password']], '.0: at most 3'],
    ] as const) {
      const agent = await greeted();
      agent.send({ minute: { ...minute, processes } });
      expect(await agent.closed).toEqual([4400, `minute.processes${reason}`]);
      // Connections of a token are limited.
      await app.advance({ seconds: 5 });
    }
    expect(intake.minutes.size).toBe(0);
    const agent = await greeted();
    agent.send({ minute: { ...minute, processes: most } });
    await expect.poll(() => intake.processes.get(startMs)).toHaveLength(6);
  });

  test('more than 64 KiB in a message', async () => {
    const { greeted } = await serviceWithAgents();
    const agent = await greeted();
    agent.send('x'.repeat(64 * 1024 + 1));
    expect((await agent.closed)[0]).toBe(1009);
  });

  test('more samples at once than a short standstill leaves behind, and more than one a second after them', async () => {
    const { app, nowMs, greeted, intake } = await serviceWithAgents();
    const agent = await greeted();
    for (let count = 0; count < SAMPLES_AT_ONCE; count += 1) agent.send(agent.sample(nowMs()));
    await expect.poll(() => intake.samples.length).toBe(SAMPLES_AT_ONCE);
    await app.advance({ seconds: 1 });
    agent.send(agent.sample(nowMs()));
    await expect.poll(() => intake.samples.length).toBe(SAMPLES_AT_ONCE + 1);
    agent.send(agent.sample(nowMs()));
    expect(await agent.closed).toEqual([4400, 'sample: more than one a second']);
    expect(intake.samples).toHaveLength(SAMPLES_AT_ONCE + 1);
  });

  test('more than four minutes that are not committed', async () => {
    const { nowMs, greeted, intake } = await serviceWithAgents();
    intake.beforeStoring = () => new Promise(() => {});
    const agent = await greeted();
    for (let count = 5; count > 0; count -= 1) {
      const startMs = lastMinute(nowMs()) - count * MINUTE_MS;
      agent.send({ minute: { startMs, data: encodeMinute(startMs, exampleMinute(startMs)) } });
    }
    expect(await agent.closed).toEqual([4400, 'minute: more than 4 at once']);
    expect(intake.minutes.size).toBe(0);
  });

  test('the service: another connection of the agent, or the end of its token', async () => {
    const { greeted, intake } = await serviceWithAgents();
    for (const [reason, code] of [
      ['replaced', 4410],
      ['revoked', 4403],
    ] as const) {
      const agent = await greeted();
      intake.channels.at(-1)?.end(reason);
      expect(await agent.closed).toEqual([code, reason]);
    }
    await expect.poll(() => intake.left).toBe(2);
  });

  test('the shutdown of the service: with 1012, after which nothing is under way', async () => {
    const { app, greeted, intake } = await serviceWithAgents();
    const agent = await greeted();
    await app.close();
    expect((await agent.closed)[0]).toBe(1012);
    expect(intake.left).toBe(1);
  });

  test('no answer to a ping', async () => {
    const { app, nowMs } = await serviceWithAgents();
    const agent = (await AgentSocket.open(app.port, { autoPong: false })) as AgentSocket;
    agent.greet(nowMs());
    await once(agent.socket, 'message');
    await app.advance({ seconds: 24 });
    expect((await agent.closed)[0]).toBe(1006);
  });
});

describe('the processes of an agent', () => {
  test('are asked for once for all who ask, and null after five seconds without an answer', async () => {
    const { app, greeted, intake } = await serviceWithAgents();
    const agent = await greeted();
    const [channel] = intake.channels;
    const busiest = { byCpu: [{ id: 7, name: 'node', cpuPercent: 12.5, ramBytes: 1e8 }], byRam: [] };
    const asked = [channel?.askProcesses(), channel?.askProcesses()];
    await expect.poll(() => agent.messages.at(-1)).toEqual({ askProcesses: 1 });
    agent.send({ processes: { id: 1, busiest } });
    expect(await Promise.all(asked)).toEqual([busiest, busiest]);
    const late = channel?.askProcesses();
    await expect.poll(() => agent.messages.at(-1)).toEqual({ askProcesses: 2 });
    await app.advance({ seconds: 5 });
    expect(await late).toBeNull();
    // A late answer to one question does not end the next one.
    agent.send({ processes: { id: 2, busiest } });
    const again = channel?.askProcesses();
    agent.send({ processes: { id: 3, busiest: null } });
    expect(await again).toBeNull();
    const last = channel?.askProcesses();
    agent.socket.close();
    expect(await last).toBeNull();
  });
});
