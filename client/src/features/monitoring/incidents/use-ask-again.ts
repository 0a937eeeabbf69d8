import { useEffect } from 'react';
import type { UseQueryExecute } from 'urql';

/** Incidents change as slowly as findings; the bell reports new ones immediately. */
const ASK_EVERY_MS = 30_000;

/** Refetches incidents every half minute while the page is visible. */
export function useAskAgain(ask: UseQueryExecute): void {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || ask({ requestPolicy: 'network-only' }), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [ask]);
}
