import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { HostSeries } from '../../../../src/features/monitoring/exposition/host-series.js';
import { gauge } from '../../../../src/features/monitoring/exposition/metric-family.js';
import { FamiliesOfNodes } from '../../../../src/features/monitoring/hosts/families-of-nodes.js';
import { FakeNetwork } from '../../../support/fakes/fake-network.js';
import { PlainClock } from '../../../support/fakes/plain-clock.js';

/** Creates two nodes, the first with hosts 1 and 2, the second with 3. */
function createNodes() {
  const network = new FakeNetwork();
  const clock = new PlainClock();
  const node = (id: string, has: Readonly<Record<number, HostSeries>>) => {
    const reads: (readonly number[])[] = [];
    const events = network.node(id);
    const local = {
      read: async (hosts: readonly number[]) => {
        reads.push(hosts);
        return new Map(hosts.flatMap((host) => (has[host] ? [[host, has[host]] as const] : [])));
      },
    };
    return { reads, families: new FamiliesOfNodes({ events, clock, local }) };
  };
  const many = Array.from({ length: 3000 }, (_, at) => ({
    labels: { device: `eth${at} "é"`, host: 'x' },
    value: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY][at] ?? Math.random(),
  }));
  const series = {
    1: HostSeries.of([gauge('node_load1', 'Load.', [{ value: 1 }])]),
    2: HostSeries.of([gauge('node_network_up', 'Up.', many), gauge('windows_cs_x', 'X.', [{ value: 2 }])]),
    3: new HostSeries([]),
  };
  return { network, clock, series, a: node('a', { 1: series[1], 2: series[2] }), b: node('b', { 3: series[3] }) };
}

const textOf = (series: HostSeries | undefined, host?: string) => series?.textsFor(host).join('');

describe('families at several nodes (contract 13)', () => {
  test('are asked of the node that has them, in messages of any number, and are the same there', async () => {
    const { a, b, series, clock } = createNodes();
    const found = await b.families.read([1, 2, 3]);
    expect([...found.keys()].sort()).toEqual([1, 2, 3]);
    for (const host of [undefined, 'web']) {
      expect(textOf(found.get(1), host)).toBe(textOf(series[1], host));
      expect(textOf(found.get(2), host)).toBe(textOf(series[2], host));
    }
    expect(found.get(3)?.families).toEqual([]);
    expect(a.reads).toEqual([[1, 2]]);
    expect((await a.families.read([3])).get(3)?.families).toEqual([]);
    expect(clock.running).toBe(0);
  });

  test('are not asked of others where this node has them', async () => {
    const { a, b } = createNodes();
    await a.families.read([1, 2]);
    expect(b.reads).toEqual([]);
  });

  test('that nobody has delay a scrape once, and not again for a minute', async () => {
    const { b, clock } = createNodes();
    const readLate = async (hosts: readonly number[]) => {
      const reading = b.families.read(hosts);
      await expect.poll(() => clock.running).toBe(1);
      clock.advance({ seconds: 1.5 });
      return reading;
    };
    expect([...(await readLate([3, 9])).keys()]).toEqual([3]);
    expect([...(await b.families.read([3, 9])).keys()]).toEqual([3]);
    expect([...(await b.families.read([1, 9])).keys()]).toEqual([1]);
    clock.advance({ seconds: 60 });
    expect((await readLate([9])).size).toBe(0);
    expect(clock.running).toBe(0);
  });

  test('are not taken from messages that nobody asked for, or that would write other lines', async () => {
    const { a, b, network, clock } = createNodes();
    const stranger = network.node('stranger');
    for (const message of [null, { id: 'x', hosts: 'x' }, { id: 'x'.repeat(40), hosts: [1] }]) {
      stranger.publish('families wanted', message);
    }
    await expect.poll(() => a.reads.length).toBe(0);
    const family = { name: 'node_load1', help: 'x', type: 'gauge', labels: ['a="b"} 1\nup{x="'], values: ['1'] };
    const bad = [[family], [{ ...family, name: 'vigia_host_up', labels: [''] }], { not: 'a list' }];
    const asked: string[] = [];
    stranger.subscribe('families wanted', (message) => {
      const { id } = message as { id: string };
      asked.push(id);
      for (const form of bad) {
        const data = deflateRawSync(JSON.stringify(form)).toString('base64');
        stranger.publish('families told', { id, host: 9, data, more: false });
      }
    });
    const read = b.families.read([9]);
    await expect.poll(() => asked.length).toBe(1);
    clock.advance({ seconds: 1.5 });
    expect((await read).size).toBe(0);
  });
});
