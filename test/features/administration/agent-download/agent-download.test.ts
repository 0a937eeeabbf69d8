import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  AGENT_DOWNLOADS,
  agentDownloads,
} from '../../../../src/features/administration/agent-download/agent-download.pages.js';
import { mountAddress } from '../../../../src/platform/web/requests/addresses.js';
import { MemoryRateLimits } from '../../../../src/shared/rate-limits/memory-rate-limits.js';
import { Quota } from '../../../../src/shared/rate-limits/quota.js';

const NAME = 'vigia-agent-linux-x64.tar.xz';

/** Serves an archive for x64 alone, which begins and ends only when it is told to. */
async function serveSlowly(lookUp?: Promise<void>) {
  const left = { asked: 0, closed: 0 };
  const finished = Promise.withResolvers<void>();
  const archive = {
    ...{ bytes: 4, sha256: 'abc' },
    async *content() {
      yield Buffer.from('ab');
      await finished.promise;
      yield Buffer.from('cd');
    },
  };
  const downloads = new Quota({ rateLimits: new MemoryRateLimits(), name: 'downloads', ...AGENT_DOWNLOADS });
  const find = async (processor: string) => {
    left.asked += 1;
    await lookUp;
    return processor === 'x64' ? archive : undefined;
  };
  const app = express();
  app.use((_request, response, next) => {
    response.once('close', () => (left.closed += 1));
    next();
  });
  for (const [path, handlers] of Object.entries(
    agentDownloads({
      archives: { find },
      downloads,
      addressOf: (request) => String(request.headers.from ?? '192.0.2.1'),
    }),
  ))
    mountAddress(app, path, handlers);
  app.use(((_error, _request, response, _next) => void response.status(429).end()) satisfies ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`, finish: finished.resolve, left };
}

describe('downloads of the agent', () => {
  test('four archives are sent to a network at a time and sixteen to all; the next come when one has ended', async () => {
    const { url, finish } = await serveSlowly();
    const ask = (network: number) => fetch(`${url}/${NAME}`, { headers: { from: `192.0.${network}.1` } });
    const first = await Promise.all(Array.from({ length: 16 }, (_, index) => ask(index % 4)));
    expect(first.map(({ status }) => status)).toEqual(Array(16).fill(200));
    const next = await ask(9);
    expect([next.status, next.headers.get('retry-after')]).toEqual([503, '10']);
    await first[0]?.body?.cancel();
    await expect.poll(async () => (await ask(1)).status).toBe(503);
    await expect.poll(async () => (await ask(0)).status).toBe(200);
    finish();
    expect(await Promise.all(first.slice(1).map((answer) => answer.text()))).toEqual(Array(15).fill('abcd'));
  });

  test('a site with many networks gets half of the places', async () => {
    const { url, finish } = await serveSlowly();
    const ask = (from: string) => fetch(`${url}/${NAME}`, { headers: { from } });
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => ask(`2001:db8:1:${index}::1`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), 503]);
    expect((await ask('2001:db8:2::1')).status).toBe(200);
    finish();
  });

  test('a receiver who leaves frees its place', async () => {
    const { url, finish } = await serveSlowly();
    for (let count = 0; count < 20; count++) {
      const download = request(`${url}/${NAME}`).end();
      const [response] = await once(download, 'response');
      const open = response.statusCode;
      download.destroy();
      if (open === 503) break;
    }
    finish();
    await expect.poll(async () => (await fetch(`${url}/${NAME}`)).status).toBe(200);
  });

  test('receivers who leave before their archive begins take no places', async () => {
    const lookUp = Promise.withResolvers<void>();
    const { url, finish, left } = await serveSlowly(lookUp.promise);
    const downloads = Array.from({ length: 4 }, () =>
      request(`${url}/${NAME}`)
        .on('error', () => {})
        .end(),
    );
    await expect.poll(() => left.asked).toBe(4);
    for (const download of downloads) download.destroy();
    await expect.poll(() => left.closed).toBe(4);
    lookUp.resolve();
    finish();
    await expect.poll(async () => (await fetch(`${url}/${NAME}`)).status).toBe(200);
  });

  test('the length, the sum and an archive that is there already are told without sending it', async () => {
    const { url } = await serveSlowly();
    const head = await fetch(`${url}/${NAME}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, '4', '"abc"']);
    expect((await fetch(`${url}/${NAME}`, { headers: { 'if-none-match': '"abc"' } })).status).toBe(304);
    expect(await (await fetch(`${url}/SHA256SUMS`)).text()).toBe(`abc  ${NAME}\n`);
    const missing = await fetch(`${url}/vigia-agent-linux-arm64.tar.xz`);
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(await missing.text()).toContain('into the folder "agent" in its DATA_DIR');
  });

  test(`the ${AGENT_DOWNLOADS.limit + 1}st request of a network within a minute is refused`, async () => {
    const { url } = await serveSlowly();
    for (let count = 0; count < AGENT_DOWNLOADS.limit; count++) {
      expect((await fetch(`${url}/SHA256SUMS`)).status).toBe(200);
    }
    expect((await fetch(`${url}/install.sh`)).status).toBe(429);
  });
});
