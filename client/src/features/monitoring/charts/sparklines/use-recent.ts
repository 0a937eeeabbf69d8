import { graphql } from 'gql.tada';
import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import { figureOf, loadPerProcessor } from '../../live/figure-of';
import type { Sample } from '../../live/sample-fields';
import { type MinutePoint, withReading, withStored } from './minute-points';
import { smallPanels } from './small-panels';
import { SPARK_SECONDS } from './spark-path';

const RecentQuery = graphql(`
  query Recent($from: DateTime!, $to: DateTime!, $points: Int!) {
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
      networkReceived {
        average
      }
      networkSent {
        average
      }
      diskRead {
        average
      }
      diskWritten {
        average
      }
      loadAverage {
        average
      }
    }
  }
`);

const MINUTE_MS = 60_000;
const MINUTES = SPARK_SECONDS / 60;

/** A pause longer than this is fetched afterwards. */
const PAUSE_SECONDS = 90;

/** Returns the last hour up to the newest sample. Fetched once, and again after each pause in the samples. */
export function useRecent(sample: Sample | undefined, arriving: boolean): readonly MinutePoint[] {
  const client = useClient();
  const [points, setPoints] = useState<readonly MinutePoint[]>([]);
  const [pauses, setPauses] = useState(0);
  const isKnown = sample !== undefined;
  const current = useEffectEvent(() => sample);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each pause in the samples requires fetching again
  useEffect(() => {
    const newest = current();
    if (!newest || !arriving) return;
    // From whole minutes, so that each point is one.
    const toMs = Math.ceil((Date.parse(newest.sampledAt) + 1) / MINUTE_MS) * MINUTE_MS;
    const from = new Date(toMs - (MINUTES - 1) * MINUTE_MS).toISOString();
    const variables = { from, to: new Date(toMs).toISOString(), points: MINUTES };
    const request = client.query(RecentQuery, variables, { requestPolicy: 'network-only' });
    const { unsubscribe } = request.subscribe(({ data }) => {
      if (!data) return;
      const { at, loadAverage, ...series } = data.metricsHistory;
      const stored = at.map((timestamp, index) => {
        const load = loadAverage.average[index] ?? null;
        return {
          at: Date.parse(timestamp) / 1000,
          figures: {
            ...Object.fromEntries(
              Object.entries(series).flatMap(([name, band]) =>
                typeof band === 'object' ? [[name, band.average[index] ?? null]] : [],
              ),
            ),
            loadAverage: load === null ? null : loadPerProcessor(newest, load),
          },
        };
      });
      setPoints((before) => withStored(before, stored));
    });
    return unsubscribe;
  }, [client, isKnown, arriving, pauses]);
  // Set during rendering rather than in an effect, so that the new point and the new figure share one render and one
  // frame.
  const [appended, setAppended] = useState<Sample>();
  if (sample !== appended) {
    setAppended(sample);
    if (sample) {
      const at = Date.parse(sample.sampledAt) / 1000;
      if (appended && at - Date.parse(appended.sampledAt) / 1000 > PAUSE_SECONDS) setPauses(pauses + 1);
      setPoints(withReading(points, at, figuresOf(sample)));
    }
  }
  return points;
}

function figuresOf(sample: Sample): MinutePoint['figures'] {
  const measures = smallPanels.flatMap((panel) => [...panel.measures]);
  return Object.fromEntries(measures.map((measure) => [measure, figureOf(sample, measure)]));
}
