import { graphql } from 'gql.tada';
import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import { type Measure, measures } from '../../live/measures';
import type { Sample } from '../../live/sample-fields';

const RecentQuery = graphql(`
  query Recent($from: String!, $to: String!, $points: Int!) {
    metricsHistory(from: $from, to: $to, points: $points) {
      at
      cpuPercent {
        average
      }
      ramPercent {
        average
      }
      diskPercent {
        average
      }
    }
  }
`);

/** Values at one time, in seconds since 1970; null in a gap. */
export interface SparkPoint {
  readonly at: number;
  readonly figures: Readonly<Record<Measure['id'], number | null>>;
}

/** Time span of the small charts. */
export const SPARK_SECONDS = 600;
const POINTS = 200;
/** Number of intervals above which a pause breaks the line and missed samples are fetched. */
const PAUSE_INTERVALS = 2.5;
const INTERVAL_SECONDS_MIN = 6;

/** Returns the last minutes up to the newest sample. Fetched once, and again after each pause in the samples. */
export function useRecent(sample: Sample | undefined, arriving: boolean): readonly SparkPoint[] {
  const client = useClient();
  const [points, setPoints] = useState<readonly SparkPoint[]>([]);
  const [pauses, setPauses] = useState(0);
  const isKnown = sample !== undefined;
  const newest = useEffectEvent(() => Date.parse(sample?.sampledAt ?? ''));
  const add = useEffectEvent((before: readonly SparkPoint[]) => (sample ? withNewest(before, sample) : before));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each pause in the samples requires fetching again
  useEffect(() => {
    if (!isKnown || !arriving) return;
    const toMs = newest();
    const variables = { from: iso(toMs - SPARK_SECONDS * 1000), to: iso(toMs + 1), points: POINTS };
    const request = client.query(RecentQuery, variables, { requestPolicy: 'network-only' });
    const { unsubscribe } = request.subscribe(({ data }) => {
      if (!data) return;
      const { at, cpuPercent, ramPercent, diskPercent } = data.metricsHistory;
      const fetched = at.map((timestamp, index) => ({
        at: Date.parse(timestamp) / 1000,
        figures: {
          cpu: cpuPercent.average[index] ?? null,
          ram: ramPercent.average[index] ?? null,
          disk: diskPercent.average[index] ?? null,
        },
      }));
      setPoints(add(fetched));
    });
    return unsubscribe;
  }, [client, isKnown, arriving, pauses]);
  // Set during rendering rather than in an effect, so that the new point and the new figure share one render and one
  // frame.
  const [appended, setAppended] = useState(sample);
  if (sample !== appended) {
    setAppended(sample);
    if (sample && points.length > 0) {
      const next = withNewest(points, sample);
      setPoints(next);
      if (next.at(-2)?.figures === NOT_MEASURED) setPauses(pauses + 1);
    }
  }
  return points;
}

function withNewest(points: readonly SparkPoint[], sample: Sample): readonly SparkPoint[] {
  const at = Date.parse(sample.sampledAt) / 1000;
  if ((points.at(-1)?.at ?? 0) >= at) return points;
  const figures = Object.fromEntries(measures.map(({ id, percent }) => [id, percent(sample)])) as SparkPoint['figures'];
  const recent = points.filter((point) => point.at > at - SPARK_SECONDS);
  const last = recent.at(-1)?.at ?? at;
  const interval = Math.max(INTERVAL_SECONDS_MIN, last - (recent.at(-2)?.at ?? last));
  const pause = at - last > PAUSE_INTERVALS * interval ? [{ at: (last + at) / 2, figures: NOT_MEASURED }] : [];
  return [...recent, ...pause, { at, figures }];
}

const NOT_MEASURED: SparkPoint['figures'] = { cpu: null, ram: null, disk: null };

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
