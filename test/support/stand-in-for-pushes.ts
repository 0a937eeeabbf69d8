import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import { fieldMeasures } from '../../src/monitoring/measures.js';

/**
 * Answers for the server on the socket. The function that it gives pushes so many samples, five seconds apart, and waits
 * for the last; other figures hold from then on.
 */
export async function standInForPushes(
  page: Page,
  figures: object = {},
): Promise<(count: number, changed?: object) => Promise<void>> {
  let socket: WebSocketRoute | undefined;
  let subscription = '';
  const beganMs = Date.now();
  let pushed = 0;
  let changes = {};
  await page.routeWebSocket('**/graphql', (route) => {
    socket = route;
    route.onMessage((data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'connection_init') route.send(JSON.stringify({ type: 'connection_ack' }));
      if (message.type === 'ping') route.send(JSON.stringify({ type: 'pong' }));
      const asksForSamples = message.type === 'subscribe' && message.payload.query.includes('metrics');
      if (asksForSamples) subscription = message.id;
    });
  });
  const sampleAt = (number: number) => ({
    ...SAMPLE,
    ...figures,
    ...changes,
    sampledAt: new Date(beganMs + number * 5000).toISOString(),
    cpuPercent: number % 100,
  });
  return async (count, changed = changes) => {
    changes = changed;
    await expect.poll(() => subscription, { timeout: 20_000 }).not.toBe('');
    let last = '';
    for (let number = 0; number < count; number += 1) {
      const metrics = sampleAt(pushed);
      last = metrics.sampledAt;
      pushed += 1;
      socket?.send(JSON.stringify({ id: subscription, type: 'next', payload: { data: { metrics } } }));
      // A browser paints between samples.
      if (number % 200 === 199) await page.evaluate('new Promise(requestAnimationFrame)');
    }
    const shown = page.getByTestId('sampled-at');
    await expect.poll(() => shown.getAttribute('datetime'), { timeout: 60_000 }).toBe(last);
  };
}

const SAMPLE = {
  __typename: 'Metrics',
  ...Object.fromEntries(fieldMeasures.map((name, index) => [name, index])),
  corePercents: [10, 20],
  loadAverage: { __typename: 'LoadAverage', one: 1, five: 1, fifteen: 1 },
  ramUsed: 1,
  ramTotal: 5,
  ramUsedBytes: 1,
  swapUsed: 0,
  swapTotal: 0,
  memoryUsed: 1,
  memoryTotal: 2,
  diskUsedBytes: 1,
  uptimeSeconds: 100,
  fileSystems: null,
  limits: null,
};
