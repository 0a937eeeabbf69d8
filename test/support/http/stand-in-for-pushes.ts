import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fieldMeasures } from '../../../src/features/monitoring/measures.js';

/** Number of samples that arrive between two frames of the browser. */
const SAMPLES_A_FRAME = 200;

/**
 * Replaces the server's socket in a page. @returns a function that pushes `count` samples, five seconds apart, and
 * waits for the last one; changed values stay in effect afterwards.
 */
export async function standInForPushes(
  page: Page,
  figures: object = {},
): Promise<(count: number, changed?: object) => Promise<void>> {
  const beganMs = Date.now();
  let pushed = 0;
  let changes = {};
  await page.addInitScript(STAND_IN);
  const sampleAt = (number: number) => ({
    ...SAMPLE,
    ...figures,
    ...changes,
    sampledAt: new Date(beganMs + number * 5000).toISOString(),
    cpuPercent: number % 100,
  });
  return async (count, changed = changes) => {
    changes = changed;
    await expect.poll(() => page.evaluate('window.standIn?.isSubscribed')).toBe(true);
    const samples = Array.from({ length: count }, (_, index) => sampleAt(pushed + index));
    pushed += count;
    for (let from = 0; from < count; from += SAMPLES_A_FRAME) {
      await page.evaluate(`standIn.push(${JSON.stringify(samples.slice(from, from + SAMPLES_A_FRAME))})`);
    }
    const shown = page.getByTestId('sampled-at');
    await expect.poll(() => shown.getAttribute('datetime')).toBe(samples.at(-1)?.sampledAt);
  };
}

/**
 * A WebSocket that responds within the page, since transferring thousands of samples through the test tools would take
 * too long. Each arrives in a separate task, as it does from the network.
 */
const STAND_IN = `{
  let socket;
  let subscription;
  const way = new MessageChannel();
  const send = (message) => way.port2.postMessage(JSON.stringify(message));
  way.port1.onmessage = ({ data }) => socket.onmessage({ data });
  window.standIn = {
    get isSubscribed() {
      return subscription !== undefined;
    },
    async push(samples) {
      for (const metrics of samples) send({ id: subscription, type: 'next', payload: { data: { metrics } } });
      // The browser paints between samples.
      if (samples.length === ${SAMPLES_A_FRAME}) await new Promise(requestAnimationFrame);
    },
  };
  window.WebSocket = class {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    readyState = 0;
    protocol = 'graphql-transport-ws';
    constructor() {
      socket = this;
      subscription = undefined;
      setTimeout(() => {
        this.readyState = 1;
        this.onopen();
      });
    }
    send(text) {
      const { type, id, payload } = JSON.parse(text);
      if (type === 'connection_init') send({ type: 'connection_ack' });
      if (type === 'ping') send({ type: 'pong' });
      if (type === 'subscribe' && payload.query.includes('metrics')) subscription = id;
    }
    close(code = 1000, reason = '') {
      this.readyState = 3;
      this.onclose({ code, reason, wasClean: true });
    }
  };
}`;

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
