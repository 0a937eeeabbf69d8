import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BacktestIncident,
  type BacktestRequest,
  backtest,
  type HistorySlice,
} from '../../../../src/features/alerts/rules/backtest.js';
import { evaluate } from '../../../../src/features/alerts/rules/evaluate.js';
import type { HostFigures } from '../../../../src/features/alerts/rules/host-figures.js';
import { freshMs } from '../../../../src/features/alerts/rules/windows/windows.js';
import { arbitraryHistory, INTERVAL_MS, START_MS } from './arbitrary-history.js';
import { directTransitions, directValue, type EvaluationResult, type KnownSample, knownAfter } from './direct.js';
import { read } from './read.js';

const NAMES = ['cpu', 'ram', 'disk'] as const;
const FRESH_MS = freshMs(INTERVAL_MS);
const noTurn = async () => {};

const EXPRESSIONS = [
  'cpu > 50',
  'cpu > 50 and ram > 50 or disk > 90',
  'avg(cpu, 2m) > 50',
  'not avg(cpu, 2m) > 50 and ram < 90',
  'max(ram, 5m) >= 95 or rise(cpu, 1m) > 50',
  'away > 1 min or min(cpu, 1m) > 30',
  'cpu > 20 and time(03:10-03:30)',
  'disk("/var") > 5 or load5 > 1',
];

function slicesOf(samples: readonly HostFigures[], lengths: readonly number[]): HistorySlice[] {
  const slices: HistorySlice[] = [];
  let start = 0;
  for (let index = 0; start < samples.length; index += 1) {
    const part = samples.slice(start, start + (lengths[index] ?? samples.length));
    start += part.length;
    const columns = NAMES.map((name) => [name, Float64Array.from(part, ({ figures }) => figures[name] ?? Number.NaN)]);
    slices.push({ atMs: Float64Array.from(part, ({ atMs }) => atMs), figures: Object.fromEntries(columns) });
  }
  return slices;
}

/**
 * Returns the incidents that the rule would have caused live, computed sample by sample from all data available at the
 * time.
 */
function directIncidents(samples: readonly HostFigures[], request: BacktestRequest): BacktestIncident[] {
  const { expression, timeZone, fromMs, toMs, evaluatesGaps, durations } = request;
  const results: EvaluationResult[] = [];
  let known: KnownSample[] = [];
  const evaluateAt = (atMs: number) => {
    if (atMs < fromMs || atMs >= toMs) return;
    const { result } = evaluate(expression, (quantity) => directValue(quantity, known, atMs, FRESH_MS), atMs, timeZone);
    results.push({ atMs, result });
  };
  samples.forEach((sample, index) => {
    known = knownAfter(known, sample, { longestMs: 86_400_000, freshMs: FRESH_MS });
    evaluateAt(sample.atMs);
    const untilMs = samples[index + 1]?.atMs ?? toMs;
    if (!evaluatesGaps || untilMs - sample.atMs <= FRESH_MS) return;
    for (let atMs = sample.atMs + INTERVAL_MS; atMs < untilMs; atMs += INTERVAL_MS) evaluateAt(atMs);
  });
  const incidents: { fromMs: number; toMs: number | null }[] = [];
  directTransitions(results, durations, FRESH_MS).forEach((transition, index) => {
    const atMs = results[index]?.atMs ?? 0;
    if (transition === 'fired') incidents.push({ fromMs: atMs, toMs: null });
    const open = incidents.at(-1);
    if (transition === 'released' && open) open.toMs = atMs;
  });
  return incidents;
}

function buildRequest(text: string, more: Partial<BacktestRequest> = {}): BacktestRequest {
  return {
    expression: read(text),
    durations: { forSeconds: 0, releaseSeconds: 0 },
    timeZone: 'UTC',
    intervalMs: INTERVAL_MS,
    fromMs: START_MS,
    toMs: START_MS + 86_400_000,
    evaluatesGaps: false,
    outages: [],
    ...more,
  };
}

describe('a backtest (contract 12)', () => {
  test('finds what the rule would have done live, however the history is sliced', async () => {
    const seconds = fc.constantFrom(0, 20, 60, 300);
    const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 10 });
    const offset = fc.integer({ min: 0, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        ...([arbitraryHistory({ allowsJumps: false }), fc.constantFrom(...EXPRESSIONS), lengths] as const),
        ...([fc.tuple(seconds, seconds), fc.boolean(), offset] as const),
        async (samples, text, cuts, [forSeconds, releaseSeconds], evaluatesGaps, from) => {
          const request = buildRequest(text, {
            durations: { forSeconds, releaseSeconds },
            evaluatesGaps,
            fromMs: START_MS + from * INTERVAL_MS,
            toMs: (samples.at(-1)?.atMs ?? 0) + 5 * INTERVAL_MS,
          });
          const withoutPaths = samples.map((sample) => ({ ...sample, disks: new Map<string, number>() }));
          const { incidents } = await backtest(request, slicesOf(samples, cuts), noTurn);
          expect(incidents).toEqual(directIncidents(withoutPaths, request));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('says which figures the history does not have', async () => {
    const samples = [0, 1, 2].map((index) => ({
      atMs: START_MS + index * INTERVAL_MS,
      figures: { cpu: 10, ram: null },
      disks: new Map<string, number>(),
    }));
    const request = buildRequest(
      'cpu > 5 or ram > 5 or disk("/var") > 5 or avg(load5, 1m) > 5 or load5 > 5 or load5 > 6',
    );
    expect(await backtest(request, slicesOf(samples, []), noTurn)).toEqual({
      incidents: [{ fromMs: START_MS, toMs: null }],
      samples: 3,
      missing: ['ram', 'disk("/var")', 'avg(load5, 1m)', 'load5'],
    });
  });

  test('reads a history that arrives bit by bit, and gives way in the middle of long work', async () => {
    const count = 20_000;
    const samples = Array.from({ length: count }, (_, index) => ({
      atMs: START_MS + index * 1000,
      figures: { cpu: index % 100 },
      disks: new Map<string, number>(),
    }));
    async function* arriving() {
      for (const slice of slicesOf(samples, [])) yield slice;
    }
    let turns = 0;
    const request = buildRequest('cpu > 98', { intervalMs: 1000 });
    const { incidents } = await backtest(request, arriving(), async () => {
      turns += 1;
    });
    expect(incidents).toHaveLength(count / 100);
    expect(turns).toBeGreaterThanOrEqual(4);
    // A long silence also takes a lot of work.
    turns = 0;
    const silent = buildRequest('away > 60', { intervalMs: 1000, evaluatesGaps: true });
    const [first] = samples;
    const found = await backtest(silent, slicesOf(first ? [first] : [], []), async () => {
      turns += 1;
    });
    expect(found.incidents).toEqual([{ fromMs: START_MS + 61_000, toMs: null }]);
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});
