import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ClientAssets } from '../../src/web/client-assets.js';
import { startService } from '../support/running-service.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

/** Sends requests ahead of their answers on one connection, and gives all that is answered. */
async function sendAhead(app: TestApp, paths: readonly string[]): Promise<string> {
  const socket = connect(app.port, '127.0.0.1');
  const last = paths.length - 1;
  const requests = paths.map(
    (path, index) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${index === last ? 'Connection: close\r\n' : ''}\r\n`,
  );
  socket.on('error', () => {});
  socket.write(requests.join(''));
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

describe('requests that are sent ahead of their answers', () => {
  test('are answered in order, one after another', async () => {
    const app = await createTestApp();
    const answer = await sendAhead(app, ['/healthz', '/accounts/login/', '/nothing', '/readyz']);
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '404', '200']);
    expect(answer.trimEnd().endsWith('{"status":"ready"}')).toBe(true);
  });

  test('twenty wait behind the first; with more the connection is cut', async () => {
    const app = await createTestApp();
    const all = await sendAhead(app, Array(21).fill('/healthz'));
    expect(all.match(/HTTP\/1\.1 200/g)).toHaveLength(21);
    const cut = await sendAhead(app, Array(500).fill('/healthz')).catch(() => '');
    expect(cut.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(500);
  });

  test('leave no file open when the connection ends', async () => {
    const service = await startService();
    const [script] = new ClientAssets('dist/client').entries(['src/playground.tsx']).preloads;
    const files = () => readdirSync(`/proc/${service.process.pid}/fd`).length;
    const before = files();
    for (let round = 0; round < 10; round += 1) {
      const socket = connect(service.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.pause();
      socket.write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(15));
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.destroy();
    }
    await expect.poll(files, { timeout: 10_000 }).toBeLessThanOrEqual(before + 2);
  });
});
