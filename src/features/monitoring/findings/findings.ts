import { LRUCache } from 'lru-cache';
import type { ReadableHistory } from '../history/history-reading.js';
import { figureOfStored } from '../history/stored-sample.js';
import type { HistorySummary, Series } from '../history/summary.js';
import { keyOfView, type MeasuredView } from '../hosts/subscriptions/measured-view.js';
import { collectFigures, type MeasureName, measureNames } from '../measures.js';
import { shapeMetrics } from '../metrics-view.js';
import type { Sample } from '../sampler.js';
import { type Averages, type Finding, type FindingsInput, findAll } from './find.js';

interface FindingsDeps {
  /** The default host's newest sample. */
  readonly shown: { readonly latest: Sample };
  /** The history of the same host; only guaranteed to match {@link shown} until the first await. */
  readonly history: ReadableHistory;
}

/** Number of hosts whose findings are cached. */
const HOSTS_MAX = 200;

/** Every sample has this measure, so a point without it is a gap. */
const CPU = measureNames.indexOf('cpuPercent');

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const HOURS_IN_WEEK = 168;
const MINUTES_IN_DAY = 1440;

/** Computes a host's current findings, once per sample and without any external service (contract 4). */
export class Findings {
  /** Cached by host number; the key of the default host is empty. */
  readonly #cached = new LRUCache<string, { readonly sample: Sample; readonly findings: Promise<Finding[]> }>({
    max: HOSTS_MAX,
  });

  constructor(private readonly deps: FindingsDeps) {}

  /** Returns the findings for the newest sample of `host`, or else of the default host. */
  latest(host?: MeasuredView): Promise<Finding[]> {
    const { latest: sample } = host ?? this.deps.shown;
    const history = host?.history ?? this.deps.history;
    const key = keyOfView(host);
    const known = this.#cached.get(key);
    if (known?.sample === sample) return known.findings;
    const findings = this.#readInput(sample, history).then(findAll);
    // If this fails, the next request tries again.
    findings.catch(() => {
      if (this.#cached.get(key)?.findings === findings) this.#cached.delete(key);
    });
    this.#cached.set(key, { sample, findings });
    return findings;
  }

  async #readInput(sample: Sample, history: ReadableHistory): Promise<FindingsInput> {
    const nowMs = Date.parse(sample.sampledAt);
    const [minutes, hours, day] = await Promise.all([
      steps(history, nowMs, MINUTE_MS, 60),
      steps(history, nowMs, HOUR_MS, HOURS_IN_WEEK),
      steps(history, nowMs, 2 * MINUTE_MS, MINUTES_IN_DAY / 2),
    ]);
    const cpuMaxima = (minutes.maximum[CPU] ?? []).filter((figure) => figure !== null);
    return {
      now: shapeMetrics(sample),
      minutes: withPresent(computeAverages(minutes, nowMs, MINUTE_MS, 60), sample),
      cpuMaximum: cpuMaxima.length > 0 ? figureOfStored(Math.max(...cpuMaxima), CPU) : null,
      hours: computeAverages(hours, nowMs, HOUR_MS, HOURS_IN_WEEK),
      gap: longestGap(day, nowMs),
    };
  }
}

/** Reads a summary of the last `count` steps and the current one. */
function steps(history: ReadableHistory, nowMs: number, stepMs: number, count: number): Promise<HistorySummary> {
  const lastMs = Math.floor(nowMs / stepMs) * stepMs;
  const [fromMs, toMs] = [lastMs - count * stepMs, lastMs + stepMs];
  return history.read({ fromMs, toMs, points: count + 2 });
}

/** Arranges the points of a summary at equal intervals, with null for intervals without a point. */
function computeAverages({ atMs, average }: HistorySummary, nowMs: number, stepMs: number, count: number): Averages {
  const lastStep = Math.floor(nowMs / stepMs);
  const grid = (series: Series | undefined, index: number) => {
    const cells: (number | null)[] = Array(count + 1).fill(null);
    for (const [point, ms] of atMs.entries()) {
      const figure = series?.[point] ?? null;
      const cell = count - (lastStep - Math.floor(ms / stepMs));
      if (figure !== null && cell >= 0 && cell <= count) cells[cell] = figureOfStored(figure, index);
    }
    return cells;
  };
  return Object.fromEntries(measureNames.map((name, index) => [name, grid(average[index], index)])) as Record<
    MeasureName,
    (number | null)[]
  >;
}

/**
 * Sets the current minute from the newest sample, since the history of an agent's host ends with the last finished
 * minute.
 */
function withPresent(minutes: Averages, sample: Sample): Averages {
  const present = collectFigures(sample);
  const filled = measureNames.map((name) => [name, minutes[name].with(-1, minutes[name].at(-1) ?? present[name])]);
  return Object.fromEntries(filled) as Record<MeasureName, (number | null)[]>;
}

function longestGap({ atMs, stepMs, average }: HistorySummary, nowMs: number): FindingsInput['gap'] {
  let longest: FindingsInput['gap'];
  for (const [point, ms] of atMs.entries()) {
    const [before, after] = [atMs[point - 1], atMs[point + 1]];
    if (before === undefined || after === undefined || (average[CPU]?.[point] ?? null) !== null) continue;
    const lengthMs = after - Math.max(before + stepMs, ms);
    if (lengthMs > (longest?.lengthMs ?? 0)) longest = { lengthMs, endedMsAgo: nowMs - after };
  }
  return longest;
}
