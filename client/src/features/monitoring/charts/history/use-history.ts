import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../../../lib/graphql/failure-of';
import type { Sample } from '../../live/sample-fields';
import { useShownHost } from '../../shown-host';
import { type Range, type TimeSpan, visibleSpan, ZOOM_POINTS } from '../../view/time-window';
import { type ChartData, chartDataOf, withSample } from './chart-data';
import { type History, historyQuery } from './history-query';

export interface HistoryState {
  /** The last answer, kept while another is loading; undefined before the first. */
  readonly data: ChartData | undefined;
  /** The time span of `data`. */
  readonly visible: TimeSpan;
  readonly fetching: boolean;
  /** Whether the request must wait until the connection is back. */
  readonly waiting: boolean;
  /** The server's message about the last failed request. */
  readonly failure: string | undefined;
  readonly retry: () => void;
}

interface HistoryParams {
  readonly range: Range;
  readonly zoom: TimeSpan | null;
  /** The newest sample; its timestamp is the server's current time. */
  readonly sample: Sample | undefined;
  /** Whether samples arrive. When they resume after a pause, the history is fetched again. */
  readonly arriving: boolean;
}

interface Fetched {
  readonly key: string;
  readonly data: ChartData;
  readonly visible: TimeSpan;
}

const NOTHING: TimeSpan = { from: 0, to: 1 };

/** Minimum refresh interval of a range in buckets, which is otherwise refetched whenever a bucket ends. */
const REFRESH_SECONDS_MIN = 60;

/** Fetches the history of a range up to now, or of the zoomed time span, and keeps it up to date. */
export function useHistory({ range, zoom, sample, arriving }: HistoryParams): HistoryState {
  const client = useClient();
  const host = useShownHost();
  const [fetched, setFetched] = useState<Fetched>();
  const [failure, setFailure] = useState<string>();
  const [requests, setRequests] = useState(0);
  const now = sample ? Date.parse(sample.sampledAt) / 1000 : undefined;
  const isKnown = now !== undefined;
  const key = zoom ? `${zoom.from}-${zoom.to}` : range.id;

  // A range that shows every sample is extended by each new one; the others are refetched (see below).
  const appendsSamples = !zoom && range.bySample;
  const withNewest = (before: Fetched) =>
    appendsSamples && sample ? appendSample(before, sample, range.seconds) : before;
  const show = useEffectEvent((answer: Fetched) => setFetched(withNewest(answer)));
  const currentSpan = useEffectEvent(() => visibleSpan(range, zoom, now ?? 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each increment of `requests` fetches again
  useEffect(() => {
    if (!isKnown || !arriving) return;
    const visible = currentSpan();
    const query = client.query<{ metricsHistory: History }>(
      historyQuery,
      // The end of a range is exclusive, but the newest sample must be included.
      { host, from: iso(visible.from), to: iso(visible.to + 0.001), points: zoom ? ZOOM_POINTS : range.points },
      { requestPolicy: 'network-only' },
    );
    const { unsubscribe } = query.subscribe(({ data, error }) => {
      setFailure(error && failureOf(error).text);
      if (data) show({ key, data: chartDataOf(data.metricsHistory, visible.to), visible });
    });
    return unsubscribe;
  }, [client, host, range, zoom, key, requests, isKnown, arriving]);

  // During rendering rather than in an effect, so that the new point and the new figure share one render and one frame.
  const [appended, setAppended] = useState(sample);
  if (sample !== appended) {
    setAppended(sample);
    if (fetched?.key === key) setFetched(withNewest(fetched));
  }

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
    visible: fetched?.visible ?? NOTHING,
    fetching: !isCurrent && failure === undefined && arriving,
    waiting: !isCurrent && failure === undefined && !arriving && isKnown,
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
