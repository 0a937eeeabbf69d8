import { randomUUID } from 'node:crypto';
import { message } from '../../../../i18n/message.js';
import type { AuditTrail } from '../../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import { InvalidFields } from '../../../../shared/errors/errors.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { hashOfHostToken, newHostToken } from '../../host-token.js';
import { NoSuchCollector } from '../hosts.errors.js';
import { Collector } from '../storage/collector.entity.js';
import { lockHostNumbers } from '../storage/host-numbers.js';
import { readHostName, readHostTags } from './read-host.js';

/** Maximum number of collectors, not counting retired ones. */
const COLLECTORS_MAX = 50;

interface CollectorEditingDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: AuditTrail;
}

/** A collector and its new token, which is shown only once. */
export interface CollectorAndToken {
  readonly collector: Collector;
  readonly token: string;
}

/** Makes staff's changes to collectors, each of which sends the figures of many machines (decision 103). */
export class CollectorEditing {
  constructor(private readonly deps: CollectorEditingDeps) {}

  /** Lists all collectors, retired ones last. */
  async list(): Promise<readonly Collector[]> {
    const all = await this.deps.em.fork().find(Collector, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
    return [...all.filter(({ retiredAt }) => !retiredAt), ...all.filter(({ retiredAt }) => retiredAt)];
  }

  /** Adds a collector. @throws {InvalidFields} if its name or tags cannot be stored, or there are too many. */
  async add(
    typed: { readonly name: string; readonly tags: readonly string[] },
    origin: Origin,
  ): Promise<CollectorAndToken> {
    const name = readHostName(typed.name);
    const tags = readHostTags(typed.tags);
    const token = newHostToken();
    const { audit, clock } = this.deps;
    const collector = await audit.withChange(origin, async (unit, record) => {
      await lockHostNumbers(unit);
      const present = await unit.find(Collector, { retiredAt: null });
      if (present.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
        throw new InvalidFields({ name: [message('monitoring.hosts.nameTaken', { name })] });
      }
      if (present.length >= COLLECTORS_MAX) {
        throw new InvalidFields({ name: [message('monitoring.hosts.tooManyCollectors', { maximum: COLLECTORS_MAX })] });
      }
      const added = unit.create(Collector, {
        id: randomUUID(),
        name,
        tags: JSON.stringify(tags),
        tokenHash: hashOfHostToken(token),
        createdAt: clock.now(),
      });
      await unit.flush();
      const after = { collector: added.id, name, tags };
      await record({ event: 'collector_add', result: 'success', origin, username: '', change: { after } });
      return added;
    });
    return { collector, token };
  }

  /** Retires a collector: its token is refused, and its machines are no longer measured. @throws {NoSuchCollector} */
  async retire(id: string, origin: Origin): Promise<Collector> {
    const { audit, clock } = this.deps;
    return audit.withChange(origin, async (unit, record) => {
      const collector = await presentCollector(unit, id);
      collector.retiredAt = clock.now();
      collector.tokenHash = null;
      await unit.flush();
      const before = { collector: collector.id, name: collector.name };
      await record({ event: 'collector_retire', result: 'success', origin, username: '', change: { before } });
      return collector;
    });
  }

  /** Replaces a collector's token and revokes the previous one. @throws {NoSuchCollector} */
  async newToken(id: string, origin: Origin): Promise<CollectorAndToken> {
    const token = newHostToken();
    const collector = await this.deps.audit.withChange(origin, async (unit, record) => {
      const found = await presentCollector(unit, id);
      found.tokenHash = hashOfHostToken(token);
      await unit.flush();
      const after = { collector: found.id, name: found.name };
      await record({ event: 'collector_new_token', result: 'success', origin, username: '', change: { after } });
      return found;
    });
    return { collector, token };
  }
}

async function presentCollector(unit: UnitOfWork, id: string): Promise<Collector> {
  const collector = await unit.findOne(Collector, { id, retiredAt: null });
  return collector ?? Promise.reject(new NoSuchCollector());
}
