import { graphql } from 'gql.tada';
import { useEffect, useEffectEvent } from 'react';
import { useClient } from 'urql';

const IncidentChanges = graphql(`
  subscription IncidentChanges {
    incidents {
      id
    }
  }
`);

/** Minimum interval between refetches, however many incidents change. */
const AT_MOST_EVERY_MS = 1_000;
/** Polling interval while nothing is pushed. */
const AT_LEAST_EVERY_MS = 60_000;

/** Calls `refresh` when an incident begins, changes or ends, and at least every minute while the page is visible. */
export function useIncidentChanges(refresh: () => void): void {
  const client = useClient();
  const onChange = useEffectEvent(refresh);
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const refreshNow = () => {
      due = undefined;
      onChange();
    };
    const { unsubscribe } = client.subscription(IncidentChanges, {}).subscribe(({ data }) => {
      if (data) due ??= setTimeout(refreshNow, AT_MOST_EVERY_MS);
    });
    const timer = setInterval(() => document.hidden || refreshNow(), AT_LEAST_EVERY_MS);
    return () => {
      unsubscribe();
      clearTimeout(due);
      clearInterval(timer);
    };
  }, [client]);
}
