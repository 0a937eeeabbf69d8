import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Browser } from '../support/http/browser.js';
import { freePort } from '../support/processes/free-port.js';
import { startProgram } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { PASSWORD } from '../support/test-app.js';

const DESCRIPTORS = 64;
const SAMPLE = '{ metrics { sampledAt } }';
const FORM = { first_name: 'ana', username: 'ana', email: 'a@example.com', password1: PASSWORD, password2: PASSWORD };

test('a service without a free descriptor answers who is connected, and everybody once there are some (promise 38)', async () => {
  const port = await freePort();
  const service = startProgram('bash', ['-c', `ulimit -n ${DESCRIPTORS}; exec "${process.execPath}" dist/main.js`], {
    PORT: String(port),
    DATA_DIR: join(temporaryFolder(), 'data'),
    METRICS_INTERVAL_MS: '250',
  });
  await service.line(/Vigia is ready/);
  const baseUrl = `http://localhost:${port}`;
  await new Browser(baseUrl).submit('/accounts/registrar/', FORM);
  const token = async () => {
    const answer = await new Browser(baseUrl).post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD });
    return answer.json<{ access: string }>().access;
  };
  const authorization = `Bearer ${await token()}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const query = `/sistema/conversor/v1/api?type=dec2bin&value=5`;
    const [response] = await once(
      get({ host: '127.0.0.1', port, agent, path: query, headers: { authorization } }),
      'response',
    );
    return text(response);
  };
  expect(await ask()).toBe('{"result":"101"}');

  const crowd = Array.from({ length: 2 * DESCRIPTORS }, () => connect(port, '127.0.0.1').on('error', () => {}));
  // The service has no descriptor left to accept a connection, so it closes it immediately.
  await Promise.race(crowd.map((socket) => once(socket, 'close')));
  // The service cannot read the machine either and misses a few samples.
  await service.line(/EMFILE/);
  expect(await ask()).toBe('{"result":"101"}');
  expect(service.process.exitCode).toBeNull();

  for (const socket of crowd) socket.destroy();
  const sampledAt = async () => {
    const answer = await new Browser(baseUrl).graphql(SAMPLE, {}, { authorization });
    return answer.json<{ data: { metrics: { sampledAt: string } } }>().data.metrics.sampledAt;
  };
  const released = new Date().toISOString();
  await expect.poll(sampledAt, { interval: 1000 }).toSatisfy((at: string) => at > released);
  expect(await token()).toMatch(/^ey/);
  agent.destroy();
});
