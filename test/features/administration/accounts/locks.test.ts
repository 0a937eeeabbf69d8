import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, lock, tryRight } from '../../../support/accounts/login-methods.js';
import { audited, dataOf, startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';

const LOCKS = `query ($first: Int! = 50, $after: String) {
  lockedPairs(first: $first, after: $after) {
    nodes { username address isStaff lockedUntil secondsLeft } pageInfo { endCursor hasNextPage }
  }
}`;
const UNLOCK = 'mutation ($username: String!, $address: String) { unlock(username: $username, address: $address) }';

interface LockedPair {
  readonly username: string;
  readonly address: string;
  readonly isStaff: boolean;
  readonly lockedUntil: string;
  readonly secondsLeft: number;
}

interface Locks {
  readonly lockedPairs: {
    readonly nodes: LockedPair[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`locks in the hands of the staff, on ${kind.name} (contract 3)`, () => {
    test('are listed the newest first with what is left of them, and of failures only the fifth makes one', async () => {
      const { app, staff } = await startWithStaff(kind, { environment: BEHIND_PROXY });
      await app.createUser('ana');
      await app.createUser('bia', { isStaff: true, isActive: false });
      const wrong = () => app.browser().post('/accounts/api/v1/token/', { username: 'four', password: 'wrong' });
      for (let count = 0; count < 4; count += 1) await wrong();
      await lock(app, 'ANA', '192.0.2.1');
      await app.advance({ seconds: 30 });
      for (const name of ['ana', 'bia', 'o_k']) await lock(app, name, '192.0.2.2');
      const seen: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const { lockedPairs }: Locks = await dataOf(staff, LOCKS, { first: 1, after });
        seen.push(...lockedPairs.nodes.map((pair) => `${pair.username} ${pair.address} ${pair.secondsLeft}`));
        more = lockedPairs.pageInfo.hasNextPage;
        after = lockedPairs.pageInfo.endCursor;
      }
      const { lockedPairs: all }: Locks = await dataOf(staff, LOCKS);
      expect(all.nodes.map(({ isStaff }) => isStaff)).toEqual([false, true, false, false]);
      expect(seen).toEqual(['ana 192.0.2.2 600', 'bia 192.0.2.2 600', 'o_k 192.0.2.2 600', 'ana 192.0.2.1 570']);
      // Setting the clock leaves the remaining time unchanged.
      app.clock.setBy({ minutes: 60 });
      const { lockedPairs }: Locks = await dataOf(staff, LOCKS);
      expect(lockedPairs.nodes.at(-1)).toMatchObject({
        secondsLeft: 570,
        lockedUntil: new Date(app.clock.now().getTime() + 570_000).toISOString(),
      });
      app.clock.setBy({ minutes: -60 });
      await app.sleep({ minutes: 10 });
      expect(await dataOf<Locks>(staff, LOCKS)).toMatchObject({ lockedPairs: { nodes: [] } });
    });

    test('are opened at one address or at all', async () => {
      const { app, staff } = await startWithStaff(kind, { environment: BEHIND_PROXY });
      await app.createUser('ana');
      for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await lock(app, 'ana', from);
      expect(await dataOf(staff, UNLOCK, { username: 'Ana', address: '192.0.2.1' })).toEqual({ unlock: 1 });
      expect(await tryRight(app, 'ana', '192.0.2.1')).toBe('in');
      expect(await tryRight(app, 'ana', '192.0.2.2')).toBe('locked');
      expect(await dataOf(staff, UNLOCK, { username: 'ana' })).toEqual({ unlock: 2 });
      expect(await tryRight(app, 'ana', '192.0.2.3')).toBe('in');
      expect(await dataOf(staff, UNLOCK, { username: 'ana', address: "'; --" })).toEqual({ unlock: 0 });
      expect(await audited(app)).toEqual([
        'chefe unlock Ana {"addresses":["192.0.2.1"]} ',
        expect.stringMatching(/^chefe unlock ana \{"addresses":\["192\.0\.2\.[23]","192\.0\.2\.[23]"\]\} $/),
        'chefe unlock ana  ',
      ]);
    });
  });
}
