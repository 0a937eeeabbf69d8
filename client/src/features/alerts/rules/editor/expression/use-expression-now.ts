import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { type ExpressionNow, ExpressionQuery } from '../../rules.operations';

/** Whoever is typing is not asked about every letter. */
const REST_MS = 500;
const REFRESH_MS = 5_000;

interface Params {
  /** In canonical form; undefined while it has faults. */
  readonly expression: string | undefined;
  readonly host: string | undefined;
  readonly timeZone: string;
}

/**
 * What a condition reads now, asked for again every few seconds while it is shown. Also that of the condition before,
 * until the answer about another has come: its comparisons are told apart by their texts.
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
        // What can no longer be asked is not shown as the present.
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
