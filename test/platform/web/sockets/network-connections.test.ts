import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NetworkConnections } from '../../../../src/platform/web/sockets/network-connections.js';

/** Opens connections by origin and records those ended in favour of newcomers. */
function counted(parts: { ofNetworkMax: number; max: number }) {
  const connections = new NetworkConnections(parts);
  const ended: string[] = [];
  return { ended, add: (address: string) => connections.add(address, () => ended.push(address)) };
}

describe('unauthenticated connections (promises 23, 44)', () => {
  test('are limited for each network; one that ends makes room, once', () => {
    const { add, ended } = counted({ ofNetworkMax: 2, max: 10 });
    const leave = add('2001:db8::1');
    expect(add('2001:db8::2')).toBeDefined();
    expect(add('2001:db8::3')).toBeUndefined();
    leave?.();
    leave?.();
    expect(add('2001:db8::3')).toBeDefined();
    expect(add('2001:db8::4')).toBeUndefined();
    expect(ended).toEqual([]);
  });

  test('of all there are as many as there may be: then the newest of the network with most is ended', () => {
    const { add, ended } = counted({ ofNetworkMax: 2, max: 3 });
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect(add(address)).toBeDefined();
    expect(ended).toEqual([]);
    expect(add('198.51.100.1')).toBeDefined();
    expect(ended).toEqual(['192.0.2.3']);
    // No network has at least two connections more than the newcomer's would then have.
    expect(add('198.51.100.2')).toBeUndefined();
    const leave = add('203.0.113.1');
    expect(ended).toEqual(['192.0.2.3', '192.0.2.2']);
    expect(add('198.51.100.2')).toBeUndefined();
    // The rejection did not use up any of the address's allowance.
    leave?.();
    expect(add('198.51.100.2')).toBeDefined();
    expect(ended).toHaveLength(2);
  });

  test('a whole /48 neither keeps out nor ends the connections of others', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const attack = fc.tuple(group, group).map(([subnet, host]) => `2001:db8:1:${subnet}::${host}`);
    const honest = fc.integer({ min: 0, max: 9 }).map((count) => `198.51.${count}.1`);
    const steps = fc.array(fc.oneof({ weight: 9, arbitrary: attack }, honest), { maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(steps, (addresses) => {
        const { add, ended } = counted({ ofNetworkMax: 5, max: 20 });
        const seen = new Set<string>();
        for (const address of addresses) {
          const isHonest = address.startsWith('198.');
          if (isHonest && seen.has(address)) continue;
          seen.add(address);
          if (add(address) === undefined && isHonest) return false;
        }
        return ended.every((address) => address.startsWith('2001:'));
      }),
    );
  });
});
