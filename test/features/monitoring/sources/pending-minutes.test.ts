import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PendingMinutes } from '../../../../src/features/monitoring/sources/pending-minutes.js';

const MINUTE = 60_000;
const sample = (atMs: number) => ({ atMs, figures: [1] });

test('samples come out by minute, each once and in order, whatever order they came in', () => {
  const times = fc.array(fc.integer({ min: 0, max: 5 * MINUTE - 1 }), { maxLength: 40 });
  fc.assert(
    fc.property(times, (all) => {
      const minutes = new PendingMinutes();
      for (const atMs of all) minutes.add(sample(atMs));
      const over = minutes.takeOver(Number.POSITIVE_INFINITY);
      const sorted = [...new Set(all)].sort((a, b) => a - b);
      expect(
        [...over].sort((a, b) => a.startMs - b.startMs).flatMap(({ samples }) => samples.map(({ atMs }) => atMs)),
      ).toEqual(sorted);
      for (const { startMs, samples } of over) {
        expect(samples.every(({ atMs }) => Math.floor(atMs / MINUTE) * MINUTE === startMs)).toBe(true);
      }
      expect(minutes.isEmpty).toBe(true);
    }),
  );
});

test('a minute is over three seconds after its end, so that a late sample still belongs to it', () => {
  const minutes = new PendingMinutes();
  minutes.add(sample(59_000));
  expect(minutes.takeOver(MINUTE + 2999)).toEqual([]);
  minutes.add(sample(59_500));
  expect(minutes.takeOver(MINUTE + 3000)).toEqual([{ startMs: 0, samples: [sample(59_000), sample(59_500)] }]);
});

test('at most 60 samples of a minute and the newest 60 minutes are kept', () => {
  const minutes = new PendingMinutes();
  for (let second = 0; second < 61; second += 1) minutes.add(sample(second * 900));
  for (let minute = 1; minute < 60; minute += 1) minutes.add(sample(minute * MINUTE));
  const first = minutes.takeOver(MINUTE + 3000);
  expect(first[0]?.samples).toHaveLength(60);
  for (const minute of first) minutes.putBack(minute);
  minutes.add(sample(60 * MINUTE));
  const kept = minutes.takeOver(Number.POSITIVE_INFINITY).map(({ startMs }) => startMs / MINUTE);
  expect(kept.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});
