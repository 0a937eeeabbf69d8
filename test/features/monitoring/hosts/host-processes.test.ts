import { describe, expect, test } from 'vitest';
import type { BusiestProcesses } from '../../../../src/features/monitoring/host/processes/processes.js';
import { HostProcesses } from '../../../../src/features/monitoring/hosts/host-processes.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { FakeNetwork } from '../../../support/fakes/fake-network.js';

const LONG = { id: 1, name: 'é'.repeat(80), cpuPercent: 1, ramBytes: 1 };

function processesNamed(name: string): BusiestProcesses {
  const five = Array.from({ length: 5 }, (_, id) => ({ id, name, cpuPercent: 12.345678901234567, ramBytes: 2 ** 40 }));
  return { byCpu: five, byRam: five };
}

/** Creates two nodes on two machines; the first is the default host. */
function createNodes(nameAtA: string) {
  const network = new FakeNetwork();
  const clock = new FakeClock();
  const node = (host: number, name: string) => {
    const asked: number[] = [];
    const busiest = async () => {
      asked.push(host);
      return processesNamed(name);
    };
    const events = network.node(name);
    const processes = new HostProcesses({
      processes: { busiest },
      commands: { read: async (id) => `${name} ${id}` },
      events,
      clock,
      shownHost: () => 1,
      ownHost: () => host,
      agents: {
        has: (number) => host === 2 && number === 7,
        askProcesses: async () => ({ ...processesNamed('of an agent '.repeat(9)), byRam: Array(9).fill(LONG) }),
      },
    });
    return { processes, asked, events };
  };
  return { clock, network, a: node(1, nameAtA), b: node(2, 'of b') };
}

describe('the busiest processes of the machine that is shown (contract 13)', () => {
  test('are those of that machine at every node', async () => {
    const { a, b } = createNodes('of a');
    expect(await a.processes.busiest()).toEqual(processesNamed('of a'));
    expect(await b.processes.busiest()).toEqual(processesNamed('of a'));
    expect([a.asked, b.asked]).toEqual([[1, 1], []]);
  });

  test('fit into a message whatever their names are', async () => {
    const { b } = createNodes('\u0001\ud800é'.repeat(85));
    const found = await b.processes.busiest();
    expect([found?.byCpu.length, found?.byRam.length, found?.byCpu[0]?.name.length]).toEqual([5, 5, 64]);
  });

  test('are unknown when no node of that machine answers within two seconds', async () => {
    const { a, b, clock } = createNodes('of a');
    a.events.subscribe('processes', () => {});
    let found: unknown = 'waiting';
    void b.processes.busiest().then((answer) => {
      found = answer;
    });
    await clock.advance({ ms: 1999 });
    expect(found).toBe('waiting');
    await clock.advance({ ms: 1 });
    expect(found).toBeNull();
    expect(clock.running).toBe(0);
  });

  test('tell their full commands at every node, and null for what is no id', async () => {
    const { a, b, network } = createNodes('of a');
    expect([await a.processes.command(42), await b.processes.command(42)]).toEqual(['of a 42', 'of a 42']);
    const stranger = network.node('stranger');
    const answers: unknown[] = [];
    stranger.subscribe('process command found', (answer) => answers.push(answer));
    for (const question of ['../1', 1.5, null]) stranger.publish('process command', { id: 'x', host: 1, question });
    await expect.poll(() => answers).toEqual(Array(3).fill({ id: 'x', found: null }));
  });

  test('of a host with an agent are asked of it through the node that it is connected to, and bounded', async () => {
    const { a, b } = createNodes('of a');
    for (const { processes } of [a, b]) {
      const found = await processes.busiest(7);
      expect([found?.byCpu.length, found?.byRam.length, found?.byRam[0]?.name.length]).toEqual([5, 5, 64]);
      expect(found?.byCpu[0]?.name).toMatch(/^of an agent/);
    }
  });

  test('are told to nobody whose request leaves no room for the answer', async () => {
    const { a, network } = createNodes('of a');
    const stranger = network.node('stranger');
    const answers: unknown[] = [];
    stranger.subscribe('process command found', (answer) => answers.push(answer));
    // Without a limit on requests, no answer would fit into a message, and the unhandled rejection would end the
    // service.
    for (const topic of ['processes', 'process command'])
      stranger.publish(topic, { id: 'x'.repeat(7320), host: 1, question: 42 });
    stranger.publish('process command', { id: 'short', host: 1, question: 42 });
    await expect.poll(() => answers).toEqual([{ id: 'short', found: 'of a 42' }]);
    expect(a.asked).toEqual([]);
  });

  test('messages of anybody else change nothing', async () => {
    const { a, network } = createNodes('of a');
    const stranger = network.node('stranger');
    for (const payload of [undefined, null, 5, 'x', {}, { host: 1 }, { id: 5, host: 1 }, { id: 'unknown', found: 1 }]) {
      for (const topic of ['processes', 'processes found', 'process command', 'process command found'])
        stranger.publish(topic, payload ?? null);
    }
    expect(a.asked).toEqual([]);
  });
});
