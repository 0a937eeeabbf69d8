import type { Page, WebSocketRoute } from 'playwright-core';

/** A simulated host. */
export interface StandInHost {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Index in the server's order: live, late, away, retired, waiting. */
  readonly state: number;
  /** Percentages of CPU, memory and disk, followed by bytes received and sent per second. */
  readonly figures: readonly (number | null)[];
  readonly lastSeenAt?: string | null;
  readonly clockSkewSeconds?: number;
}

const STATES = ['LIVE', 'LATE', 'AWAY', 'RETIRED', 'WAITING'];
const PART = 50;

/**
 * Returns hosts with different values. One in twenty is late, one in twenty is away, and the worst have the highest
 * values.
 */
export function manyHosts(count: number): StandInHost[] {
  return Array.from({ length: count }, (_, index) => {
    const state = index === 0 ? 0 : index % 20 === 7 ? 1 : index % 20 === 13 ? 2 : 0;
    const base = (index * 37) % 95;
    return {
      id: String(index + 1),
      name: index === 0 ? 'vigia' : `servidor-${String(index).padStart(4, '0')}`,
      tags: [index % 2 ? 'produção' : 'testes', ...(index % 5 === 0 ? ['banco'] : [])],
      state,
      figures: [base, (base * 1.3) % 100, (index * 13) % 98, base * 20_000, base * 3000],
    };
  });
}

/**
 * Responds to queries about hosts in place of the server, and pushes the hosts' values. `tick` replaces hosts and
 * pushes the changes to the subscription; `subscribed` contains the ids of the last subscription, and `subscriptions`
 * counts the subscriptions so far.
 */
export async function standInForHosts(page: Page, first: readonly StandInHost[]) {
  const hosts = new Map(first.map((host) => [host.id, host]));
  const sockets = new Set<WebSocketRoute>();
  const open = new Map<string, { socket: WebSocketRoute; ids: readonly string[] }>();
  const seen = { subscriptions: 0, subscribed: [] as readonly string[], asked: [] as Record<string, unknown>[] };

  const push = (key: string, atMs: number, changed?: ReadonlySet<string>) => {
    const found = open.get(key);
    if (!found) return;
    const rows = found.ids.flatMap((id, index) => {
      const host = hosts.get(id);
      return host && (!changed || changed.has(id)) ? [[index, host.state, ...host.figures]] : [];
    });
    if (rows.length === 0 && changed) return;
    const data = { hosts: { __typename: 'HostsTick', at: new Date(atMs).toISOString(), rows } };
    found.socket.send(JSON.stringify({ id: key.split(' ')[1], type: 'next', payload: { data } }));
  };

  await page.routeWebSocket('**/graphql', (route) => {
    const number = sockets.add(route).size;
    const server = route.connectToServer();
    route.onMessage((data) => {
      const message = JSON.parse(String(data));
      const key = `${number} ${message.id}`;
      if (message.type === 'subscribe' && message.payload.query.includes('hosts(ids:')) {
        const { ids } = message.payload.variables;
        open.set(key, { socket: route, ids });
        if (message.payload.query.includes('VisibleHosts')) {
          seen.subscriptions += 1;
          seen.subscribed = ids;
        }
        push(key, Date.now());
      } else if (message.type === 'complete' && open.delete(key)) {
        return;
      } else {
        // The server only knows its own machine, which stands in for each of these hosts.
        delete message.payload?.variables?.host;
        server.send(JSON.stringify(message));
      }
    });
    server.onMessage((data) => route.send(data));
  });

  await page.route('**/graphql', async (route) => {
    const { query = '', variables = {}, ...rest } = route.request().postDataJSON() ?? {};
    const answer = answerTo(String(query), variables, hosts);
    if (answer) {
      seen.asked.push({ query, variables });
      return route.fulfill({ json: answer });
    }
    if (!('host' in variables)) return route.fallback();
    const { host: _, ...others } = variables;
    return route.fallback({ postData: { ...rest, query, variables: others } });
  });

  return {
    seen,
    tick(changed: readonly StandInHost[], atMs = Date.now()) {
      for (const host of changed) hosts.set(host.id, host);
      const ids = new Set(changed.map(({ id }) => id));
      for (const key of open.keys()) push(key, atMs, ids);
    },
  };
}

type Variables = Record<string, string | null | undefined> & { readonly ids?: readonly string[] };

function answerTo(query: string, variables: Variables, hosts: ReadonlyMap<string, StandInHost>): object | undefined {
  const name = /^\s*(?:query|mutation) (\w+)/.exec(query)?.[1];
  switch (name) {
    case 'HostCount':
    case 'Hosts':
    case 'AdministeredHosts':
    case 'RuleHosts':
      return { data: { hosts: partOf([...hosts.values()], variables) } };
    case 'Sparklines':
      return { data: { hostSparklines: hourOf(variables.ids ?? [], hosts) } };
    case 'HostTags':
      return { data: { hostTags: [...new Set([...hosts.values()].flatMap(({ tags }) => tags))].sort() } };
    case 'Host':
    case 'HostHead':
    case 'NewHost': {
      const id = variables.host ?? variables.id ?? '1';
      const host = hosts.get(id);
      if (host) return { data: { host: shapeOf(host) } };
      const error = { message: 'Esta máquina não existe.', extensions: { code: 'HOST_NOT_FOUND' } };
      return { data: null, errors: [error] };
    }
    default:
      return undefined;
  }
}

/** Returns an hour in which each figure was half of what it is now. */
function hourOf(ids: readonly string[], hosts: ReadonlyMap<string, StandInHost>) {
  const from = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 59 * 60_000).toISOString();
  const names = ['cpuPercent', 'ramPercent', 'diskPercent', 'networkReceived', 'networkSent'];
  return {
    __typename: 'HostSparklines',
    from,
    hosts: ids.map((id) => {
      const figures = hosts.get(id)?.figures ?? [];
      const series = names.map((name, index) => [name, Array<number | null>(60).fill((figures[index] ?? 0) / 2)]);
      return { __typename: 'HostSparkline', host: id, ...Object.fromEntries(series) };
    }),
  };
}

function partOf(all: readonly StandInHost[], { search, tag, state, order, after }: Variables) {
  const named = all.filter(
    (host) =>
      host.name.toLowerCase().includes((search ?? '').toLowerCase()) &&
      (!tag || host.tags.includes(tag)) &&
      (state === 'RETIRED' || host.state !== 3),
  );
  const found = named.filter((host) => !state || STATES[host.state] === state);
  const worst = (host: StandInHost) =>
    host.state * 1000 + Math.max(...host.figures.slice(0, 3).map((figure) => figure ?? 0));
  found.sort((a, b) => (order === 'WORST' ? worst(b) - worst(a) : 0) || a.name.localeCompare(b.name));
  const begin = Number(after ?? 0);
  const end = begin + PART;
  const count = (number: number) => named.filter((host) => host.state === number).length;
  return {
    __typename: 'HostConnection',
    totalCount: found.length,
    counts: {
      __typename: 'HostCounts',
      live: count(0),
      late: count(1),
      away: count(2),
      waiting: count(4),
      retired: count(3),
    },
    nodes: found.slice(begin, end).map(shapeOf),
    pageInfo: { __typename: 'PageInfo', endCursor: String(end), hasNextPage: end < found.length },
  };
}

function shapeOf({ id, name, tags, state, figures, lastSeenAt, clockSkewSeconds }: StandInHost) {
  const [cpuPercent, ramPercent, diskPercent, networkReceived, networkSent] = figures;
  const newest = { __typename: 'Metrics', cpuPercent, ramPercent, diskPercent, networkReceived, networkSent };
  const isSeen = lastSeenAt !== null;
  return {
    __typename: 'Host',
    id,
    name,
    tags,
    state: STATES[state],
    isOwn: id === '1',
    hasAgent: id !== '1',
    source: id === '1' ? 'OWN' : 'AGENT',
    problem: null,
    isOutdated: false,
    scrape: null,
    lastSeenAt: lastSeenAt === undefined ? new Date().toISOString() : lastSeenAt,
    clockSkewSeconds: clockSkewSeconds ?? 0,
    version: isSeen ? '0.1.0' : null,
    intervalSeconds: 5,
    newest: isSeen ? newest : null,
    facts: isSeen ? FACTS : null,
  };
}

const FACTS = {
  __typename: 'HostFacts',
  hostname: 'maquina',
  os: 'Debian GNU/Linux 12',
  kernel: 'Linux 6.1.0',
  cpuModel: 'Intel Xeon',
  cores: 4,
  architecture: 'x86_64',
  bootedAt: '2026-11-01T10:00:00.000Z',
  environment: 'VIRTUAL_MACHINE',
  virtualisation: 'KVM',
};
