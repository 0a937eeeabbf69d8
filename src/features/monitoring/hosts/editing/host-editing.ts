import { randomUUID } from 'node:crypto';
import type { AuditAction, AuditTrail, Change } from '../../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { agentIntervalMs } from '../../agent-interval.js';
import { hashOfHostToken, newHostToken } from '../../host-token.js';
import { HostNotRefused, HostNotScraped, HostWithoutToken, NoSuchHost, TooManyHosts } from '../hosts.errors.js';
import { parseHostNumber } from '../named-hosts.js';
import type { ScrapeStore } from '../source/scrape-store.js';
import { readScrape, type TypedScrape } from '../source/scrape-target.js';
import type { RemoteSource } from '../source/source-kind.js';
import { Host } from '../storage/host.entity.js';
import { lockHostNumbers, newHostNumber } from '../storage/host-numbers.js';
import { hostWithAgent, presentHost, presentNames, refuseTaken, remoteHost } from './present-hosts.js';
import { readHostInterval, readHostName, readHostTags } from './read-host.js';
import { readSource, scrapeFacts, sourceFacts, type TypedSource } from './read-source.js';

/** Interval at which OpenTelemetry's SDKs and collectors send by default, until more is known of the host. */
export const OTLP_INTERVAL_MS = 60_000;

/** Maximum number of hosts, not counting retired ones. */
export const HOSTS_MAX = 1000;

/** Retention for hosts that no node runs on, in days. */
export const REMOTE_RETENTION = { samplesDays: 7, minutesDays: 90, hoursDays: 730 };

interface HostEditingDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  /** The service's measuring interval, for a database in which the service has not stored it yet. */
  readonly intervalMs: number;
  /** Ends dependent records, such as incidents, in the transaction that retires a host. */
  readonly whenRetired: (unit: UnitOfWork, number: number, now: Date) => Promise<void>;
  readonly scrapeStore: Pick<ScrapeStore, 'seal' | 'open'>;
  /** Called once a change to a host is durable. */
  readonly onChange: (number: number) => void;
}

/** A host and its new token, which is shown only once; null if it has none that anybody could use. */
export interface HostAndToken {
  readonly number: number;
  readonly token: string | null;
}

/** A host as staff describe it. */
interface TypedHost extends TypedSource {
  readonly name: string;
  readonly tags: readonly string[];
  /** If undefined, the host follows the service's interval. */
  readonly intervalSeconds?: number | undefined;
}

type Record = (event: AuditAction, change: Change) => Promise<void>;

/** Makes staff's changes to hosts (contract 13). */
export class HostEditing {
  constructor(private readonly deps: HostEditingDeps) {}

  /**
   * Adds a host.
   *
   * @throws {InvalidFields} if the name is taken, or the name, tags, interval or address cannot be stored.
   * @throws {TooManyHosts}
   */
  async add(typed: TypedHost, origin: Origin): Promise<HostAndToken> {
    const name = readHostName(typed.name);
    const tags = readHostTags(typed.tags);
    const { source, scrape } = readSource(typed);
    const chosenIntervalMs = readHostInterval(typed.intervalSeconds);
    const token = newHostToken();
    const number = await this.#change(origin, async (unit, record) => {
      const present = await presentNames(unit);
      if (present.length >= HOSTS_MAX) throw new TooManyHosts(HOSTS_MAX);
      refuseTaken(name, present);
      const now = this.deps.clock.now();
      const host = unit.create(Host, {
        number: await newHostNumber(unit, { hasAgent: true }),
        id: randomUUID(),
        name,
        tags: JSON.stringify(tags),
        hasAgent: true,
        tokenHash: hashOfHostToken(token),
        ...REMOTE_RETENTION,
        intervalMs: scrape?.intervalMs ?? chosenIntervalMs ?? (await this.#usualIntervalMs(unit, source)),
        chosenIntervalMs,
        source,
        ...(scrape && this.deps.scrapeStore.seal(scrape)),
        firstSeenAt: now,
        lastSeenAt: now,
      });
      await unit.flush();
      await record('host_add', {
        after: {
          host: host.number,
          name,
          tags,
          ...intervalFact(chosenIntervalMs),
          ...sourceFacts(source, scrape?.target),
        },
      });
      return host.number;
    });
    return { number, token: source === 'NODE_EXPORTER' ? null : token };
  }

  /** Renames a host. @throws {NoSuchHost | InvalidFields} */
  async rename(id: string, typed: string, origin: Origin): Promise<number> {
    const name = readHostName(typed);
    return this.#change(origin, async (unit, record) => {
      const host = await presentHost(unit, id);
      if (host.name === name) return host.number;
      refuseTaken(
        name,
        (await presentNames(unit)).filter(({ number }) => number !== host.number),
      );
      const before = { host: host.number, name: host.name };
      host.name = name;
      await unit.flush();
      await record('host_rename', { before, after: { host: host.number, name } });
      return host.number;
    });
  }

  /** Replaces all tags of a host. @throws {NoSuchHost | InvalidFields} */
  async setTags(id: string, typed: readonly string[], origin: Origin): Promise<number> {
    const tags = readHostTags(typed);
    return this.#change(origin, async (unit, record) => {
      const host = await presentHost(unit, id);
      const earlier = tagsOf(host);
      if (JSON.stringify(tags) === JSON.stringify(earlier)) return host.number;
      host.tags = JSON.stringify(tags);
      await unit.flush();
      const facts = { host: host.number, name: host.name };
      await record('host_tag', { before: { ...facts, tags: earlier }, after: { ...facts, tags } });
      return host.number;
    });
  }

  /**
   * Sets how often an agent measures; if undefined, it follows the service's interval.
   *
   * @throws {NoSuchHost | HostWithoutAgent | InvalidFields}
   */
  async setInterval(id: string, intervalSeconds: number | undefined, origin: Origin): Promise<number> {
    const chosenIntervalMs = readHostInterval(intervalSeconds);
    return this.#change(origin, async (unit, record) => {
      const host = await hostWithAgent(unit, id);
      const earlier = host.chosenIntervalMs;
      if (earlier === chosenIntervalMs) return host.number;
      host.chosenIntervalMs = chosenIntervalMs;
      host.intervalMs = chosenIntervalMs ?? (await this.#followedIntervalMs(unit));
      await unit.flush();
      const facts = { host: host.number, name: host.name };
      const before = { ...facts, ...intervalFact(earlier) };
      await record('host_interval', { before, after: { ...facts, ...intervalFact(chosenIntervalMs) } });
      return host.number;
    });
  }

  /**
   * Sets where a host is read, and with which credentials.
   *
   * @throws {NoSuchHost | HostNotScraped | InvalidFields}
   */
  async setScrape(id: string, typed: TypedScrape, origin: Origin): Promise<number> {
    return this.#change(origin, async (unit, record) => {
      const host = await presentHost(unit, id);
      if (host.scrape === null) throw new HostNotScraped();
      const before = this.deps.scrapeStore.open({ ...host, scrape: host.scrape });
      const scrape = readScrape(typed, before);
      Object.assign(host, this.deps.scrapeStore.seal(scrape));
      host.intervalMs = scrape.intervalMs;
      // Answers from the former address no longer count.
      host.tokenHash = hashOfHostToken(newHostToken());
      host.problem = null;
      await unit.flush();
      const facts = { host: host.number, name: host.name };
      await record('host_scrape', {
        before: { ...facts, ...scrapeFacts(before.target), intervalSeconds: before.intervalMs / 1000 },
        after: { ...facts, ...scrapeFacts(scrape.target), intervalSeconds: scrape.intervalMs / 1000 },
      });
      return host.number;
    });
  }

  /**
   * Retires a host: revokes its token and frees its name. Its history is kept until its retention ends.
   *
   * @throws {NoSuchHost | HostWithoutAgent}
   */
  async retire(id: string, origin: Origin): Promise<number> {
    return this.#change(origin, async (unit, record) => {
      const host = await remoteHost(unit, id);
      host.retiredAt = this.deps.clock.now();
      host.tokenHash = null;
      host.agentInstance = null;
      host.scrapeSecrets = null;
      host.problem = null;
      await unit.flush();
      await this.deps.whenRetired(unit, host.number, host.retiredAt);
      await record('host_retire', { before: { host: host.number, name: host.name, tags: tagsOf(host) } });
      return host.number;
    });
  }

  /**
   * Lets a collector add a host again that staff have retired; it then is a new host.
   *
   * @throws {NoSuchHost | HostNotRefused}
   */
  async readmit(id: string, origin: Origin): Promise<number> {
    return this.#change(origin, async (unit, record) => {
      const host = await unit.findOne(Host, { number: parseHostNumber(id) ?? 0 });
      if (!host) throw new NoSuchHost();
      if (host.retiredAt === null || host.resourceName === null) throw new HostNotRefused();
      host.resourceName = null;
      await unit.flush();
      await record('host_readmit', { after: { host: host.number, name: host.name } });
      return host.number;
    });
  }

  /**
   * Replaces a host's token and revokes the previous one.
   *
   * @throws {NoSuchHost | HostWithoutToken}
   */
  async newToken(id: string, origin: Origin): Promise<HostAndToken> {
    const token = newHostToken();
    const number = await this.#change(origin, async (unit, record) => {
      const host = await presentHost(unit, id);
      const isOwn = host.hasAgent && host.source !== 'NODE_EXPORTER' && host.collectorId === null;
      if (!isOwn) throw new HostWithoutToken();
      host.tokenHash = hashOfHostToken(token);
      host.agentInstance = null;
      await unit.flush();
      await record('host_new_token', { after: { host: host.number, name: host.name } });
      return host.number;
    });
    return { number, token };
  }

  /** Returns the interval of a host for which none was chosen. */
  async #usualIntervalMs(unit: UnitOfWork, source: RemoteSource | null): Promise<number> {
    return source === 'OTLP' ? OTLP_INTERVAL_MS : this.#followedIntervalMs(unit);
  }

  /** Prefers the interval that the service has stored, since the settings of a command may lack it. */
  async #followedIntervalMs(unit: UnitOfWork): Promise<number> {
    const [own] = await unit.find(
      Host,
      { hasAgent: false },
      { fields: ['intervalMs'], orderBy: { number: 'asc' }, limit: 1, disableIdentityMap: true },
    );
    return agentIntervalMs(own?.intervalMs ?? this.deps.intervalMs);
  }

  /** Makes a change, one at a time across all nodes, then notifies. @returns the number of the host. */
  async #change(origin: Origin, change: (unit: UnitOfWork, record: Record) => Promise<number>): Promise<number> {
    const { audit, onChange } = this.deps;
    const number = await audit.withChange(origin, async (unit, record) => {
      // Numbers and names are chosen based on all rows, so take the same lock as nodes that register their machines.
      await lockHostNumbers(unit);
      return change(unit, (event, facts) => record({ event, result: 'success', origin, username: '', change: facts }));
    });
    onChange(number);
    return number;
  }
}

function intervalFact(chosenIntervalMs: number | null): { readonly intervalSeconds?: number } {
  return chosenIntervalMs === null ? {} : { intervalSeconds: chosenIntervalMs / 1000 };
}

function tagsOf({ tags }: Pick<Host, 'tags'>): readonly string[] {
  return JSON.parse(tags) as string[];
}
