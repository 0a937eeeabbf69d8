import { describe, expect, test } from 'vitest';
import { type Backtest, backtest } from '../../../../src/features/alerts/rules/backtest.js';
import examples from './example-rules.json' with { type: 'json' };
import { type Episode, INTERVAL_MS, madeDay, parseEpochMs } from './made-day.js';
import { read } from './read.js';

interface Day {
  readonly episodes: readonly Episode[];
  readonly silence?: { readonly from: string; readonly to: string };
  /** The times at which the rule fires and at which the incident ends. */
  readonly incidents: readonly (readonly [from: string, to: string | null])[];
}

const MB = 1024 ** 2;

/** One day per rule, on which it must fire in the right places but not on patterns that only look similar. */
const DAYS: Readonly<Record<string, Day>> = {
  'Disk nearly full': {
    episodes: [
      { from: '09:00', to: '09:04', figures: { disk: 95 } },
      { from: '12:00', to: '13:00', figures: { disk: 90 } },
      { from: '14:00', to: '15:00', figures: { disk: 91 } },
    ],
    incidents: [['14:05', '15:05']],
  },
  'Disk filling fast': {
    episodes: [
      // First, the disk fills fast while far from full, then slowly while nearly full.
      { from: '02:00', to: '04:00', figures: { disk: [40, 55] } },
      { from: '04:00', to: '08:00', figures: { disk: 55 } },
      { from: '08:00', to: '14:00', figures: { disk: [65, 80] } },
      { from: '14:00', to: '16:00', figures: { disk: [80, 100] } },
      { from: '16:00', to: '24:00', figures: { disk: 60 } },
    ],
    // The disk rises by ten points an hour after two o'clock and by 2.5 before, so the two-hour rise reaches ten forty
    // minutes later.
    incidents: [['14:40:10', '16:15']],
  },
  'Memory short and swapping': {
    episodes: [
      { from: '03:00', to: '04:00', figures: { ram: 99 } },
      { from: '05:00', to: '06:00', figures: { swap: 90 } },
      { from: '10:00', to: '10:30', figures: { ram: 95, swap: 60 } },
      { from: '12:00', to: '12:09', figures: { ram: 95, swap: 60 } },
    ],
    incidents: [['10:10', '10:35']],
  },
  'Load at night': {
    episodes: [
      { from: '01:00', to: '01:30', figures: { load1: 1.5 } },
      { from: '05:30', to: '09:00', figures: { load1: 3 } },
      { from: '12:00', to: '13:00', figures: { load1: 3 } },
      { from: '21:50', to: '22:30', figures: { load1: 3 } },
    ],
    // Whatever the load, the night ends at six and does not begin before ten.
    incidents: [
      ['01:15', '01:35'],
      ['05:45', '06:05'],
      ['22:15', '22:35'],
    ],
  },
  'Processor busy, backup aside': {
    episodes: [
      { from: '02:05', to: '03:55', figures: { cpu: 100 } },
      { from: '10:00', to: '10:08', figures: { cpu: 100 } },
      { from: '12:00', to: '12:30', figures: { cpu: 100 } },
    ],
    // The average of a mix of 100s and 10s exceeds 90 once more than eight ninths of the values are 100.
    incidents: [['12:08:50', '12:41']],
  },
  'Processor stuck at the top': {
    episodes: [
      { from: '08:00', to: '09:00', figures: { cpu: 99 } },
      { from: '08:20', to: '08:20:10', figures: { cpu: 50 } },
      { from: '11:00', to: '11:29', figures: { cpu: 99 } },
    ],
    // The only sample, at 08:20, leaves the window at 08:50.
    incidents: [['08:50', '09:01']],
  },
  'Network flood': {
    episodes: [
      { from: '07:00', to: '07:02', figures: { netin: 90 * MB } },
      { from: '09:00', to: '10:00', figures: { netin: 90 * MB, netout: 80 * MB } },
      { from: '12:00', to: '12:20', figures: { netin: 100 * MB, netout: MB } },
    ],
    // The mean exceeds 50 MB/s with fifteen busy samples out of thirty, but not with fourteen.
    incidents: [['12:03:20', '12:27:30']],
  },
  'Backup did not run': {
    episodes: [{ from: '02:30', to: '02:50', figures: { diskread: 80 * MB } }],
    incidents: [],
  },
  'Disk saturated in working hours': {
    episodes: [
      { from: '02:00', to: '04:00', figures: { diskread: 300 * MB } },
      { from: '07:55', to: '08:08', figures: { diskwrite: 150 * MB } },
      { from: '11:00', to: '11:06', figures: { diskwrite: 150 * MB } },
      { from: '11:06', to: '11:20', figures: { diskread: 300 * MB } },
    ],
    incidents: [['11:10', '11:25']],
  },
  'Host away': {
    episodes: [],
    silence: { from: '15:00', to: '15:30' },
    incidents: [['15:02', '15:31']],
  },
};

async function runBacktest(name: string, { episodes, silence }: Day): Promise<Backtest> {
  const rule = examples.find((example) => example.name === name);
  if (!rule) throw new Error(name);
  const range = { fromMs: parseEpochMs('00:00'), toMs: parseEpochMs('24:00') };
  const request = { expression: read(rule.expression), durations: rule, timeZone: 'UTC', intervalMs: INTERVAL_MS };
  return backtest(
    { ...request, ...range, evaluatesGaps: true, outages: [] },
    madeDay(episodes, silence),
    async () => {},
  );
}

const timeOf = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString().slice(11, 19));

describe('rules that people want (contract 12)', () => {
  test('have an example of a day each', () => {
    expect(Object.keys(DAYS)).toEqual(examples.map(({ name }) => name));
  });

  test.each(Object.entries(DAYS))('%s: fires where it should, and nowhere else', async (name, day) => {
    const { incidents, missing } = await runBacktest(name, day);
    const expected = day.incidents.map(([from, to]) => [parseEpochMs(from), to === null ? null : parseEpochMs(to)]);
    expect(incidents.map(({ fromMs, toMs }) => [timeOf(fromMs), timeOf(toMs)])).toEqual(
      expected.map(([from, to]) => [timeOf(from ?? null), timeOf(to ?? null)]),
    );
    expect(missing).toEqual([]);
  });

  test.each(examples.filter(({ name }) => name !== 'Backup did not run'))(
    '$name: is silent on a quiet day',
    async ({ name }) => {
      expect((await runBacktest(name, { episodes: [], incidents: [] })).incidents).toEqual([]);
    },
  );

  test('Backup did not run: fires on the day on which it did not', async () => {
    const { incidents } = await runBacktest('Backup did not run', { episodes: [], incidents: [] });
    expect(incidents.map(({ fromMs, toMs }) => [timeOf(fromMs), timeOf(toMs)])).toEqual([['05:05:00', '05:35:00']]);
  });
});
