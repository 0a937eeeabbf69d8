import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../../lib/graphql/describe-failure';
import { useServerBack } from '../../../../lib/graphql/use-server-back';
import type { Sample } from '../../live/sample-fields';
import { useShownHost } from '../../shown-host';
import { type Range, type TimeSpan, visibleSpan, ZOOM_POINTS } from '../../view/time-window';
import { buildChartData, type ChartData, withSample } from './chart-data';
import { type History, historyQuery } from './history-query';
import { askAgainAfter, newestGapEnd, PENDING_SECONDS, withReceived } from './late-data';

export interface HistoryState {
  /** The last response, kept while another is loading; undefined before the first. */
  readonly data: ChartData | undefined;
  /** The time span of `data`. */
  readonly visible: TimeSpan;
  readonly fetching: boolean;
  /** Whether the request has to wait until the connection is back. */
  readonly waiting: boolean;
  /** The server's message if it refused the last request. While the server is unreachable, the last response stays. */
  readonly failure: string | undefined;
  readonly retry: () => void;
}

interface HistoryParams {
  readonly range: Range;
  readonly zoom: TimeSpan | null;
  /** The newest sample; its timestamp is the server's current time. */
  readonly sample: Sample | undefined;
  /** Whether samples are arriving. When they resume after a pause, the history is fetched again. */
  readonly arriving: boolean;
}

interface Fetched {
  readonly key: string;
  /** The server's time at which this was requested. */
  readonly askedAt: number;
  readonly data: ChartData;
  readonly visible: TimeSpan;
}

const NOTHING: TimeSpan = { from: 0, to: 1 };

/** Minimum refresh interval of a range in buckets; it is otherwise refetched whenever a bucket ends. */
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

  // A range that shows every sample is extended by each new one; other ranges are refetched (see below).
  const appendsSamples = !zoom && range.bySample;
  const withNewest = (before: Fetched) =>
    appendsSamples && sample ? appendSample(before, sample, range.seconds) : before;
  const received = useReceived(sample);
  const isUnanswered = useRef(false);
  const show = useEffectEvent((answer: Fetched) => {
    if (!appendsSamples) return setFetched(answer);
    const data = { ...answer.data, pendingFrom: answer.askedAt - PENDING_SECONDS };
    const at = received().at(-1)?.sampledAt;
    const to = at === undefined ? answer.visible.to : Date.parse(at) / 1000;
    const visible = { from: to - range.seconds, to };
    setFetched({ ...answer, data: withReceived(data, received(), range.seconds), visible });
  });
  const currentTime = useEffectEvent(() => now ?? 0);
  const currentSpan = useEffectEvent(() => visibleSpan(range, zoom, now ?? 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each increment of `requests` fetches again
  useEffect(() => {
    if (!isKnown || !arriving) return;
    const visible = currentSpan();
    const query = client.query<{ metricsHistory: History }>(
      historyQuery,
      // The end of a range is exclusive, but the newest sample has to be included.
      { host, from: iso(visible.from), to: iso(visible.to + 0.001), points: zoom ? ZOOM_POINTS : range.points },
      { requestPolicy: 'network-only' },
    );
    const { unsubscribe } = query.subscribe(({ data, error }) => {
      isUnanswered.current = error?.networkError !== undefined;
      setFailure(error && !error.networkError ? describeFailure(error).text : undefined);
      if (data) show({ key, askedAt: currentTime(), data: buildChartData(data.metricsHistory, visible.to), visible });
    });
    return unsubscribe;
  }, [client, host, range, zoom, key, requests, isKnown, arriving]);

  useServerBack(() => isUnanswered.current && setRequests((count) => count + 1));

  // Set during rendering rather than in an effect, so that the new point and the new figure share one render and one
  // frame.
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

  useMissingAgain(isCurrent && appendsSamples ? fetched : undefined, now, () => setRequests((count) => count + 1));

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

/** Samples received longer ago than this are in the history by now. */
const RECEIVED_SECONDS = 2 * PENDING_SECONDS;

/** Keeps the samples that may not be in the history yet. @returns a function that returns them, oldest first. */
function useReceived(sample: Sample | undefined): () => readonly Sample[] {
  const received = useRef<readonly Sample[]>([]);
  const last = received.current.at(-1);
  if (sample && sample !== last) {
    const oldest = Date.parse(sample.sampledAt) - RECEIVED_SECONDS * 1000;
    received.current = [...received.current.filter(({ sampledAt }) => Date.parse(sampledAt) >= oldest), sample];
  }
  return () => received.current;
}

/** Requests missing values again, since they may have been measured and arrive late (contract 4). */
function useMissingAgain(fetched: Fetched | undefined, now: number | undefined, ask: () => void): void {
  const gapEnd = fetched && newestGapEnd(fetched.data);
  const askedAt = fetched?.askedAt;
  const askAgain = useEffectEvent(ask);
  const delaySeconds = useEffectEvent((end: number, answeredTo: number) => askAgainAfter(end, answeredTo, now ?? end));
  useEffect(() => {
    if (gapEnd === undefined || askedAt === undefined) return;
    const timer = setTimeout(() => askAgain(), delaySeconds(gapEnd, askedAt) * 1000);
    return () => clearTimeout(timer);
  }, [gapEnd, askedAt]);
}

function appendSample(before: Fetched, sample: Sample, seconds: number): Fetched {
  const data = withSample(before.data, sample, seconds);
  const to = Date.parse(sample.sampledAt) / 1000;
  return data === before.data ? before : { ...before, data, visible: { from: to - seconds, to } };
}

function iso(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString();
}
