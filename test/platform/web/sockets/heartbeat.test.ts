import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Heartbeat } from '../../../../src/platform/web/sockets/heartbeat.js';

/** Number of one-second beats in a period (promise 23). */
const PERIOD = 12;

function watchSockets(count: number) {
  const heartbeat = new Heartbeat();
  const ping = vi.fn();
  const sockets = Array.from({ length: count }, () =>
    Object.assign(new EventEmitter(), { readyState: 1, OPEN: 1, ping }),
  );
  for (const socket of sockets) heartbeat.watch(socket as unknown as WebSocket);
  /** Returns the number of pings in each beat of a period. */
  const period = () =>
    Array.from({ length: PERIOD }, () => {
      const before = ping.mock.calls.length;
      heartbeat.beat();
      for (const socket of sockets) socket.emit('pong');
      return ping.mock.calls.length - before;
    });
  return { sockets, period };
}

test('each connection is pinged once in a period (promise 23)', () => {
  const { period } = watchSockets(PERIOD + 1);
  const pinged = [2, ...Array.from({ length: PERIOD - 1 }, () => 1)];
  expect(period()).toEqual(pinged);
  expect(period()).toEqual(pinged);
});

test('thousands take turns, also when many of them have left', () => {
  const { sockets, period } = watchSockets(6000);
  expect(period()).toEqual(Array.from({ length: PERIOD }, () => 500));
  for (const socket of sockets.slice(0, 3000)) socket.emit('close');
  const pinged = period();
  expect(pinged.reduce((sum, count) => sum + count)).toBe(3000);
  expect(Math.max(...pinged)).toBeLessThanOrEqual(500);
});
