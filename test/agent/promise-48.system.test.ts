import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { FamiliesReader } from '../../src/features/monitoring/agents/protocol/families-reader.js';
import type { FamiliesMessage } from '../../src/features/monitoring/agents/protocol/schemas.js';
import { startAgentHub } from '../support/agents/agent-hub.js';
import { startAgent } from '../support/agents/agent-process.js';
import { AGENT_TOKEN, StandInIntake } from '../support/agents/stand-in-intake.js';
import { commandLine } from '../support/processes/command-line.js';

async function startHostileHub(say: (socket: WebSocket) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const heard: Record<string, unknown>[] = [];
  const closes: (readonly [number, string])[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    socket.on('close', (code, reason) => closes.push([code, String(reason)]));
    say(socket);
  });
  await once(server, 'listening');
  const hub = { port: (server.address() as AddressInfo).port, heard, closes };
  const sayToAll = (word: object) => {
    for (const socket of server.clients) socket.send(JSON.stringify(word));
  };
  return { ...hub, say: sayToAll };
}

function isFamilies(message: object): message is FamiliesMessage {
  return 'families' in message;
}

/** Returns the inodes of a process's listening sockets, from the kernel's tables. */
function listeningSockets(pid: number): string[] {
  const own = readdirSync(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`));
  const listening = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state]) => state === '0A')
      .map((fields) => `socket:[${fields[9]}]`),
  );
  return own.filter((socket) => listening.includes(socket));
}

/** Returns the target of a kernel link, or an empty string if the descriptor has been closed in the meantime. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

describe('whoever has taken over the hub (promise 48)', () => {
  test('is not heard, whatever else it says than the four words', async () => {
    const hub = await startHostileHub((socket) => {
      for (const word of [
        { run: 'id' },
        { update: 'https://evil.example' },
        { readFile: '/etc/shadow' },
        { token: AGENT_TOKEN },
        [],
        { committed: 60_000 },
        { interval: 1000 },
      ]) {
        socket.send(JSON.stringify(word));
      }
    });
    startAgent(hub.port);
    await expect.poll(() => hub.heard.filter((one) => 'sample' in one).length).toBeGreaterThanOrEqual(2);
    const kinds = new Set(hub.heard.map((one) => Object.keys(one)[0]));
    // A minute may have ended meanwhile.
    kinds.delete('minute');
    expect(kinds).toEqual(new Set(['greeting', 'sample']));
    expect(hub.closes).toEqual([]);
  });

  test.each([
    ['no JSON', 'rm -rf /', 4400],
    ['an interval that is none', '{"interval":"1; id"}', 4400],
    ['one that is too short', '{"interval":1}', 4400],
    ['more than the word', '{"interval":1000,"run":"id"}', 4400],
    ['a question with more in it', '{"askProcesses":{"path":"/etc/shadow"}}', 4400],
    ['a question about families with more in it', '{"askFamilies":1,"collector":"textfile"}', 4400],
    ['more than a kilobyte', `{"interval":${'1'.repeat(1100)}}`, 1009],
  ])('loses the connection by %s', async (_name, text, code) => {
    const hub = await startHostileHub((socket) => socket.send(text));
    const agent = startAgent(hub.port);
    await expect.poll(() => hub.closes[0]?.[0]).toBe(code);
    expect(agent.process.exitCode).toBeNull();
  });

  test('gets names and figures of processes, and nothing of their commands', async () => {
    const hub = await startHostileHub((socket) => {
      socket.send('{"interval":1000}');
      for (let id = 1; id <= 50; id += 1) socket.send(JSON.stringify({ askProcesses: id }));
    });
    startAgent(hub.port);
    await expect.poll(() => hub.heard.find((one) => 'processes' in one)).toBeDefined();
    const answers = hub.heard.filter((one) => 'processes' in one);
    // Only one reading runs at a time, however often the hub asks.
    expect(answers.length).toBeLessThan(5);
    const [first] = answers as { processes: { busiest: { byRam: object[] } } }[];
    const members = new Set(first?.processes.busiest.byRam.flatMap((one) => Object.keys(one)));
    expect(members).toEqual(new Set(['id', 'name', 'cpuPercent', 'ramBytes']));
  });
});

describe.runIf(process.platform === 'linux')('the counters that a hub may ask for (promise 48)', () => {
  test('are those of node_exporter, read once at a time however often it asks, and nothing before', async () => {
    const hub = await startHostileHub((socket) => socket.send('{"interval":1000}'));
    startAgent(hub.port);
    await expect.poll(() => hub.heard.filter((one) => 'sample' in one).length).toBeGreaterThanOrEqual(2);
    expect(hub.heard.filter((one) => 'families' in one)).toEqual([]);
    for (let id = 1; id <= 50; id += 1) hub.say({ askFamilies: id });
    await expect.poll(() => hub.heard.find((one) => 'families' in one)).toBeDefined();
    const answers = () => hub.heard.filter(isFamilies).map(({ families }) => families);
    let asked = 50;
    const askOnce = () => {
      asked += 1;
      hub.say({ askFamilies: asked });
      return answers().at(-1)?.id ?? 0;
    };
    await expect.poll(askOnce, { interval: 500 }).toBeGreaterThan(50);
    expect(answers().filter(({ id }) => id <= 50).length).toBeLessThan(5);
    const reader = new FamiliesReader();
    const [first, ...later] = answers().map(({ data }) => reader.read(data));
    const text = first?.textsFor(undefined).join('') ?? '';
    expect(text).toMatch(/^node_cpu_seconds_total\{cpu="0",mode="idle"\} [\d.]+$/m);
    expect(text).toMatch(/^node_uname_info\{.*nodename="[^"]+".*\} 1$/m);
    expect(later.at(-1)?.families.map(({ name }) => name)).toContain('node_memory_MemTotal_bytes');
    // Names and labels are sent once.
    const lengths = answers().map(({ data }) => data.length);
    expect(lengths.at(-1)).toBeLessThan((lengths[0] ?? 0) / 2);
  });
});

describe('the process of the agent', () => {
  test('listens nowhere, and has loaded no database', async () => {
    const intake = new StandInIntake();
    const hub = await startAgentHub(intake);
    const agent = startAgent(hub.port);
    await expect.poll(() => intake.samples.length).toBeGreaterThan(0);
    const pid = agent.process.pid ?? 0;
    expect(listeningSockets(process.pid)).not.toEqual([]);
    expect(listeningSockets(pid)).toEqual([]);
    expect(readFileSync(`/proc/${pid}/maps`, 'utf8')).not.toContain('better_sqlite3');
  });

  test('says clearly that its token is unknown, and stays', async () => {
    const intake = new StandInIntake();
    intake.known = false;
    const hub = await startAgentHub(intake);
    const agent = startAgent(hub.port);
    expect(JSON.parse(await agent.line(/does not know this token/))).toMatchObject({
      level: 'warn',
      reason: 'HTTP 401',
    });
    expect(agent.process.exitCode).toBeNull();
  });
});

describe('the command line of the agent (contract 10)', () => {
  const token = { VIGIA_AGENT_TOKEN: AGENT_TOKEN };
  test.each([
    [[], token, 2, 'missing --hub'],
    [['--hub', 'https://a.example'], {}, 1, 'There is no token: give --token-file or VIGIA_AGENT_TOKEN.'],
    [['--hub', 'a.example'], token, 2, '--hub must be the address of the hub: https://host, without a path'],
    [
      ['--hub', 'https://a.example/vigia'],
      token,
      2,
      '--hub must be the address of the hub: https://host, without a path',
    ],
    [['--hub', 'ftp://a.example'], token, 2, '--hub must be the address of the hub: https://host, without a path'],
    [['--hub', 'http://a.example'], token, 2, '--hub must be https'],
    [['--hub', 'http://127.0.0.1.example'], token, 2, '--hub must be https'],
    [['--hub', 'https://a.example'], { VIGIA_AGENT_TOKEN: 'x' }, 1, 'VIGIA_AGENT_TOKEN does not contain a host token'],
    [['--hub', 'https://a.example', '--token-file', '/nowhere'], {}, 1, '--token-file /nowhere cannot be read'],
    [['--hub', 'https://a.example', '--path', '/nowhere'], token, 1, '--path /nowhere cannot be used: ENOENT'],
    [['--hub', 'https://a.example', '--state', '/nowhere/state'], token, 1, '--state /nowhere/state cannot be written'],
  ] as const)('%j: what is wrong, and how it ends', async (args, environment, code, message) => {
    const { code: exit, err } = await commandLine(undefined, environment).run(['agent', ...args]);
    expect([exit, err]).toEqual([code, expect.stringContaining(message)]);
    expect(err).not.toContain(AGENT_TOKEN);
  });
});
