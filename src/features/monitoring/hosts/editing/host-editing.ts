import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { message } from '../../../../i18n/message.js';
import type { AuditAction, AuditTrail, Change } from '../../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import { InvalidFields } from '../../../../shared/errors/errors.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { HostWithoutAgent, NoSuchHost, TooManyHosts } from '../hosts.errors.js';
import { hostNumberOf } from '../named-hosts.js';
import { Host } from '../storage/host.entity.js';
import { lockHostNumbers, newHostNumber } from '../storage/host-numbers.js';
import { hashOfHostToken, newHostToken } from './host-token.js';
import { readHostName, readHostTags } from './read-host.js';

/** The most hosts that are not retired. */
export const HOSTS_MAX = 1000;

/** For how many days samples, minutes and hours of a host with an agent are kept. */
const AGENT_RETENTION = { samplesDays: 7, minutesDays: 90, hoursDays: 730 };

interface HostEditingDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  /** How often a new host is measured. */
  readonly intervalMs: number;
  /** What else ends in the transaction that retires a host. */
  readonly whenRetired: (unit: UnitOfWork, number: number, now: Date) => Promise<void>;
  /** Called when a change of a host is durable. */
  readonly onChange: (number: number) => void;
}

/** A host with its new token, which is shown once. */
export interface HostAndToken {
  readonly number: number;
  readonly token: string;
}

type Record = (event: AuditAction, change: Change) => Promise<void>;

/** What the staff do to hosts (contract 13). */
export class HostEditing {
  constructor(private readonly deps: HostEditingDeps) {}

  /**
   * Adds a host that an agent will measure.
   *
   * @throws {InvalidFields} when its name is taken, or name or tags cannot be stored.
   * @throws {TooManyHosts}
   */
  async add(typed: { readonly name: string; readonly tags: readonly string[] }, origin: Origin): Promise<HostAndToken> {
    const name = readHostName(typed.name);
    const tags = readHostTags(typed.tags);
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
        ...AGENT_RETENTION,
        intervalMs: this.deps.intervalMs,
        firstSeenAt: now,
        lastSeenAt: now,
      });
      await unit.flush();
      await record('host_add', { after: { host: host.number, name, tags } });
      return host.number;
    });
    return { number, token };
  }

  /** Gives a host another name. @throws {NoSuchHost | InvalidFields} */
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

  /** Gives a host these tags, and no others. @throws {NoSuchHost | InvalidFields} */
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
   * Retires a host: its token counts no more and its name is free; its history stays until it is too old.
   *
   * @throws {NoSuchHost | HostWithoutAgent}
   */
  async retire(id: string, origin: Origin): Promise<number> {
    return this.#change(origin, async (unit, record) => {
      const host = await hostWithAgent(unit, id);
      host.retiredAt = this.deps.clock.now();
      host.tokenHash = null;
      host.agentInstance = null;
      await unit.flush();
      await this.deps.whenRetired(unit, host.number, host.retiredAt);
      await record('host_retire', { before: { host: host.number, name: host.name, tags: tagsOf(host) } });
      return host.number;
    });
  }

  /**
   * Gives a host another token; the one before counts no more.
   *
   * @throws {NoSuchHost | HostWithoutAgent}
   */
  async newToken(id: string, origin: Origin): Promise<HostAndToken> {
    const token = newHostToken();
    const number = await this.#change(origin, async (unit, record) => {
      const host = await hostWithAgent(unit, id);
      host.tokenHash = hashOfHostToken(token);
      host.agentInstance = null;
      await unit.flush();
      await record('host_new_token', { after: { host: host.number, name: host.name } });
      return host.number;
    });
    return { number, token };
  }

  /** Makes a change of hosts, one at a time at all nodes, and tells of it. @returns the number of the host. */
  async #change(origin: Origin, change: (unit: UnitOfWork, record: Record) => Promise<number>): Promise<number> {
    const { audit, onChange } = this.deps;
    const number = await audit.withChange(origin, async (unit, record) => {
      // Numbers and names are found by looking at all rows. The same lock as where nodes enter their machines.
      await lockHostNumbers(unit);
      return change(unit, (event, facts) => record({ event, result: 'success', origin, username: '', change: facts }));
    });
    onChange(number);
    return number;
  }
}

/** The tags of a row. */
function tagsOf({ tags }: Pick<Host, 'tags'>): readonly string[] {
  return JSON.parse(tags) as string[];
}

async function presentNames(unit: UnitOfWork): Promise<readonly { readonly number: number; readonly name: string }[]> {
  return unit.find(Host, { retiredAt: null }, { fields: ['number', 'name'], disableIdentityMap: true });
}

/** Names that differ in capitals alone would be mistaken for each other. @throws {InvalidFields} */
function refuseTaken(name: string, present: readonly { readonly name: string }[]): void {
  const isTaken = present.some((one) => one.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new InvalidFields({ name: [message('monitoring.hosts.nameTaken', { name })] });
}

async function presentHost(unit: UnitOfWork, id: string): Promise<Host> {
  const number = hostNumberOf(id) ?? 0;
  const host = await unit.findOne(Host, { number, retiredAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return host ?? Promise.reject(new NoSuchHost());
}

async function hostWithAgent(unit: UnitOfWork, id: string): Promise<Host> {
  const host = await presentHost(unit, id);
  if (!host.hasAgent) throw new HostWithoutAgent();
  return host;
}
