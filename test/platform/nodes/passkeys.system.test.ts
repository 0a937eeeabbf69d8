import { describe, expect, test } from 'vitest';
import { UsedChallenge } from '../../../src/features/accounts/passkeys/used-challenge.entity.js';
import { addPasskey, WITH_PASSKEYS } from '../../support/accounts/passkeys.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { newDatabaseUrl, nodesCanRun } from '../../support/processes/nodes.js';
import { createTestApp } from '../../support/test-app.js';

const LOGIN = '/accounts/login/chave/';

/** Creates a service for each node, with separate database connections. */
async function openNodes(count: number) {
  const url = await newDatabaseUrl();
  const clock = new FakeClock();
  return Promise.all(
    Array.from({ length: count }, async () => {
      const database = await openTestDatabase({ kind: 'postgresql', url });
      return createTestApp({ database, clock, environment: WITH_PASSKEYS });
    }),
  );
}

describe.runIf(nodesCanRun)('passkeys at several nodes (promise 50)', () => {
  test('a challenge of one node is answered at any, and once in all', async () => {
    const [one, other] = await openNodes(2);
    if (!one || !other) throw new Error('There are two');
    const authenticator = await addPasskey(await one.loginAs());
    const visitors = await Promise.all(
      [one, other, one, other, one, other].map(async (node) => {
        const visitor = node.browser();
        return { visitor, csrfmiddlewaretoken: await visitor.csrfToken('/accounts/login/') };
      }),
    );
    const response = authenticator.get((await one.browser().get(LOGIN)).text, { counter: 1 });
    const answers = await Promise.all(
      visitors.map(({ visitor, csrfmiddlewaretoken }) => visitor.post(LOGIN, { csrfmiddlewaretoken, response })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 302]);
    // A challenge used at one node counts as used at the other, which also knows the counter.
    const late = other.browser();
    const csrfmiddlewaretoken = await late.csrfToken('/accounts/login/');
    expect((await late.post(LOGIN, { csrfmiddlewaretoken, response })).status).toBe(200);
    const again = authenticator.get((await one.browser().get(LOGIN)).text, { counter: 1 });
    expect((await late.post(LOGIN, { csrfmiddlewaretoken, response: again })).status).toBe(200);
    const next = authenticator.get((await one.browser().get(LOGIN)).text, { counter: 2 });
    expect((await late.post(LOGIN, { csrfmiddlewaretoken, response: next })).status).toBe(302);
    // One challenge was for the new passkey, and two were for logins.
    expect(await other.database.em.fork().count(UsedChallenge, {})).toBe(3);
  });
});
