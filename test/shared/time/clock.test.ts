import { describe, expect, onTestFinished, test } from 'vitest';
import { elapsedFrom, elapsedMs } from '../../../src/shared/time/clock.js';

/** Creates a machine whose time is moved by the test. */
function machine() {
  let awakeMs = 5000;
  let uptimeMs = 3_600_000;
  let wallMs = 1_800_000_000_000;
  let lookedUp = 0;
  const pass = (ms: number) => {
    awakeMs += ms;
    uptimeMs += ms;
    wallMs += ms;
  };
  const sleep = (ms: number) => {
    uptimeMs += ms;
    wallMs += ms;
  };
  const setWallClock = (ms: number) => {
    wallMs += ms;
  };
  // The uptime has a resolution of 10 ms, as on Linux.
  const uptimeSeconds = () => {
    lookedUp += 1;
    return Math.floor(uptimeMs / 10) / 100;
  };
  const elapsed = elapsedFrom({ awakeMs: () => awakeMs, uptimeSeconds, wallMs: () => wallMs });
  return { elapsed, pass, sleep, setWallClock, lookedUp: () => lookedUp };
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

  test('counts sleep', () => {
    const { elapsed, pass, sleep } = machine();
    const before = elapsed();
    sleep(480_000);
    pass(100);
    expect(elapsed() - before).toBeGreaterThan(480_080);
    expect(elapsed() - before).toBeLessThan(480_120);
  });

  test('counts sleep within ten seconds where the wall clock was set back by as much', () => {
    const { elapsed, pass, sleep, setWallClock } = machine();
    const before = elapsed();
    sleep(480_000);
    setWallClock(-480_000);
    pass(10_000);
    expect(elapsed() - before).toBeGreaterThan(489_980);
    expect(elapsed() - before).toBeLessThan(490_020);
  });

  test('does not change when the wall clock is set', () => {
    const { elapsed, pass, setWallClock } = machine();
    const before = elapsed();
    setWallClock(660_000);
    pass(100);
    setWallClock(-1_320_000);
    pass(100);
    expect(elapsed() - before).toBeCloseTo(200);
  });

  test('asks the system once in ten seconds, however often it is read', () => {
    const { elapsed, pass, lookedUp } = machine();
    const before = lookedUp();
    for (let count = 0; count < 10_000; count += 1) {
      pass(2);
      elapsed();
    }
    expect(lookedUp() - before).toBe(2);
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
