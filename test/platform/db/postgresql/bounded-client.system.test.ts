import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BoundedClient } from '../../../../src/platform/db/postgresql/bounded-client.js';
import { startDatabaseProxy } from '../../../support/databases/database-proxy.js';
import { newDatabaseUrl, nodesCanRun } from '../../../support/processes/nodes.js';

/** Connects through a network that the test can break, or directly if `isDirect`. */
async function connect({ isDirect = false } = {}) {
  const network = await startDatabaseProxy();
  const url = await newDatabaseUrl();
  const watch = { answerTimeoutMs: 300, opened: vi.fn(), closed: vi.fn(), answered: vi.fn(), silent: vi.fn() };
  const client = new BoundedClient({ connectionString: isDirect ? url : network.through(url), watch });
  onTestFinished(() => client.destroy());
  await client.connect();
  return { network, watch, client };
}

describe.runIf(nodesCanRun)('a connection to PostgreSQL whose statement gets no answer (promise 39)', () => {
  test('is destroyed, and tells of the silence', async () => {
    const { network, watch, client } = await connect();
    await client.query('select 1');
    expect(watch.answered).toHaveBeenCalledOnce();
    network.hang();
    await expect(client.query('select 1')).rejects.toThrow('Connection terminated');
    expect(watch.silent).toHaveBeenCalledOnce();
    expect(watch.closed).toHaveBeenCalledOnce();
  });

  test('is kept when it was this process that stood still', async () => {
    // Connects directly, since the simulated network runs in this process and would block, too.
    const { watch, client } = await connect({ isDirect: true });
    const answer = client.query('select 1 as one');
    // Blocks without using the CPU, so that the server can run even on few cores.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 * watch.answerTimeoutMs);
    expect((await answer).rows).toEqual([{ one: 1 }]);
    expect(watch.silent).not.toHaveBeenCalled();
  });

  test('counts an error of the server as an answer', async () => {
    const { watch, client } = await connect();
    await expect(client.query('select nonsense')).rejects.toThrow();
    expect(watch.answered).toHaveBeenCalledOnce();
  });
});
