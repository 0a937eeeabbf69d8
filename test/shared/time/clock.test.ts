import { describe, expect, onTestFinished, test } from 'vitest';
import { elapsedFrom, elapsedMs } from '../../../src/shared/time/clock.js';

/** A machine whose time a test moves. */
function machine() {
  let awakeMs = 5000;
  let uptimeMs = 3_600_000;
  const pass = (ms: number) => {
    awakeMs += ms;
    uptimeMs += ms;
  };
  const sleep = (ms: number) => {
    uptimeMs += ms;
  };
  // As Linux gives it: in steps of 10 ms.
  const uptimeSeconds = () => Math.floor(uptimeMs / 10) / 100;
  return { elapsed: elapsedFrom({ awakeMs: () => awakeMs, uptimeSeconds }), pass, sleep };
}

describe('the time that passes on a machine (contract 13)', () => {
  test('counts every fraction of a millisecond', () => {
    const { elapsed, pass } = machine();
    const before = elapsed();
    for (let count = 0; count < 10_000; count += 1) {
      pass(0.7);
      elapsed();
    }
    expect(elapsed() - before).toBeCloseTo(7000);
  });

  test('counts sleep, from a tenth of a second after it', () => {
    const { elapsed, pass, sleep } = machine();
    const before = elapsed();
    sleep(480_000);
    pass(100);
    expect(elapsed() - before).toBeGreaterThan(480_080);
    expect(elapsed() - before).toBeLessThan(480_120);
  });

  test('goes on when the clock of the machine is set', () => {
    const { now } = Date;
    onTestFinished(() => {
      Date.now = now;
    });
    const before = elapsedMs();
    Date.now = () => now() + 660_000;
    expect(elapsedMs() - before).toBeLessThan(60_000);
  });
});
