import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../support/databases/database-proxy.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { Browser } from '../../support/http/browser.js';
import { RawSubscriber } from '../../support/http/raw-subscriber.js';
import { commandLine } from '../../support/processes/command-line.js';
import { newDatabaseUrl, nodesCanRun, sqlOf, startNode, tokenOf } from '../../support/processes/nodes.js';
import { SECRET_KEY } from '../../support/test-app.js';

/** Seconds for which node B hears nothing from the others, in the middle of the events. */
const CUT_SECONDS = 5;

/** Collects the names in the events that a node pushes to a staff member. */
async function watch(baseUrl: string) {
  const subscriber = await RawSubscriber.open(baseUrl, `Bearer ${tokenOf(1)}`);
  subscriber.subscribe('1', { query: 'subscription { securityEvents { username event missed } }' });
  await subscriber.settle();
  const seen = () =>
    subscriber.messages.flatMap(({ type, payload }) => {
      const { data } = (payload ?? {}) as { data?: { securityEvents: { username: string; missed: number } } };
      return type === 'next' && data ? [data.securityEvents] : [];
    });
  return { names: () => seen().map(({ username }) => username), missed: () => seen().map(({ missed }) => missed) };
}

describe.runIf(nodesCanRun)('the events of the audit at two nodes (promises 30, 50)', () => {
  test('each subscriber gets each event once, whichever process records it and though a node is cut off meanwhile', async () => {
    const databaseUrl = await newDatabaseUrl();
    const proxy = await startDatabaseProxy();
    const a = await startNode(databaseUrl);
    const b = await startNode(databaseUrl, { databaseUrl: proxy.through(databaseUrl) });
    const database = await openTestDatabase({ kind: 'postgresql', url: databaseUrl });
    const run = sqlOf(database);
    await run(`insert into users (username, username_key, first_name, email, password, is_staff, date_joined)
      select name, name, 'Eva', 'e@example.com', '', true, now() from (values ('eva'), ('ela'), ('ena'), ('eda')) staff (name)`);
    const watchers = [await watch(a.baseUrl), await watch(b.baseUrl)];
    const expected: string[] = [];
    // Several are needed, since each can unlock at most 60 times a minute.
    const staff = [1, 2, 3, 4].map(
      (id) => new Browser((id % 2 === 1 ? a : b).baseUrl, { authorization: `Bearer ${tokenOf(id)}` }),
    );
    /** Records cheap events by unlocking names that are not locked. */
    const record = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const name = `n${expected.push(`n${expected.length}`) - 1}`;
        const caller = staff[index % 4] as Browser;
        const unlock = async () => (await caller.graphql(`mutation { unlock(username: "${name}") }`)).json();
        // A busy machine may reject a call, in which case nothing has changed.
        await expect.poll(unlock).not.toHaveProperty('errors');
      }
    };
    const insert = (name: string) => {
      expected.push(name);
      return `insert into authentication_events (at, event, result, door, address, username, username_key)
        values (now(), 'login', 'success', 'cli', '', '${name}', '${name}')`;
    };
    const allArrive = async () => {
      for (const { names } of watchers) {
        await expect.poll(() => names().sort()).toEqual([...expected].sort());
      }
    };

    await record(40);
    await allArrive();
    proxy.hang('vigia listener');
    const cutEnds = performance.now() + CUT_SECONDS * 1000;
    await b.line(/The connection to the other nodes is lost/);
    // During the outage, rights are confirmed for each event, but the table is still polled.
    await record(20);
    await commandLine(a.dataDir, { DATABASE_URL: databaseUrl, SECRET_KEY }).run(['user', 'unlock', 'from-the-shell']);
    expected.push('from-the-shell');
    await (database.em as SqlEntityManager).transactional(async (late) => {
      // This row's id is lower than those committed before it.
      await late.execute(insert('late'));
      await run(insert('sooner'));
      await record(10);
    });
    await expect.poll(() => performance.now() > cutEnds).toBe(true);
    await record(10);
    await proxy.heal();
    await b.line(/The connection to the other nodes is back/);
    await record(20);
    await allArrive();
    // Only polling the table finds this row; any duplicates would have arrived before it.
    await run(insert('last'));
    await allArrive();
    for (const { missed } of watchers) expect(new Set(missed())).toEqual(new Set([0]));
  });
});
