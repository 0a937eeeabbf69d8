import { expect, test, vi } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { WaitingMinutes } from '../../src/agent/waiting-minutes.js';
import { systemClock } from '../../src/shared/time/clock.js';
import { FakeHost } from '../support/fakes/fake-host.js';

test('an attempt to reach the hub leaves nothing behind, however many there are', async () => {
  let listeners = 0;
  const { addEventListener, removeEventListener } = AbortSignal.prototype;
  vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (this: AbortSignal, ...args) {
    listeners += 1;
    return addEventListener.apply(this, args);
  });
  vi.spyOn(AbortSignal.prototype, 'removeEventListener').mockImplementation(function (this: AbortSignal, ...args) {
    listeners -= 1;
    return removeEventListener.apply(this, args);
  });
  const before: number[] = [];
  const agent = new Agent({
    hub: new URL('http://127.0.0.1:9'),
    token: async () => {
      before.push(listeners);
      return 'token';
    },
    instance: '00000000-0000-4000-8000-000000000000',
    host: new FakeHost(),
    facts: {} as never,
    processes: { busiest: async () => null },
    processTimes: { next: async () => undefined },
    minutes: new WaitingMinutes(),
    state: undefined,
    clock: systemClock,
    logger: { log: () => {} } as never,
  });
  const end = agent.run();
  await expect.poll(() => before.length).toBeGreaterThan(1);
  agent.stop();
  await end;
  expect(before[1]).toBe(before[0]);
});
