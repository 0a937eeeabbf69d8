import { describe, expect, test } from 'vitest';
import { audited, codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';

/** The number is inlined because a variable would count as the maximum. */
const sessions = (first = 50) => `query ($after: String, $username: String) {
  liveSessions(first: ${first}, after: $after, username: $username) {
    nodes { id username address browser createdAt expiresAt isCurrent sockets } pageInfo { endCursor hasNextPage }
  }
}`;
const END = 'mutation ($username: String!, $id: ID!) { endUserSession(username: $username, id: $id) }';
const SOCKETS = `query ($first: Int! = 50, $after: String) {
  openSockets(first: $first, after: $after) {
    nodes { username address since by subscriptions } pageInfo { endCursor hasNextPage }
  }
}`;
const METRICS = { query: 'subscription { metrics { cpuPercent } }' };

interface Sessions {
  readonly liveSessions: {
    readonly nodes: {
      readonly id: string;
      readonly username: string;
      readonly createdAt: string;
      readonly sockets: number;
    }[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`the list of signed-in users, on ${kind.name} (contract 2, /admin/)`, () => {
    test('is listed, the newest login first, also where many came in the same millisecond, page by page', async () => {
      const { app, staff } = await startWithStaff(kind);
      for (const name of ['a', 'b', 'a']) await app.loginAs(name);
      await app.advance({ seconds: 1 });
      await app.loginAs('b');
      const seen: { id: string; username: string }[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const { liveSessions }: Sessions = await dataOf(staff, sessions(2), { after });
        seen.push(...liveSessions.nodes);
        more = liveSessions.pageInfo.hasNextPage;
        after = liveSessions.pageInfo.endCursor;
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(5);
      expect(seen[0]?.username).toBe('b');
      expect(seen.map(({ username }) => username).sort()).toEqual(['a', 'a', 'b', 'b', 'chefe']);
      const ofA: Sessions = await dataOf(staff, sessions(), { username: 'A' });
      expect(ofA.liveSessions.nodes.map(({ username }) => username)).toEqual(['a', 'a']);
      expect(await codeOf(staff, sessions(), { username: 'nobody' })).toBe('NOT_FOUND');
      await app.sleep({ minutes: 14 * 24 * 60 });
      expect((await dataOf<Sessions>(await app.loginAs('chefe'), sessions())).liveSessions.nodes).toHaveLength(1);
    });

    test('its cursors hold the time of the login and what everybody may know of the id, as they always did', async () => {
      const { app, staff } = await startWithStaff(kind);
      await app.loginAs('ana');
      const { liveSessions }: Sessions = await dataOf(staff, sessions(1));
      const [{ id, createdAt } = expect.fail('There is no session')] = liveSessions.nodes;
      const { endCursor } = liveSessions.pageInfo;
      const key = [Date.parse(createdAt), id.replace('LiveSession:', '')];
      expect(JSON.parse(Buffer.from(endCursor ?? '', 'base64url').toString())).toEqual(key);
      const behind = async (after: unknown[]) => {
        const cursor = Buffer.from(JSON.stringify(after)).toString('base64url');
        const { liveSessions: next }: Sessions = await dataOf(staff, sessions(), { after: cursor });
        return next.nodes.map(({ username }) => username);
      };
      expect(await behind(key)).toHaveLength(1);
      expect(await behind([Date.parse(createdAt) + 1, ''])).toHaveLength(2);
      expect(await codeOf(staff, sessions(), { after: Buffer.from('[1]').toString('base64url') })).toBe(
        'BAD_USER_INPUT',
      );
    });

    test('is shown with its sockets, and ends with them; of another user nothing ends', async () => {
      const { app, staff } = await startWithStaff(kind);
      const [ana, other] = [await app.loginAs('ana'), await app.loginAs('ana')];
      const samples = app.live({ as: ana }).iterate(METRICS);
      await samples.next();
      const { liveSessions }: Sessions = await dataOf(staff, sessions(), { username: 'ana' });
      const open = liveSessions.nodes.find(({ sockets }) => sockets === 1);
      expect(liveSessions.nodes.map(({ sockets }) => sockets).sort()).toEqual([0, 1]);
      for (const wrong of [
        { username: 'chefe', id: open?.id },
        { username: 'ana', id: 'x' },
        { username: 'ana', id: '%' },
      ]) {
        expect(await codeOf(staff, END, wrong)).toBe('NOT_FOUND');
      }
      expect(await dataOf(staff, END, { username: 'ANA', id: open?.id })).toEqual({ endUserSession: true });
      await expect(samples.next().then(() => samples.next())).rejects.toMatchObject({ code: 4403 });
      expect(await dataOf(ana, '{ me { username } }')).toEqual({ me: null });
      expect(await dataOf(other, '{ me { username } }')).toEqual({ me: { username: 'ana' } });
      expect(await codeOf(staff, END, { username: 'ana', id: open?.id })).toBe('NOT_FOUND');
      expect(await audited(app)).toEqual([
        expect.stringMatching(/^chefe session_end ana \{"address":"127\.0\.0\.1","createdAt":"[^"]+"\} $/),
      ]);
    });
  });
}

const [sqlite] = databaseKinds;

describe('the sockets that are open (contract 2, /admin/)', () => {
  test('are listed with whose they are, how they were proven and what they do, until they close', async () => {
    const { app, staff } = await startWithStaff(sqlite as NonNullable<typeof sqlite>);
    const byPerson = app.live({ as: await app.loginAs('ana') });
    const byScript = app.live({ connectionParams: { Authorization: `Bearer ${(await app.scriptAs('bia')).access}` } });
    await byPerson.iterate(METRICS).next();
    await app.advance({ seconds: 1 });
    for (let count = 0; count < 2; count += 1) await byScript.iterate(METRICS).next();
    const since = app.clock.now().toISOString();
    const bia = { username: 'bia', address: '127.0.0.1', by: 'TOKEN', subscriptions: 2, since };
    const first = await dataOf<{ openSockets: { pageInfo: { endCursor: string } } }>(staff, SOCKETS, { first: 1 });
    expect(first).toMatchObject({ openSockets: { nodes: [bia], pageInfo: { hasNextPage: true } } });
    const { endCursor: after } = first.openSockets.pageInfo;
    expect(await dataOf(staff, SOCKETS, { after })).toMatchObject({
      openSockets: {
        nodes: [{ username: 'ana', by: 'SESSION', subscriptions: 1 }],
        pageInfo: { hasNextPage: false },
      },
    });
    byPerson.terminate();
    byScript.terminate();
    await expect.poll(() => dataOf(staff, SOCKETS)).toMatchObject({ openSockets: { nodes: [] } });
  });
});
