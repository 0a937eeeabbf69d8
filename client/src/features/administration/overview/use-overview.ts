import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useSecurityEvents } from '../parts/use-security-events';
import { OverviewQuery } from './overview.operations';

/** Polling interval of the overview while it is shown and no event arrives. */
const REFRESH_MS = 5000;

/**
 * Keeps the service's health up to date. Behind a load balancer, each response may come from a different node; if there
 * are several nodes, the data shown stays that of one node.
 */
export function useOverview() {
  const [node, show] = useState<string | null>(null);
  const pageNode = useRef<string>(undefined);
  const [{ data, error }, ask] = useQuery({
    query: OverviewQuery,
    variables: { node },
    requestPolicy: 'cache-and-network',
  });
  const retry = () => ask({ requestPolicy: 'network-only' });
  useSecurityEvents(
    () => true,
    () => {
      if (!document.hidden) retry();
    },
    REFRESH_MS,
  );
  const current = data?.serviceNodes.find(({ isCurrent }) => isCurrent)?.id;
  if (current !== undefined) pageNode.current ??= current;
  const isOneOfSeveral = node === null && data !== undefined && data.serviceNodes.length > 1;
  const isForgotten = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND') ?? false;
  useEffect(() => {
    if (isForgotten) show(null);
    else if (isOneOfSeveral && current !== undefined) show(current);
  }, [isForgotten, isOneOfSeveral, current]);
  // If a refresh fails, the previous data stays, with its time.
  const last = useRef<{ answer: NonNullable<typeof data>; at: Date }>(undefined);
  if (data && data !== last.current?.answer) last.current = { answer: data, at: new Date() };
  return {
    known: last.current?.answer,
    knownAt: last.current?.at,
    error,
    retry,
    node,
    show,
    pageNode: pageNode.current,
  };
}
