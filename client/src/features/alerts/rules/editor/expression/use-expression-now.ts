import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { type ExpressionNow, ExpressionQuery } from '../../rules.operations';

/** Delay after typing, so that not every keystroke sends a query. */
const REST_MS = 500;
const REFRESH_MS = 5_000;

interface Params {
  /** The condition in canonical form; undefined while invalid. */
  readonly expression: string | undefined;
  readonly host: string | undefined;
  readonly timeZone: string;
}

/**
 * Returns a condition's current readings, refreshed every few seconds while shown. The previous readings stay until the
 * response for a new condition arrives; they cannot be mistaken for its own, because comparisons are identified by
 * their text.
 */
export function useExpressionNow({ expression, host, timeZone }: Params): ExpressionNow | undefined {
  const client = useClient();
  const [now, setNow] = useState<ExpressionNow>();
  useEffect(() => {
    if (expression === undefined) return;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      if (!document.hidden) {
        const variables = { expression, host: host ?? null, timeZone: timeZone || null };
        const { data } = await client.query(ExpressionQuery, variables, { requestPolicy: 'network-only' });
        // On failure, clears the readings rather than showing stale ones as current.
        if (isWanted) setNow(data?.alertExpression);
      }
      if (isWanted) timer = setTimeout(ask, REFRESH_MS);
    };
    timer = setTimeout(ask, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, expression, host, timeZone]);
  return now;
}
