import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { FAST, startAgent } from '../support/agents/agent-process.js';
import { openTestDatabase } from '../support/databases/databases.js';
import { commandLine } from '../support/processes/command-line.js';
import { sqlOf } from '../support/processes/nodes.js';
import { startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

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
