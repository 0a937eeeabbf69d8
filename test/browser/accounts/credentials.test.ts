import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newPerson, signIn } from '../../support/browser/browser-flows.js';
import { chromiumPath, openChromium, openPage } from '../../support/browser/chromium.js';
import { Browser } from '../../support/http/browser.js';
import { freePort } from '../../support/processes/free-port.js';
import { startService } from '../../support/processes/running-service.js';

/** Serves an empty page on another port of the service's host, which therefore gets the same cookies. */
async function startNeighbour(port: number): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Neighbour</title>');
  }).listen(port);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${port}`;
}

/** Returns the first message that a page receives over a WebSocket after `connection_init`, or the close code. */
function overWebSocket(page: Page, service: string, authorization?: string): Promise<unknown> {
  return page.evaluate(
    ([address, Authorization]) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${address?.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
        const send = (message: object) => socket.send(JSON.stringify(message));
        socket.onopen = () => send({ type: 'connection_init', payload: { Authorization } });
        socket.onclose = ({ code }) => resolve(code);
        socket.onmessage = ({ data }) => {
          const { type, payload } = JSON.parse(data);
          if (type === 'connection_ack')
            send({ type: 'subscribe', id: '1', payload: { query: '{ me { username } }' } });
          if (type === 'next') resolve(payload.data.me?.username);
        };
      }),
    [service, authorization] as const,
  );
}

/** Returns the status and text that a page receives over HTTP, or the fact that the browser blocks the response. */
function overHttp(page: Page, address: string, init: Init): Promise<unknown> {
  return page.evaluate(
    ([url, options]) =>
      fetch(url, options).then(
        async (response) => `${response.status} ${await response.text()}`,
        () => 'unreadable',
      ),
    [address, init] as const,
  );
}

interface Init {
  readonly method: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials?: 'include';
}

const ME = JSON.stringify({ query: '{ me { username } }' });

describe.skipIf(!chromiumPath)('a listed page on another port of the same host (promise 22)', () => {
  test('gets nothing by the cookies of its visitor but a link, neither over WebSocket nor HTTP, and all by a bearer token', async () => {
    const port = await freePort();
    const neighbour = await startNeighbour(port);
    const service = await startService({ CORS_ORIGINS: neighbour });
    const { page } = await openPage(await openChromium(), service.baseUrl);
    const person = newPerson();
    await signIn(page, person);
    expect(await overWebSocket(page, service.baseUrl)).toBe(person.username);

    await page.goto(neighbour);
    expect(await page.title()).toBe('Neighbour');
    expect(await overWebSocket(page, service.baseUrl)).toBe(4401);
    const graphql = `${service.baseUrl}/graphql`;
    const headers = { 'content-type': 'application/json' };
    const ask: Init = { method: 'POST', body: ME, headers };
    expect(await overHttp(page, graphql, { ...ask, credentials: 'include' })).toBe('unreadable');
    expect(await overHttp(page, graphql, ask)).toBe('200 {"data":{"me":null}}\n');

    const tokens = await new Browser(service.baseUrl).post('/accounts/api/v1/token/', { ...person });
    const authorization = `Bearer ${tokens.json<{ access: string }>().access}`;
    expect(await overWebSocket(page, service.baseUrl, authorization)).toBe(person.username);
    expect(await overHttp(page, graphql, { ...ask, headers: { ...headers, authorization } })).toContain(
      person.username,
    );

    // A link leads on with the cookie.
    await page.setContent(`<a href="${service.baseUrl}/conta/">account</a>`);
    await page.getByRole('link').click();
    await page.waitForURL(`${service.baseUrl}/conta/`);
    await page.locator('h1').first().waitFor();
  });
});
