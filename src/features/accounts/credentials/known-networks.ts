import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { LRUCache } from 'lru-cache';
import { dateOf } from '../../../platform/audit/audit-walk.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { nestedNetworksOf } from '../../../shared/addresses/network.js';
import type { QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import type { Clock } from '../../../shared/time/clock.js';

/** Days for which a network stays known after a login. */
const KNOWN_DAYS = 30;
const KNOWN_MS = KNOWN_DAYS * 86_400_000;

/**
 * Maximum number of remembered /24s and /48s, and of networks in each, so that a user who controls one of them cannot
 * evict all the others. Together they take a few megabytes.
 */
const WIDE_NETWORKS_MAX = 2000;
const NETWORKS_IN_EACH_MAX = 64;

/** Number of sessions, and of login events, read at startup, newest first. */
const READ_AT_START = 20_000;

interface KnownNetworksDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/**
 * Networks (an IPv4 address or an IPv6 /64) from which a user has logged in recently. Their requests wait in a separate
 * part of the queue, so unknown clients leave them half of the queue and of the turns, no matter how many networks
 * those clients come from (promise 44). Users can make other networks known, but all networks within a /24 or /48 share
 * its turns.
 */
export class KnownNetworks {
  /** Time of the newest login in ms, by /24 or /48 and then by network; the most recently used come last. */
  readonly #loginsMs = new LRUCache<string, LRUCache<string, number>>({ max: WIDE_NETWORKS_MAX });

  constructor(private readonly deps: KnownNetworksDeps) {}

  /** Returns the place in the hashing queue of requests from this address. */
  queuePath(address: string): QueuePath {
    const networks = nestedNetworksOf(address);
    return [this.#knows(networks) ? 'known' : 'new', ...networks];
  }

  remember(address: string, at = this.deps.clock.now()): void {
    const [widest, narrowest] = endsOf(nestedNetworksOf(address));
    const logins = this.#loginsMs.get(widest) ?? new LRUCache({ max: NETWORKS_IN_EACH_MAX });
    logins.set(narrowest, at.getTime());
    this.#loginsMs.set(widest, logins);
  }

  /** Loads recent logins from the database at startup. */
  async load(): Promise<void> {
    const logins = [
      ...(await this.#newest('select address, created_at as at from sessions order by created_at desc limit ?')),
      ...(await this.#newest(
        `select address, at from
          (select address, at, result from authentication_events where event = 'login' order by at desc limit ?) as newest
        where result = 'success'`,
      )),
    ];
    logins.sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const { address, at } of logins) this.remember(address, at);
  }

  /** Returns the newest login from each address among the rows selected by `sql`. */
  async #newest(sql: string): Promise<{ readonly address: string; readonly at: Date }[]> {
    const em = this.deps.em.fork() as SqlEntityManager;
    const rows = await em.execute<{ address: string; at: unknown }[]>(
      `select address, max(at) as at from (${sql}) as logins group by address`,
      [READ_AT_START],
    );
    return rows.map(({ address, at }) => ({ address, at: dateOf(at) }));
  }

  #knows(networks: readonly string[]): boolean {
    const [widest, narrowest] = endsOf(networks);
    const loginMs = this.#loginsMs.peek(widest)?.peek(narrowest);
    return loginMs !== undefined && this.deps.clock.now().getTime() - loginMs < KNOWN_MS;
  }
}

function endsOf(networks: readonly string[]): [widest: string, narrowest: string] {
  return [networks.at(0) ?? '', networks.at(-1) ?? ''];
}
