import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { startAgentHub } from '../support/agents/agent-hub.js';
import { exampleMinute, exampleState, FAST, startAgent } from '../support/agents/agent-process.js';
import { StandInIntake } from '../support/agents/stand-in-intake.js';
import { startProxy } from '../support/http/proxy.js';
import { freePort } from '../support/processes/free-port.js';

const MINUTE_MS = 60_000;

function expectStored(intake: StandInIntake, starts: readonly number[]): void {
  for (const startMs of starts) expect(intake.minutes.get(startMs)).toEqual(exampleMinute(startMs));
}

describe('minutes that were measured while the hub was away (promise 49)', () => {
  test('arrive once, in order and to the digit, when it is back', async () => {
    const intake = new StandInIntake();
    const { file, starts } = exampleState(40);
    const port = await freePort();
    const agent = startAgent(port, ['--state', file]);
    await agent.line(/cannot be reached/);
    await startAgentHub(intake, port);
    await expect.poll(() => intake.minutes.size).toBeGreaterThanOrEqual(40);
    expect(intake.arrivals.slice(0, 40)).toEqual(starts);
    expectStored(intake, starts);
  });

  test('are stored once when the hub is killed after it has stored and before it has told', async () => {
    const intake = new StandInIntake();
    const { file, starts } = exampleState(20);
    const hub = await startAgentHub(intake);
    let killed: Promise<void> | undefined;
    intake.afterStoring = async (startMs) => {
      if (startMs !== starts[9]) return;
      // The answer proves that the agent has read all earlier messages, which the dropped connection could otherwise
      // lose.
      killed ??= expect
        .poll(() => intake.channels[0]?.askProcesses())
        .not.toBeNull()
        .then(hub.kill);
      await killed;
    };
    startAgent(hub.port, ['--state', file]);
    await expect.poll(() => killed !== undefined).toBe(true);
    await killed;
    await startAgentHub(intake, hub.port);
    await expect.poll(() => intake.minutes.size).toBeGreaterThanOrEqual(20);
    // Only unacknowledged minutes arrive again.
    expect(intake.arrivals.filter((startMs) => startMs === starts[9])).toHaveLength(2);
    expect(intake.arrivals.filter((startMs) => startMs === starts[8])).toHaveLength(1);
    expectStored(intake, starts);
  });

  test('are all there when the connection is cut in the middle of a message', async () => {
    const intake = new StandInIntake();
    const { file, starts } = exampleState(60);
    const hub = await startAgentHub(intake);
    const proxy = await startProxy(hub.port);
    let cuts = 0;
    intake.afterStoring = async () => {
      if (intake.arrivals.length % 20 !== 0 || cuts === 2) return;
      cuts += 1;
      await proxy.cut();
      await proxy.restore();
    };
    startAgent(Number(new URL(proxy.baseUrl).port), ['--state', file]);
    await expect.poll(() => intake.minutes.size).toBeGreaterThanOrEqual(60);
    expect(cuts).toBe(2);
    expectStored(intake, starts);
  });

  test('outlive the agent that is killed, and are sent once by the next', async () => {
    const intake = new StandInIntake();
    const { file, starts } = exampleState(30);
    const hub = await startAgentHub(intake);
    const first = startAgent(hub.port, ['--state', file]);
    intake.afterStoring = async (startMs) => {
      if (startMs === starts[4]) first.process.kill('SIGKILL');
    };
    expect(await first.ended).toBe('SIGKILL');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    startAgent(hub.port, ['--state', file]);
    await expect.poll(() => intake.minutes.size).toBeGreaterThanOrEqual(30);
    expectStored(intake, starts);
    const instances = intake.greetings.map(({ instance }) => instance);
    expect(new Set(instances).size).toBe(2);
  });

  test('are kept while the hub cannot store them, and told when it can', async () => {
    const intake = new StandInIntake();
    const { file, starts } = exampleState(6);
    let failures = 0;
    intake.beforeStoring = async () => {
      failures += 1;
      if (failures <= 2) throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
    };
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const hub = await startAgentHub(intake);
    startAgent(hub.port, ['--state', file]);
    await expect.poll(() => intake.minutes.size).toBeGreaterThanOrEqual(6);
    expect(intake.greetings).toHaveLength(1);
    expectStored(intake, starts);
  });
});

describe('an agent whose minutes take two seconds', () => {
  test('misses none and sends none twice while the hub goes and comes, and over its own restart', async () => {
    const intake = new StandInIntake();
    const { file } = exampleState(0);
    const hub = await startAgentHub(intake);
    const agent = startAgent(hub.port, ['--state', file], FAST);
    await expect.poll(() => intake.minutes.size).toBeGreaterThanOrEqual(2);
    await hub.kill();
    await agent.line(/is lost|cannot be reached/);
    // While the hub is away, the agent keeps the elapsed minutes in the file.
    await expect.poll(() => JSON.parse(readFileSync(file, 'utf8')).minutes.length).toBeGreaterThanOrEqual(3);
    const back = await startAgentHub(intake, hub.port);
    const before = intake.minutes.size;
    await expect.poll(() => intake.minutes.size).toBeGreaterThanOrEqual(before + 3);
    await back.drain();
    expect(await agent.line(/Service restart/)).toContain('is lost');
    const starts = [...intake.minutes.keys()].sort((a, b) => a - b);
    const first = starts[0] ?? 0;
    expect(starts).toEqual(starts.map((_, index) => first + index * MINUTE_MS));
    expect(intake.samples.length).toBeGreaterThan(0);
    agent.process.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
  });

  test('whose clock is an hour off is let in, and its minutes are taken', async () => {
    const intake = new StandInIntake();
    const hub = await startAgentHub(intake);
    startAgent(hub.port, [], { ...FAST, CLOCK_SHIFT_MS: String(3_600_000) });
    await expect.poll(() => intake.minutes.size).toBeGreaterThanOrEqual(2);
    const [greeting] = intake.greetings;
    expect((greeting?.nowMs ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
    expect(intake.greetings).toHaveLength(1);
  });
});

describe('the state file', () => {
  test('that is broken is named and put aside, and the agent goes on', async () => {
    const { file } = exampleState(3);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
    const intake = new StandInIntake();
    const hub = await startAgentHub(intake);
    const agent = startAgent(hub.port, ['--state', file]);
    expect(await agent.line(/cannot be parsed/)).toContain(`${file}.broken`);
    await expect.poll(() => intake.samples.length).toBeGreaterThan(0);
    expect(readFileSync(`${file}.broken`, 'utf8')).toContain('"version":1');
  });

  test('is written at SIGTERM, the minute that is not over included', async () => {
    const { file } = exampleState(0);
    const intake = new StandInIntake();
    const hub = await startAgentHub(intake);
    const agent = startAgent(hub.port, ['--state', file]);
    await expect.poll(() => intake.samples.length).toBeGreaterThanOrEqual(2);
    agent.process.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).minutes.length).toBeGreaterThanOrEqual(1);
    await expect.poll(() => intake.left).toBe(1);
  });
});
