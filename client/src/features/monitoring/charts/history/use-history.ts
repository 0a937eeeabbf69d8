import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../../../lib/graphql/failure-of';
import type { Sample } from '../../live/sample-fields';
import { useShownHost } from '../../shown-host';
import { type Range, type TimeSpan, visibleSpan, ZOOM_POINTS } from '../../view/time-window';
import { type ChartData, chartDataOf, withSample } from './chart-data';
import { type History, historyQuery } from './history-query';

/** What the charts show, and the state of its request. */
export interface HistoryState {
  /** The last answer, also while another is on its way; undefined before the first. */
  readonly data: ChartData | undefined;
  /** The time span of `data`. */
  readonly visible: TimeSpan;
  readonly fetching: boolean;
  /** Whether what is asked for can only be requested when the connection is back. */
  readonly waiting: boolean;
  /** Why the last request failed, in the server's words. */
  readonly failure: string | undefined;
  /** Repeats the request. */
  readonly retry: () => void;
}

interface HistoryParams {
  readonly range: Range;
  readonly zoom: TimeSpan | null;
  /** The newest sample: its timestamp is the server's present time. */
  readonly sample: Sample | undefined;
  /** Whether samples arrive. When they do so again after a pause, the history is requested again. */
  readonly arriving: boolean;
}

interface Fetched {
  readonly key: string;
  readonly data: ChartData;
  readonly visible: TimeSpan;
}

const NOTHING: TimeSpan = { from: 0, to: 1 };

/** A range in buckets is requested again when a bucket is over, but not more often than this. */
const REFRESH_SECONDS_MIN = 60;

/** The history of a range up to now, or of the time span that was zoomed into; kept up to date while it is shown. */
export function useHistory({ range, zoom, sample, arriving }: HistoryParams): HistoryState {
  const client = useClient();
  const host = useShownHost();
  const [fetched, setFetched] = useState<Fetched>();
  const [failure, setFailure] = useState<string>();
  const [requests, setRequests] = useState(0);
  const now = sample ? Date.parse(sample.sampledAt) / 1000 : undefined;
  const isKnown = now !== undefined;
  const key = zoom ? `${zoom.from}-${zoom.to}` : range.id;

  // A range that shows every sample is extended by each new one; the others are requested again (see below).
  const appendsSamples = !zoom && range.bySample;
  const withNewest = (before: Fetched) =>
    appendsSamples && sample ? appendSample(before, sample, range.seconds) : before;
  const show = useEffectEvent((answer: Fetched) => setFetched(withNewest(answer)));
  const currentSpan = useEffectEvent(() => visibleSpan(range, zoom, now ?? 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `requests` only counts requests, so that each asks again
  useEffect(() => {
    if (!isKnown || !arriving) return;
    const visible = currentSpan();
    const query = client.query<{ metricsHistory: History }>(
      historyQuery,
      // The end of a range is exclusive, and the newest sample is part of it.
      { host, from: iso(visible.from), to: iso(visible.to + 0.001), points: zoom ? ZOOM_POINTS : range.points },
      { requestPolicy: 'network-only' },
    );
    const { unsubscribe } = query.subscribe(({ data, error }) => {
      setFailure(error && failureOf(error).text);
      if (data) show({ key, data: chartDataOf(data.metricsHistory, visible.to), visible });
    });
    return unsubscribe;
  }, [client, host, range, zoom, key, requests, isKnown, arriving]);

  // While it renders, not in an effect: the new point and the new figure are then shown by one rendering and one frame.
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
