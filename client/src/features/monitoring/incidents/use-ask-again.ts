import { useEffect } from 'react';
import type { UseQueryExecute } from 'urql';

/** As the findings: incidents change slowly, and the bell tells of a new one at once. */
const ASK_EVERY_MS = 30_000;

/** Asks for incidents again every half minute, while somebody looks. */
export function useAskAgain(ask: UseQueryExecute): void {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || ask({ requestPolicy: 'network-only' }), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [ask]);
}
