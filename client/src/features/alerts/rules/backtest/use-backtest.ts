import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import type { AlertExpression } from '../../../../../../src/features/alerts/rules/expression/alert-expression';
import { describeFailure } from '../../../../lib/graphql/describe-failure';
import { type Backtest, BacktestQuery } from '../rules.operations';

export interface BacktestRequest {
  readonly expression: AlertExpression;
  /** The expression as typed. */
  readonly text: string;
  readonly durations: { readonly forSeconds: number; readonly releaseSeconds: number };
  readonly days: number;
  readonly host: string | undefined;
  readonly timeZone: string;
}

export interface BacktestState {
  /** The last response with its request. */
  readonly answer: { readonly backtest: Backtest; readonly request: BacktestRequest } | undefined;
  readonly failure: string | undefined;
  readonly fetching: boolean;
}

const DAY_MS = 86_400_000;

/** Runs a backtest whenever `asked` is incremented; input typed in the meantime doesn't affect it. */
export function useBacktest(asked: number, request: BacktestRequest): BacktestState {
  const client = useClient();
  const [state, setState] = useState<BacktestState>({ answer: undefined, failure: undefined, fetching: true });
  const current = useEffectEvent(() => request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: incrementing `asked` runs the backtest again
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
        failure: error && describeFailure(error).text,
        fetching: false,
      }),
    );
    return unsubscribe;
  }, [client, asked]);
  return state;
}

/** Whether the input has changed since the request. */
export function isStale(asked: BacktestRequest, now: BacktestRequest): boolean {
  return JSON.stringify(asked) !== JSON.stringify(now);
}
