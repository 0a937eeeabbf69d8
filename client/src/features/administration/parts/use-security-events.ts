import { graphql, type ResultOf } from 'gql.tada';
import { useEffect, useEffectEvent } from 'react';
import { useClient } from 'urql';

const SecurityEvents = graphql(`
  subscription SecurityEvents {
    securityEvents {
      event
      result
      missed
    }
  }
`);

/** A recent event about an account or a setting. */
export type SecurityEvent = ResultOf<typeof SecurityEvents>['securityEvents'];

/** Minimum interval between refetches of a list, however many events there are. */
const AT_MOST_EVERY_MS = 1_000;

/** Polling interval, for changes by other nodes or by expiry. */
const AT_LEAST_EVERY_MS = 30_000;

/** Calls `refresh` after events that affect a list, and in any case every half minute or at the given interval. */
export function useSecurityEvents(
  concerns: (event: SecurityEvent) => boolean,
  refresh: () => void,
  atLeastEveryMs = AT_LEAST_EVERY_MS,
): void {
  const client = useClient();
  const refreshList = useEffectEvent(refresh);
  const concernsList = useEffectEvent(concerns);
  useEffect(() => {
    let lastAt = 0;
    let due: ReturnType<typeof setTimeout> | undefined;
    const refreshNow = () => {
      lastAt = Date.now();
      due = undefined;
      refreshList();
    };
    const { unsubscribe } = client.subscription(SecurityEvents, {}).subscribe(({ data }) => {
      if (!data || !(data.securityEvents.missed > 0 || concernsList(data.securityEvents))) return;
      due ??= setTimeout(refreshNow, Math.max(0, lastAt + AT_MOST_EVERY_MS - Date.now()));
    });
    const timer = setInterval(refreshNow, atLeastEveryMs);
    return () => {
      unsubscribe();
      clearTimeout(due);
      clearInterval(timer);
    };
  }, [client, atLeastEveryMs]);
}
