import { graphql } from 'gql.tada';
import { useEffect } from 'react';
import { useQuery } from 'urql';

const HostCountQuery = graphql(`
  query HostCount {
    hosts(first: 1) {
      totalCount
    }
  }
`);

/** Remembers whether this browser last saw several hosts, so that the list doesn't wait for the response. */
const REMEMBERED = 'vigia.several-hosts';

/** Whether there were several hosts when that was last asked. */
export function wereSeveralHosts(): boolean {
  return localStorage.getItem(REMEMBERED) !== null;
}

/** Whether there are several hosts; until that is known, whether there were last time. */
export function useSeveralHosts(): boolean {
  const [{ data }] = useQuery({ query: HostCountQuery, requestPolicy: 'cache-and-network' });
  const areSeveral = data && data.hosts.totalCount > 1;
  useEffect(() => {
    if (areSeveral) localStorage.setItem(REMEMBERED, '');
    else if (areSeveral === false) localStorage.removeItem(REMEMBERED);
  }, [areSeveral]);
  return areSeveral ?? wereSeveralHosts();
}
