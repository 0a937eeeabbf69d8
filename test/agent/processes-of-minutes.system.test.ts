import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { Agent } from '../../src/agent/agent.js';
import { WaitingMinutes } from '../../src/agent/waiting-minutes.js';
import { startAgentHub } from '../support/agents/agent-hub.js';
import { FAST, startAgent } from '../support/agents/agent-process.js';
import { createGreeting } from '../support/agents/agents.js';
import { AGENT_TOKEN, StandInIntake } from '../support/agents/stand-in-intake.js';
import { openTestDatabase } from '../support/databases/databases.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { FakeHost } from '../support/fakes/fake-host.js';
import { commandLine } from '../support/processes/command-line.js';
import { sqlOf } from '../support/processes/nodes.js';
import { startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const NODE = { name: 'node', cpuPercent: 61.2, ramBytes: 4096 };

interface SentMinute {
  readonly startMs: number;
  readonly processes?: readonly (readonly unknown[])[];
}

/** Starts a hub that speaks one version of the protocol and collects minutes. */
async function startHub(protocol: string) {
  const server = new WebSocketServer({
    ...{ port: 0, host: '127.0.0.1' },
    handleProtocols: (offered) => offered.has(protocol) && protocol,
  });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const minutes: SentMinute[] = [];
  server.on('connection', (socket) => {
    socket.send('{"interval":1000}');
    socket.on('message', (data) => {
      const { minute } = JSON.parse(String(data)) as { minute?: SentMinute };
      if (!minute) return;
      minutes.push(minute);
      socket.send(JSON.stringify({ committed: minute.startMs }));
    });
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, minutes };
}

/** Runs a program with this name that does nothing but use a processor. */
function keepBusy(name: string): void {
  const program = join(temporaryFolder(), name);
  copyFileSync('/bin/sh', program);
  const child = spawn(program, ['-c', 'while :; do :; done'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
}

describe('the processes of a minute on a host with an agent', () => {
  test('are sent with it: names of programs and two figures each', async () => {
    const hub = await startHub('vigia-agent.v2');
    startAgent(hub.port, [], FAST);
    const measured = () => hub.minutes.find(({ processes }) => processes !== undefined);
    await expect.poll(measured).toBeDefined();
    const { processes = [], ...rest } = measured() ?? { startMs: 0 };
    expect(Object.keys(rest)).toEqual(['startMs', 'data']);
    expect(processes.length).toBeLessThanOrEqual(6);
    for (const one of processes) expect(one).toEqual([expect.any(String), expect.any(Number), expect.any(Number)]);
  });

  test.each([
    ['are with it', async () => ({ lengthMs: 60_000, processes: [NODE] }), [NODE]],
    ['do not keep it from being sent while reading them hangs', () => new Promise<never>(() => {}), []],
  ] as const)('%s', async (_name, next, expected) => {
    const intake = new StandInIntake();
    intake.intervalMs = 60_000;
    const clock = new FakeClock();
    const { port } = await startAgentHub(intake);
    const agent = new Agent({
      ...{ hub: new URL(`http://127.0.0.1:${port}`), token: async () => AGENT_TOKEN, instance: randomUUID() },
      ...{ host: new FakeHost(), facts: createGreeting('', clock.now()).facts, minutes: new WaitingMinutes() },
      ...{ processes: { busiest: async () => null }, processTimes: { next }, state: undefined, clock },
      logger: { log: () => {} },
    });
    const running = agent.run();
    onTestFinished(async () => {
      agent.stop();
      await running;
    });
    await expect
      .poll(async () => {
        await clock.advance({ seconds: 20 });
        return intake.minutes.size;
      })
      .toBeGreaterThanOrEqual(1);
    expect([...intake.processes.values()].at(-1)).toEqual(expected);
  });

  test('are not sent to an older hub, which would refuse them', async () => {
    const hub = await startHub('vigia-agent.v1');
    startAgent(hub.port, [], FAST);
    await expect.poll(() => hub.minutes.length).toBeGreaterThanOrEqual(4);
    for (const minute of hub.minutes) expect(Object.keys(minute)).toEqual(['startMs', 'data']);
  });

  test('are stored by the service for that host, with the program that kept it busy', async () => {
    const service = await startService({ ...FAST, METRICS_INTERVAL_MS: '1000' });
    const { out } = await commandLine(service.dataDir).run(['host', 'add', 'web-1']);
    const [token = ''] = /vigia_host_[\w-]{43}/.exec(out) ?? [];
    keepBusy('busy-program');
    startAgent(service.port, [], { ...FAST, VIGIA_AGENT_TOKEN: token });
    const sql = sqlOf(await openTestDatabase({ kind: 'sqlite', file: join(service.dataDir, 'vigia.sqlite') }));
    const stored = async () =>
      (await sql<{ processes: string }>('select processes from process_minutes where host_number = 2'))
        .map(({ processes }) => processes)
        .join();
    await expect.poll(stored).toContain('["busy-program",');
  });
});
