import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import type { Clock } from '../../../shared/time/clock.js';
import { AlertRule } from '../alert-rule.entity.js';
import { TooManySilences } from '../alerts.errors.js';
import type { KnownHosts } from '../known-hosts.js';
import { Silence } from '../silence.entity.js';
import { inForce } from '../silenced-until.js';
import { readSilence, type SilenceDraft } from './read-silence.js';

/** Maximum number of silences in force at the same time. */
export const SILENCES_MAX = 500;

/** Number of days an ended silence stays in the list. */
const RETENTION_DAYS = 90;
const DAY_MS = 86_400_000;

interface SilencesDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly hosts: KnownHosts;
  readonly deleteRows: (rows: {
    readonly table: string;
    readonly where: string;
    readonly values: readonly unknown[];
  }) => Promise<unknown>;
  /** Called once a change to the silences is durable. */
  readonly onChange: () => void;
}

/** Manages periods without messages about rules or hosts, during which rules are still evaluated (contract 12). */
export class Silences {
  constructor(private readonly deps: SilencesDeps) {}

  /** Lists the silences, newest first; optionally, only those in force or only those that are over. */
  async page(isActive: boolean | undefined, request: PageRequest<readonly [number]>): Promise<Page<Silence>> {
    const now = this.deps.clock.now();
    const { order, bound } = keysetOf(request, 'desc');
    const conditions: FilterQuery<Silence>[] = bound ? [{ id: bound }] : [];
    if (isActive === true) conditions.push(inForce(now));
    if (isActive === false) conditions.push({ $or: [{ endedAt: { $ne: null } }, { untilAt: { $lte: now } }] });
    const options = { orderBy: { id: order }, limit: rowsFor(request), disableIdentityMap: true } as const;
    return pageOf(await this.deps.em.fork().find(Silence, { $and: conditions }, options), request, ({ id }) => [id]);
  }

  /**
   * Silences a rule, a host, hosts with a tag, or a rule on any of these.
   *
   * @throws {InvalidFields} with the errors of each field.
   * @throws {TooManySilences}
   */
  async create(draft: SilenceDraft, origin: Origin): Promise<Silence> {
    const { audit, clock, onChange } = this.deps;
    const hosts = new Set((await this.deps.hosts.list()).map(({ number }) => number));
    const silence = await audit.withChange(origin, async (unit, record) => {
      await lockWithin(unit, 'vigia silences');
      const now = clock.now();
      const hasRule = async (id: number) => (await unit.count(AlertRule, { id })) > 0;
      const fields = await readSilence(draft, { now, hosts, hasRule });
      if ((await unit.count(Silence, inForce(now))) >= SILENCES_MAX) throw new TooManySilences(SILENCES_MAX);
      const made = unit.create(Silence, { ...fields, fromAt: now, createdBy: origin.by?.username ?? '' });
      await unit.persist(made).flush();
      await record({
        event: 'silence_create',
        result: 'success',
        origin,
        username: '',
        change: { after: await factsOf(made, unit) },
      });
      return made;
    });
    onChange();
    return silence;
  }

  /** Ends a silence early; has no effect if it is already over. @throws {NotFound} */
  async end(id: number, origin: Origin): Promise<boolean> {
    const { audit, clock, onChange } = this.deps;
    const isEnded = await audit.withChange(origin, async (unit, record) => {
      const silence = await unit.findOne(Silence, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!silence) throw new NotFound('alerts.noSuchSilence');
      const now = clock.now();
      if (silence.endedAt || silence.untilAt <= now) return false;
      silence.endedAt = now;
      silence.endedBy = origin.by?.username ?? '';
      await unit.flush();
      const change = { before: await factsOf(silence, unit) };
      await record({ event: 'silence_end', result: 'success', origin, username: '', change });
      return true;
    });
    if (isEnded) onChange();
    return isEnded;
  }

  async prune(): Promise<void> {
    const oldest = new Date(this.deps.clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    await this.deps.deleteRows({ table: 'silences', where: 'until_at <= ?', values: [oldest] });
  }
}

async function factsOf({ id, ruleId, hostNumber, tag, reason, untilAt }: Silence, unit: UnitOfWork) {
  const rule = ruleId === null ? null : await unit.findOne(AlertRule, { id: ruleId }, { fields: ['name'] });
  const about = {
    ...(rule && { rule: rule.name }),
    ...(hostNumber !== null && { host: hostNumber }),
    ...(tag !== null && { tag }),
  };
  return { silence: id, ...about, reason, until: untilAt.toISOString() };
}
