import { use, useMemo, useSyncExternalStore } from 'react';
import { type Client, useClient } from 'urql';
import { ASKING, type Connection, ConnectionContext, LIVE } from '../graphql/connection';
import { createStore, type Store } from '../state/store';
import { IncidentsPushed, OpenIncidentsQuery, type PushedIncident } from './incidents.operations';
import { incidentsOnHost, type OpenIncidents, withList, withPush } from './open-incidents';

/** Polling interval. Rules are evaluated every ten seconds, but clients without a connection can wait longer. */
const POLL_EVERY_MS = 30_000;

/**
 * Age at which the list is fetched again although changes are pushed: the end of an incident is not, if it comes between
 * the first list and the beginning of the subscription.
 */
const LIST_AGE_MAX_MS = 600_000;

/** One store per GraphQL client, so that everything that shows incidents shows the same ones. */
const shared = new WeakMap<Client, Store<OpenIncidents | undefined>>();

/** Returns the last known open incidents of all hosts; undefined until the first are known. */
export function useOpenIncidents(): OpenIncidents | undefined {
  const client = useClient();
  const connection = use(ConnectionContext);
  const store = useMemo(() => {
    const known = shared.get(client) ?? createOpenIncidents(client, connection);
    shared.set(client, known);
    return known;
  }, [client, connection]);
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Returns the last known open incidents of a host, serious ones first; undefined until the first are known. */
export function useIncidentsOf(host: string | undefined): readonly PushedIncident[] | undefined {
  const open = useOpenIncidents();
  return useMemo(() => open && incidentsOnHost(open, host), [open, host]);
}

/**
 * Keeps track of the open incidents while anything shows them. They are pushed; since incidents that ended during a
 * lost connection are not pushed again, the list is fetched initially, after each reconnect, and now and then.
 */
export function createOpenIncidents(client: Client, connection: Store<Connection>): Store<OpenIncidents | undefined> {
  const open = createStore<OpenIncidents | undefined>(undefined);
  let watchers = 0;
  let stop = () => {};
  return {
    ...open,
    subscribe(listener) {
      const leave = open.subscribe(listener);
      if (watchers++ === 0) stop = keepCurrent(open, client, connection);
      return () => {
        leave();
        if (--watchers === 0) stop();
      };
    },
  };
}

function keepCurrent(
  open: Store<OpenIncidents | undefined>,
  client: Client,
  connection: Store<Connection>,
): () => void {
  /** Pushes received since the list was requested, which are therefore newer than it. */
  let pushed: PushedIncident[] = [];
  let requests = 0;
  /** Whether the last request failed, so that incidents that have ended may still be shown. */
  let isListDue = false;
  let askedMs = 0;
  const ask = async () => {
    const request = ++requests;
    askedMs = Date.now();
    pushed = [];
    const { data, error } = await client.query(OpenIncidentsQuery, {}, { requestPolicy: 'network-only' }).toPromise();
    if (request !== requests) return;
    isListDue = error !== undefined;
    if (!data || error) return;
    const listed = data.incidents.nodes.map((incident) => ({ ...incident, state: 'OPEN' as const }));
    open.set(pushed.reduce(withPush, withList(open.get(), listed)));
  };
  const { unsubscribe } = client.subscription(IncidentsPushed, {}).subscribe(({ data }) => {
    if (!data) return;
    pushed.push(data.incidents);
    const before = open.get();
    if (before) open.set(withPush(before, data.incidents));
  });
  const isConnected = () => connection.get() === LIVE || connection.get() === ASKING;
  let wasUp = isConnected();
  let isLost = connection.get().state === 'offline';
  const onConnection = () => {
    const isUp = isConnected();
    if (isUp && isLost) void ask();
    isLost = !isUp && (isLost || wasUp);
    wasUp = isUp;
  };
  const leave = connection.subscribe(onConnection);
  void ask();
  const timer = setInterval(() => {
    const isOld = Date.now() - askedMs >= LIST_AGE_MAX_MS;
    if ((connection.get() === ASKING || isListDue || isOld) && !document.hidden) void ask();
  }, POLL_EVERY_MS);
  return () => {
    requests += 1;
    unsubscribe();
    leave();
    clearInterval(timer);
  };
}
