import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import type { AlertExpression } from '../../../../../../src/features/alerts/rules/expression/alert-expression';
import { failureOf } from '../../../../lib/graphql/failure-of';
import { type Backtest, BacktestQuery } from '../rules.operations';

/** What a rule is tried on the past with. */
export interface BacktestRequest {
  readonly expression: AlertExpression;
  /** The expression as it was written. */
  readonly text: string;
  readonly durations: { readonly forSeconds: number; readonly releaseSeconds: number };
  readonly days: number;
  readonly host: string | undefined;
  readonly timeZone: string;
}

/** The state of a backtest. */
export interface BacktestState {
  /** The last answer, and what was asked. */
  readonly answer: { readonly backtest: Backtest; readonly request: BacktestRequest } | undefined;
  readonly failure: string | undefined;
  readonly fetching: boolean;
}

const DAY_MS = 86_400_000;

/** Tries a rule on the past each time that `asked` counts on; what is typed meanwhile changes nothing. */
export function useBacktest(asked: number, request: BacktestRequest): BacktestState {
  const client = useClient();
  const [state, setState] = useState<BacktestState>({ answer: undefined, failure: undefined, fetching: true });
  const current = useEffectEvent(() => request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` only counts, so that each asks again
  useEffect(() => {
    const request = current();
    const { text, durations, days, host, timeZone } = request;
    const query = client.query(
      BacktestQuery,
      {
        expression: text,
        ...durations,
        host: host ?? null,
        from: new Date(Date.now() - days * DAY_MS).toISOString(),
        timeZone: timeZone || null,
      },
      { requestPolicy: 'network-only' },
    );
    setState((before) => ({ ...before, fetching: true }));
    const { unsubscribe } = query.subscribe(({ data, error }) =>
      setState({
        answer: data && { backtest: data.alertBacktest, request },
        failure: error && failureOf(error).text,
        fetching: false,
      }),
    );
    return unsubscribe;
  }, [client, asked]);
  return state;
}

/** Whether something has been changed since it was asked. */
export function isStale(asked: BacktestRequest, now: BacktestRequest): boolean {
  return JSON.stringify(asked) !== JSON.stringify(now);
}
