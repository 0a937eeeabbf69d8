import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../../lib/graphql/failure-of';
import type { Sample } from '../live/sample-fields';
import { type ChartData, chartDataOf, withSample } from './chart-data';
import { HistoryQuery } from './history-query';
import { type Range, type TimeSpan, ZOOM_POINTS } from './time-window';

/** What the charts show, and how it stands with it. */
export interface HistoryState {
  /** The last that came, also while other is on its way; undefined before the first. */
  readonly data: ChartData | undefined;
  /** The stretch of time that belongs to it. */
  readonly visible: TimeSpan;
  readonly fetching: boolean;
  /** Why there is nothing new, in the server's words. */
  readonly failure: string | undefined;
  /** Asks again. */
  readonly retry: () => void;
}

interface HistoryParams {
  readonly range: Range;
  readonly zoom: TimeSpan | null;
  /** The newest sample: its time is the server's now. */
  readonly sample: Sample | undefined;
  /** Whether samples arrive; what was missed is asked for when they do again. */
  readonly arriving: boolean;
}

interface Fetched {
  readonly key: string;
  readonly data: ChartData;
  readonly visible: TimeSpan;
}

/** What is not shown by the sample is asked for anew this often, or when a stretch of it is over. */
const REFRESH_SECONDS_MIN = 60;

/** The history of a range up to now, or of a stretch that was zoomed into; kept up to date while it is shown. */
export function useHistory({ range, zoom, sample, arriving }: HistoryParams): HistoryState {
  const client = useClient();
  const [fetched, setFetched] = useState<Fetched>();
  const [failure, setFailure] = useState<string>();
  const [requests, setRequests] = useState(0);
  const now = sample ? Date.parse(sample.sampledAt) / 1000 : undefined;
  const isKnown = now !== undefined;
  const key = zoom ? `${zoom.from}-${zoom.to}` : range.id;

  // What is shown by the sample grows by each one; anything else is asked for when a stretch of it is over.
  const isLive = !zoom && range.bySample;
  const withNewest = useEffectEvent((before: Fetched) =>
    isLive && sample ? appendSample(before, sample, range.seconds) : before,
  );
  const currentSpan = useEffectEvent((): TimeSpan => zoom ?? { from: (now ?? 0) - range.seconds, to: now ?? 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `requests` only counts requests, so that each asks again
  useEffect(() => {
    if (!isKnown || !arriving) return;
    const visible = currentSpan();
    const query = client.query(
      HistoryQuery,
      // The end does not count itself.
      { from: iso(visible.from), to: iso(visible.to + 0.001), points: zoom ? ZOOM_POINTS : range.points },
      { requestPolicy: 'network-only' },
    );
    const { unsubscribe } = query.subscribe(({ data, error }) => {
      setFailure(error && failureOf(error).text);
      if (data) setFetched(withNewest({ key, data: chartDataOf(data.metricsHistory, visible.to), visible }));
    });
    return unsubscribe;
  }, [client, range, zoom, key, requests, isKnown, arriving]);

  useEffect(() => {
    if (!sample || !isLive) return;
    setFetched((before) => (before?.key === key ? appendSample(before, sample, range.seconds) : before));
  }, [sample, isLive, key, range]);

  const isCurrent = fetched?.key === key;
  const stepSeconds = isCurrent ? fetched.data.stepSeconds : undefined;
  useEffect(() => {
    if (zoom || range.bySample || stepSeconds === undefined) return;
    const timer = setInterval(
      () => document.hidden || setRequests((count) => count + 1),
      Math.max(REFRESH_SECONDS_MIN, stepSeconds) * 1000,
    );
    return () => clearInterval(timer);
  }, [zoom, range, stepSeconds]);

  return {
    data: fetched?.data,
    visible: fetched?.visible ?? { from: 0, to: 1 },
    fetching: !isCurrent && failure === undefined,
    failure,
    retry: () => {
      setFailure(undefined);
      setRequests((count) => count + 1);
    },
  };
}

function appendSample(before: Fetched, sample: Sample, seconds: number): Fetched {
  const data = withSample(before.data, sample, seconds);
  const to = Date.parse(sample.sampledAt) / 1000;
  return data === before.data ? before : { ...before, data, visible: { from: to - seconds, to } };
}

function iso(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString();
}
