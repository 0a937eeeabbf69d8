import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useConnection } from '../../../lib/graphql/connection';
import { IncidentsPushed, OpenIncidentsQuery, type PushedIncident } from './bell.operations';
import { type OpenIncidents, withList, withPush } from './open-incidents';

/** After this many failed connection attempts in a row, the list is polled instead. */
const FAILURES_BEFORE_POLLING = 2;
/** Rules are evaluated every ten seconds, and clients without a connection can wait longer. */
const POLL_EVERY_MS = 30_000;

/**
 * Returns the open incidents; undefined until known. They are pushed; since incidents that ended during a lost
 * connection are not pushed again, the list is fetched when the page loads and after each reconnect.
 */
export function useOpenIncidents(): OpenIncidents | undefined {
  const client = useClient();
  const connection = useConnection();
  const [open, setOpen] = useState<OpenIncidents>();
  /** Pushes received since the list was requested, and therefore newer than it. */
  const pushed = useRef<PushedIncident[]>([]);

  useEffect(() => {
    const { unsubscribe } = client.subscription(IncidentsPushed, {}).subscribe(({ data }) => {
      if (!data) return;
      pushed.current.push(data.incidents);
      setOpen((before) => before && withPush(before, data.incidents));
    });
    return unsubscribe;
  }, [client]);

  const isOffline = connection.state === 'offline';
  const polls = isOffline && connection.failures >= FAILURES_BEFORE_POLLING;
  useEffect(() => {
    if (isOffline && !polls) return;
    let isCurrent = true;
    const ask = async () => {
      pushed.current = [];
      const { data } = await client.query(OpenIncidentsQuery, {}, { requestPolicy: 'network-only' }).toPromise();
      if (!data || !isCurrent) return;
      setOpen((before) => pushed.current.reduce(withPush, withList(before, data.incidents.nodes)));
    };
    void ask();
    const timer = polls ? setInterval(() => document.hidden || void ask(), POLL_EVERY_MS) : undefined;
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [client, isOffline, polls]);
  return open;
}
