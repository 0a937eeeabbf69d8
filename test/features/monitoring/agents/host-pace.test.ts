import { describe, expect, test } from 'vitest';
import { HostPaces, SAMPLES_AT_ONCE } from '../../../../src/features/monitoring/agents/host-pace.js';
import { INTERVAL_MIN_MS } from '../../../../src/features/monitoring/agents/protocol/protocol.js';

const DAY_MS = 86_400_000;

/** Time that a connection may stall before the heartbeat closes it. */
const STILL_MS = 24_000;

describe('the pace of samples', () => {
  test('is kept for days by an agent whose clock is as fast as clocks are', () => {
    const { samples } = new HostPaces().of('token');
    for (let sentMs = 0; sentMs < 3 * DAY_MS; sentMs += INTERVAL_MIN_MS * 0.9995) {
      if (!samples.take(sentMs)) expect.fail(`The agent is cut off after ${sentMs} ms`);
    }
  });

  test('is kept where all samples of a connection that stood still arrive at once', () => {
    const { samples } = new HostPaces().of('token');
    for (let sentMs = 0; sentMs < 60_000; sentMs += INTERVAL_MIN_MS) expect(samples.take(sentMs)).toBe(true);
    const arriveMs = 60_000 + STILL_MS;
    for (let sent = 0; sent <= STILL_MS / INTERVAL_MIN_MS; sent += 1) expect(samples.take(arriveMs)).toBe(true);
  });

  test('has an end', () => {
    const { samples } = new HostPaces().of('token');
    for (let sent = 0; sent < SAMPLES_AT_ONCE; sent += 1) expect(samples.take(0)).toBe(true);
    expect(samples.take(0)).toBe(false);
  });
});
