import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf, networksOf } from '../../../src/shared/addresses/network.js';

describe('the network of an address (promise 4)', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b::/64'],
    ['', ''],
  ])('of %j is %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('is the same for all of a /64 and another for every other', () => {
    const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.array(group, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(half, half, half, half, (a, b, c, d) => {
        const same = networkOf([...a, ...b].join(':')) === networkOf([...a, ...c].join(':'));
        const apart = networkOf([...a, ...b].join(':')) === networkOf([...d, ...b].join(':'));
        return same && apart === (a.join() === d.join());
      }),
    );
  });
});

describe('the networks of an address, the narrowest first (promise 44)', () => {
  test.each([
    ['192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
    ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
    ['2001:db8:1:2a3:3:4:5:6', ['2001:db8:1:2a3::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['', ['']],
    ['unknown', ['unknown']],
  ])('of %j are %j', (address, networks) => {
    expect(networksOf(address)).toEqual(networks);
  });
});
