import { graphql, type ResultOf } from 'gql.tada';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { useShownHost } from '../../shown-host';

const ProcessPeaksQuery = graphql(`
  query ProcessPeaks($host: ID, $from: DateTime!, $to: DateTime!) {
    processPeaks(host: $host, from: $from, to: $to) {
      at
      processes {
        name
        cpuPercent
        ramBytes
      }
    }
  }
`);

/** The processes recorded for a minute. */
export type ProcessPeak = ResultOf<typeof ProcessPeaksQuery>['processPeaks'][number];

/** A pointer moving over a chart passes many minutes; only those where it rests are fetched. */
const REST_MS = 250;
/** Cache limit; the oldest entries are dropped first. */
const REMEMBERED_MAX = 200;
const MINUTE = 60;

/** Retry delay after an empty response, because the current minute has no processes until it ends. */
const EMPTY_FOR_MS = 20_000;

interface Answer {
  readonly peaks: readonly ProcessPeak[];
  readonly atMs: number;
}

const remembered = new Map<string, Answer>();

/**
 * Fetches the processes of the minutes around a point when the reader rests on it: empty if none are recorded,
 * undefined while unknown.
 *
 * @param at in seconds since 1970; `stepSeconds` is the length of its bucket.
 */
export function useProcessPeaks(at: number, stepSeconds: number): readonly ProcessPeak[] | undefined {
  const client = useClient();
  const host = useShownHost();
  const [, setAnswers] = useState(0);
  const from = floorToMinute(at - stepSeconds / 2);
  const to = Math.max(floorToMinute(at + stepSeconds / 2), from + MINUTE);
  const key = `${host} ${from}-${to}`;
  useEffect(() => {
    if (isFresh(remembered.get(key))) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const answer = await client
        .query(ProcessPeaksQuery, { host, from: iso(from), to: iso(to) }, { requestPolicy: 'network-only' })
        .toPromise();
      // Without a response, it is unknown whether there are any.
      if (answer.data) remember(key, answer.data.processPeaks);
      if (isWanted) setAnswers((count) => count + 1);
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, host, from, to, key]);
  return remembered.get(key)?.peaks;
}

function isFresh(answer: Answer | undefined): boolean {
  return answer !== undefined && (answer.peaks.length > 0 || Date.now() - answer.atMs < EMPTY_FOR_MS);
}

function remember(key: string, peaks: readonly ProcessPeak[]): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, { peaks, atMs: Date.now() });
}

function floorToMinute(seconds: number): number {
  return Math.floor(seconds / MINUTE) * MINUTE;
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
