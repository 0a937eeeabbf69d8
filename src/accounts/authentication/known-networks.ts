import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { LRUCache } from 'lru-cache';
import { dateOf } from '../../audit/audit-walk.js';
import type { UnitOfWork } from '../../db/database.js';
import type { Clock } from '../../shared/clock.js';
import type { QueuePath } from '../../shared/hierarchical-queue.js';
import { nestedNetworksOf } from '../../shared/network.js';

/** How long a login makes its network a known one. */
const KNOWN_DAYS = 30;
const KNOWN_MS = KNOWN_DAYS * 86_400_000;

/**
 * So many /24s and /48s are remembered, and so many networks in each: whoever has an account and one of these cannot
 * make the others forgotten. All together take some megabytes.
 */
const WIDE_NETWORKS_MAX = 2000;
const NETWORKS_IN_EACH_MAX = 64;

/** So many of the newest sessions, and of the newest login events, are read at the start. */
const READ_AT_START = 20_000;

interface KnownNetworksDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/**
 * The networks (an IPv4 address, an IPv6 /64) where somebody has logged in lately. Callers from there wait in a part of
 * the queue of their own: strangers, from however many networks they come, leave them half of the room and of the turns
 * (promise 44). Who has an account can make the own networks known ones; among these, he has the turns of his /24 or /48.
 */
export class KnownNetworks {
  /** By /24 or /48, then by network, the time of the newest login in ms; only a login makes one the newest. */
  readonly #loginsMs = new LRUCache<string, LRUCache<string, number>>({ max: WIDE_NETWORKS_MAX });

  constructor(private readonly deps: KnownNetworksDeps) {}

  /** Where a caller from this address waits for a password to be hashed. */
  queuePath(address: string): QueuePath {
    const networks = nestedNetworksOf(address);
    return [this.#knows(networks) ? 'known' : 'new', ...networks];
  }

  /** Notes a login from this address. */
  remember(address: string, at = this.deps.clock.now()): void {
    const [widest, narrowest] = endsOf(nestedNetworksOf(address));
    const logins = this.#loginsMs.get(widest) ?? new LRUCache({ max: NETWORKS_IN_EACH_MAX });
    logins.set(narrowest, at.getTime());
    this.#loginsMs.set(widest, logins);
  }

  /** Remembers, for the start of the service, what the database knows of logins. */
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

  /** The newest login of each address among those that some SQL selects. */
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
