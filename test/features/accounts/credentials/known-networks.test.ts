import { describe, expect, test } from 'vitest';
import { KnownNetworks } from '../../../../src/features/accounts/credentials/known-networks.js';
import { BEHIND_PROXY, loginMethods, tryRight } from '../../../support/accounts/login-methods.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

function isKnown(networks: KnownNetworks, address: string): boolean {
  return networks.queuePath(address)[0] === 'known';
}

/** Returns the networks that a freshly started service knows. */
async function loaded({ database, clock }: TestApp): Promise<KnownNetworks> {
  const networks = new KnownNetworks({ em: database.em, clock });
  await networks.load();
  return networks;
}

describe('where a caller waits (promise 44)', () => {
  test('is a network within networks, after whether a user has logged in from there', async () => {
    const networks = await loaded(await createTestApp());
    expect(networks.queuePath('192.0.2.7')).toEqual(['new', 'c00002', 'c000020', 'c0000207']);
    networks.remember('192.0.2.7');
    expect(networks.queuePath('192.0.2.7')).toEqual(['known', 'c00002', 'c000020', 'c0000207']);
    expect(networks.queuePath('192.0.2.8')[0]).toBe('new');
    networks.remember('2001:db8:1:2a3::1');
    expect(networks.queuePath('2001:db8:1:2a3::2')).toEqual([
      'known',
      '20010db80001',
      '20010db800010',
      '20010db8000102',
      '20010db8000102a',
      '20010db8000102a3',
    ]);
    expect(isKnown(networks, '2001:db8:1:2a4::1')).toBe(false);
  });

  test('a login makes a network a known one for thirty days, a failure does not', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const { knownNetworks } = app.services;
    await app.createUser('ana');
    await loginMethods['token issue']?.(app, { username: 'ana', password: 'wrong', from: '192.0.2.1' });
    expect(isKnown(knownNetworks, '192.0.2.1')).toBe(false);
    expect(await tryRight(app, 'ana', '192.0.2.1')).toBe('in');
    expect(isKnown(knownNetworks, '192.0.2.1')).toBe(true);
    const minutes = 30 * 24 * 60;
    await app.sleep({ minutes: minutes - 1 });
    expect(isKnown(knownNetworks, '192.0.2.1')).toBe(true);
    await app.sleep({ minutes: 1 });
    expect(isKnown(knownNetworks, '192.0.2.1')).toBe(false);
  });

  test('sixty-four networks of a /48 are remembered: a login from one more drops one of these, and none of another /48', async () => {
    const networks = await loaded(await createTestApp());
    networks.remember('192.0.2.1');
    for (let count = 0; count < 65_536; count += 1) networks.remember(`2001:db8:1:${count.toString(16)}::1`);
    expect(isKnown(networks, '192.0.2.1')).toBe(true);
    expect(isKnown(networks, `2001:db8:1:${(65_536 - 64).toString(16)}::1`)).toBe(true);
    expect(isKnown(networks, `2001:db8:1:${(65_536 - 65).toString(16)}::1`)).toBe(false);
  });

  test('two thousand /24s are remembered, those of the newest logins', async () => {
    const networks = await loaded(await createTestApp());
    const addressOf = (count: number) => `10.${count >> 8}.${count & 255}.1`;
    for (let count = 0; count < 2000; count += 1) networks.remember(addressOf(count));
    networks.remember(addressOf(0));
    expect(isKnown(networks, addressOf(1))).toBe(true);
    networks.remember(addressOf(2000));
    expect(isKnown(networks, addressOf(1))).toBe(false);
    expect(isKnown(networks, addressOf(0))).toBe(true);
  });
});

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`a restart, on ${name}`, () => {
    test('forgets no network from which a user has logged in, by a form or for a token', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()), environment: BEHIND_PROXY });
      await app.createUser('ana');
      const form = { username: 'ana', password: PASSWORD };
      await loginMethods['login form']?.(app, { ...form, from: '192.0.2.1' });
      await loginMethods['token issue']?.(app, { ...form, from: '192.0.2.2' });
      await loginMethods['token issue']?.(app, { ...form, password: 'wrong', from: '192.0.2.3' });
      await app.sleep({ minutes: 24 * 60 });
      const networks = await loaded(app);
      const known = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => isKnown(networks, address));
      expect(known).toEqual([true, true, false]);
      await app.sleep({ minutes: 29 * 24 * 60 });
      expect(isKnown(await loaded(app), '192.0.2.2')).toBe(false);
    });
  });
}
