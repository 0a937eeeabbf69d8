import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClockSteps } from '../../src/agent/clock-steps.js';
import { Reconnection } from '../../src/agent/reconnection.js';
import { WaitingMinutes } from '../../src/agent/waiting-minutes.js';
import { decodeMinute } from '../../src/features/monitoring/agents/protocol/minute-data.js';
import { columnNumbers } from '../../src/features/monitoring/history/stored-sample.js';
import { FakeClock } from '../support/fakes/fake-clock.js';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-01-02T03:04:00Z');

function sampleAt(atMs: number) {
  return { atMs, figures: columnNumbers.map((_, index) => index) };
}

function measured(minutes: WaitingMinutes, fromMs: number, count: number): void {
  for (let index = 0; index < count; index += 1) minutes.add(sampleAt(fromMs + index * 5000));
}

describe('the minutes that wait', () => {
  test('have their processes when they are sent, also after the clock was set, and not in the state', () => {
    const minutes = new WaitingMinutes();
    measured(minutes, START, 13);
    minutes.addProcesses(START, [['node', 61, 4096]]);
    minutes.addProcesses(START + MINUTE_MS, [['not over', 1, 1]]);
    minutes.moveBy(60);
    expect(minutes.all.map((one) => Object.keys(one))).toEqual([
      ['startMs', 'data'],
      ['startMs', 'data'],
    ]);
    expect(minutes.next()).toMatchObject({ startMs: START + 60 * MINUTE_MS, processes: [['node', 61, 4096]] });
    minutes.finish();
    expect(minutes.next()).not.toHaveProperty('processes');
  });

  test('every sample is in exactly one of them, whatever is lost on the way', () => {
    const steps = fc.array(fc.constantFrom('sample', 'send', 'commit', 'lose', 'restart'), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (all) => {
        let minutes = new WaitingMinutes();
        let nowMs = START;
        const taken: number[] = [];
        const committed = new Map<number, string>();
        const sent: { startMs: number; data: string }[] = [];
        for (const step of all) {
          if (step === 'sample') {
            nowMs += 17_000;
            minutes.add(sampleAt(nowMs));
            taken.push(nowMs);
          } else if (step === 'send') {
            const next = minutes.next();
            if (next) sent.push(next);
          } else if (step === 'commit') {
            const first = sent.shift();
            if (!first) continue;
            expect(committed.has(first.startMs)).toBe(false);
            committed.set(first.startMs, first.data);
            minutes.committed(first.startMs);
          } else {
            sent.length = 0;
            minutes.resend();
            if (step !== 'restart') continue;
            const kept = minutes.all;
            minutes = new WaitingMinutes();
            expect(minutes.load(kept, nowMs)).toBe(0);
          }
        }
        const everything = [...committed].map(([startMs, data]) => ({ startMs, data })).concat(minutes.all);
        const times = everything.flatMap(({ startMs, data }) => decodeMinute(startMs, data).map(({ atMs }) => atMs));
        expect(times.sort((a, b) => a - b)).toEqual(taken);
      }),
    );
  });

  test('move with the clock by whole minutes; a clock that is set back a little repeats no time', () => {
    const minutes = new WaitingMinutes();
    measured(minutes, START, 30);
    const before = minutes.all.map(({ startMs }) => startMs);
    minutes.moveBy(-10);
    expect(minutes.all.map(({ startMs }) => startMs)).toEqual(before.map((startMs) => startMs - 10 * MINUTE_MS));
    expect(minutes.add(sampleAt(START - 10 * MINUTE_MS + 100_000))).toBe(false);
    expect(minutes.add(sampleAt(START - 10 * MINUTE_MS + 180_000))).toBe(true);
  });

  test('are at most those of a day; those of a file that are older or to come are left out', () => {
    const minutes = new WaitingMinutes();
    measured(minutes, START, 12 * 1500);
    const nowMs = START + 1500 * MINUTE_MS;
    expect(minutes.dropOld(nowMs)).toBe(60);
    expect(minutes.count).toBe(1439);
    const next = new WaitingMinutes();
    expect(next.load(minutes.all, nowMs - 10 * MINUTE_MS)).toBe(9);
  });

  test('are sent oldest first, each once until the connection is lost, and then again', () => {
    const minutes = new WaitingMinutes();
    measured(minutes, START, 40);
    const starts = [START, START + MINUTE_MS, START + 2 * MINUTE_MS];
    const sent = () => Array.from({ length: 4 }, () => minutes.next()?.startMs);
    expect(sent()).toEqual([...starts, undefined]);
    minutes.committed(START);
    minutes.resend();
    expect(sent()).toEqual([...starts.slice(1), undefined, undefined]);
  });

  test('a minute of a file is not begun anew when the clock is set back a little', () => {
    const before = new WaitingMinutes();
    measured(before, START, 13);
    const minutes = new WaitingMinutes();
    expect(minutes.load(before.all.slice(0, 1), START + MINUTE_MS + 5000)).toBe(0);
    minutes.add(sampleAt(START + MINUTE_MS - 10_000));
    expect(minutes.all).toHaveLength(1);
  });

  test('a committed minute that was never sent is not believed', () => {
    const minutes = new WaitingMinutes();
    measured(minutes, START, 30);
    minutes.committed(START);
    expect(minutes.count).toBe(2);
  });
});

describe('the clock of the agent', () => {
  test('tells whole minutes when it is set by more than 45 s, and nothing when time passes or it drifts', async () => {
    const clock = new FakeClock();
    const steps = new ClockSteps(clock);
    await clock.advance({ minutes: 90 });
    expect(steps.look()).toBe(0);
    clock.setBy({ minutes: 0.75 });
    expect(steps.look()).toBe(0);
    clock.setBy({ minutes: 59.25 });
    expect(steps.look()).toBe(60);
    expect(steps.look()).toBe(0);
    clock.setBy({ minutes: -1.2 });
    expect(steps.look()).toBe(-1);
  });
});

describe('the way back to the hub', () => {
  test('takes one to five seconds, doubles to thirty while the hub is away, and never ends', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 1, max: 5000 }),
        (chance, tries) => {
          const reconnection = new Reconnection(() => chance);
          expect(reconnection.delayMs('lost')).toBeGreaterThanOrEqual(1000);
          expect(reconnection.delayMs('lost')).toBeLessThanOrEqual(5000);
          let before = 0;
          for (let count = 0; count < Math.min(tries, 50); count += 1) {
            const delayMs = reconnection.delayMs('away');
            expect(delayMs).toBe(before === 0 ? delayMs : Math.min(30_000, before * 2));
            before = delayMs;
          }
          expect(before).toBeLessThanOrEqual(30_000);
        },
      ),
    );
  });

  test('takes a minute with a token that is not known, and soon that long beside another agent', () => {
    const reconnection = new Reconnection(() => 0.5);
    expect(reconnection.delayMs('unknown_token')).toBe(60_000);
    const delays = Array.from({ length: 5 }, () => reconnection.delayMs('in_use'));
    expect(delays).toEqual([8000, 8000, 8000, 60_000, 60_000]);
    expect(reconnection.delayMs('lost')).toBe(3000);
  });
});
