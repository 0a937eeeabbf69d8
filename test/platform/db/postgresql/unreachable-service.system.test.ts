import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { startDatabaseProxy } from '../../../support/databases/database-proxy.js';
import { AS_IN_SERVICE, openTestDatabase } from '../../../support/databases/databases.js';
import { newDatabaseUrl, nodesCanRun, startNode } from '../../../support/processes/nodes.js';
import { createScript } from '../../../support/processes/running-service.js';
import { PASSWORD } from '../../../support/test-app.js';

/** Time limits for a call while PostgreSQL does not respond, and for the process to exit. */
const REFUSED_MS = 6000;
const ENDED_MS = 15_000;

const CALLERS = 20;
const RECOVERY_MS = 20_000;

/** Starts a service process behind a network that the test can break. */
async function startBreakable() {
  const databaseUrl = await newDatabaseUrl();
  const network = await startDatabaseProxy();
  const service = await startNode(databaseUrl, { databaseUrl: network.through(databaseUrl) });
  return { databaseUrl, network, service };
}

describe.runIf(nodesCanRun)('a service whose PostgreSQL falls silent (promise 39)', () => {
  test('refuses each call within 6 s, and is well within 20 s of its return', async () => {
    const { databaseUrl, network, service } = await startBreakable();
    const script = await createScript(service.baseUrl);
    const call = async (index: number) => {
      const start = performance.now();
      const { status } =
        index % 2 === 0
          ? await script.post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD })
          : await script.graphql('mutation { changePreferences(theme: DARK) { theme } }');
      return { status, ms: performance.now() - start };
    };
    const callAll = () => Promise.all(Array.from({ length: CALLERS }, (_, index) => call(index)));

    network.hang();
    // Early callers wait, but not those that arrive after the silence has been detected.
    for (let round = 0; round < 2; round += 1) {
      const ready = call(CALLERS).then(() => fetch(`${service.baseUrl}/readyz`));
      for (const { status, ms } of await callAll()) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(REFUSED_MS);
      }
      expect((await ready).status).toBe(503);
    }

    await network.heal();
    const statuses = async () => new Set((await callAll()).map(({ status }) => status));
    await expect.poll(statuses, { timeout: RECOVERY_MS }).toEqual(new Set([200]));
    const { em } = await openTestDatabase({ kind: 'postgresql', url: databaseUrl });
    expect(await em.fork().count(User, { username: 'ana' })).toBe(1);
  });

  test('ends in good order on SIGTERM meanwhile', async () => {
    const { network, service } = await startBreakable();
    const script = await createScript(service.baseUrl);
    network.hang();
    const login = script.post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD });
    const start = performance.now();
    service.process.kill('SIGTERM');
    expect((await login).status).toBe(503);
    expect(await service.ended).toBe(0);
    expect(performance.now() - start).toBeLessThan(ENDED_MS);
  });

  test('does not keep others from the rows that it had locked', async () => {
    const url = await newDatabaseUrl();
    const network = await startDatabaseProxy();
    const cutOff = await openTestDatabase({ kind: 'postgresql', url: network.through(url) }, AS_IN_SERVICE);
    const other = await openTestDatabase({ kind: 'postgresql', url }, AS_IN_SERVICE);
    const change = (em = other.em.fork()) => em.nativeUpdate(User, { username: 'ana' }, { firstName: 'Bia' });
    const unit = cutOff.em.fork();
    unit.create(User, {
      username: 'ana',
      usernameKey: 'ana',
      firstName: 'Ana',
      email: 'ana@example.com',
      password: '',
      dateJoined: new Date(),
    });
    await unit.flush();
    await unit.begin();
    await change(unit);
    network.hang();
    await expect(change()).rejects.toMatchObject({ code: 'busy' });
    await expect.poll(() => change().catch(() => 0), { timeout: RECOVERY_MS }).toBe(1);
  });
});
