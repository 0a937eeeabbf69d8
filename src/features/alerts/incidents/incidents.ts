import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Actor, Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { InvalidFields, NotFound } from '../../../shared/errors/errors.js';
import { ID_MAX } from '../../../shared/id-max.js';
import type { MachineAccess } from '../../../shared/identity/machine-access.js';
import { mayOperate } from '../../../shared/identity/role.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import { cutToCharacters } from '../../../shared/text/cut-text.js';
import type { Clock } from '../../../shared/time/clock.js';
import { AlertRule } from '../alert-rule.entity.js';
import { AcknowledgedBefore, IncidentOver, OperatorsAcknowledge } from '../alerts.errors.js';
import { faultsOfLine, lineOf } from '../typed-text.js';
import { Incident, NOTE_MAX } from './incident.entity.js';
import { IncidentAcknowledgement } from './incident-acknowledgement.entity.js';

/** Conditions for incidents. An omitted one matches all incidents. */
export interface IncidentFilter {
  readonly isOpen?: boolean;
  readonly hostNumber?: number;
  /** Numbers of the hosts that the caller sees; omitted for a caller who sees all. */
  readonly visible?: readonly number[];
  readonly ruleId?: number;
  /** Matches incidents that were open at some point in this range, in ms since 1970. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** Number of days incidents are kept, and maximum number of ended ones. Beyond either limit, the oldest are deleted. */
const RETENTION_DAYS = 730;
export const ENDED_INCIDENTS_MAX = 20_000;
const DAY_MS = 86_400_000;

/** Daily limits on acknowledgements per account, including changes to notes: in total, and for the same incident. */
const ACKNOWLEDGEMENTS = { name: 'acknowledgements', limit: 200, seconds: 86_400 };
const ACKNOWLEDGEMENTS_OF_INCIDENT = { name: 'acknowledgements of an incident', limit: 10, seconds: 86_400 };

/** Maximum length of a note in the audit trail, in characters. The incident has the full text. */
const AUDITED_NOTE_MAX = 100;

/** Caller who acknowledges an incident. */
type Acknowledger = Pick<Viewer, 'userId' | 'username' | 'role' | 'machines' | 'machineTags'>;

interface Acknowledging {
  readonly by: Acknowledger;
  readonly origin: Origin;
}

interface IncidentsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly rateLimits: RateLimits;
  readonly deleteRows: (rows: {
    readonly table: string;
    readonly where: string;
    readonly values: readonly unknown[];
  }) => Promise<unknown>;
  /** Whether a caller sees the host with a number. */
  readonly sees: (hostNumber: number, access: MachineAccess) => Promise<boolean>;
  /** Called once a change to an incident is durable. */
  readonly onChange: (id: number) => void;
}

/** Lists incidents and records acknowledgements (contract 12). */
export class Incidents {
  constructor(private readonly deps: IncidentsDeps) {}

  /** Lists the incidents that match a filter, newest first. */
  async page(filter: IncidentFilter, request: PageRequest<readonly [number]>): Promise<Page<Incident>> {
    const { order, bound } = keysetOf(request, 'desc');
    const where: FilterQuery<Incident> = { $and: [...buildConditions(filter), ...(bound ? [{ id: bound }] : [])] };
    const options = { orderBy: { id: order }, limit: rowsFor(request), disableIdentityMap: true } as const;
    return pageOf(await this.deps.em.fork().find(Incident, where, options), request, ({ id }) => [id]);
  }

  /** Finds an incident; null if there is none, or its host is not visible. */
  async visible(id: number, access: MachineAccess): Promise<Incident | null> {
    const incident = await this.deps.em.fork().findOne(Incident, { id });
    return incident && (await this.deps.sees(incident.hostNumber, access)) ? incident : null;
  }

  /** Whether a caller may acknowledge an open incident whose host they see, or change the note of it. */
  async mayAcknowledge(incident: Incident, caller: Acknowledger): Promise<boolean> {
    return incident.endedAt === null && (await this.#refusalOf(this.deps.em.fork(), incident, caller)) === undefined;
  }

  /**
   * Acknowledges an incident, which stops its repeated messages. Calling it again replaces the note, which members may
   * not do; the same note by the same user changes nothing.
   *
   * @throws {NotFound} also if its host is not visible.
   * @throws {IncidentOver | OperatorsAcknowledge | AcknowledgedBefore}
   * @throws {InvalidFields} naming `note`.
   * @throws {RateLimited} after too many changes in one day, to this incident or in total.
   */
  async acknowledge(id: number, note: string, { by, origin }: Acknowledging): Promise<Incident> {
    const text = lineOf(note);
    const faults = text === '' ? [] : faultsOfLine(text, NOTE_MAX);
    if (faults.length > 0) throw new InvalidFields({ note: faults });
    const present = this.#acknowledgeable(await this.visible(id, by));
    if (isAcknowledged(present, by, text)) return present;
    await this.#requireRight(this.deps.em.fork(), present, by);
    const { audit, clock, onChange, rateLimits } = this.deps;
    await takeAll(rateLimits, [
      { rateLimit: ACKNOWLEDGEMENTS_OF_INCIDENT, key: `${id} ${by.userId}` },
      { rateLimit: ACKNOWLEDGEMENTS, key: String(by.userId) },
    ]);
    const incident = await audit.withChange(origin, async (unit, record) => {
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
      const found = this.#acknowledgeable(await unit.findOne(Incident, { id }, options));
      // The call may be a repetition, which must change nothing.
      if (isAcknowledged(found, by, text)) return found;
      await this.#requireRight(unit, found, by);
      if (!mayOperate(by))
        unit.create(IncidentAcknowledgement, { incidentId: id, userId: by.userId }, { persist: true });
      const before = found.acknowledgedBy === '' ? undefined : { acknowledgedBy: found.acknowledgedBy };
      found.acknowledgedAt = clock.now();
      found.acknowledgedBy = by.username;
      found.acknowledgementNote = text;
      found.revision += 1;
      await unit.flush();
      const after = { incident: id, name: found.ruleName, note: cutToCharacters(text, AUDITED_NOTE_MAX) };
      const change = { before, after };
      const { username, userId } = by;
      await record({ event: 'incident_acknowledge', result: 'success', origin, username, userId, change });
      return found;
    });
    onChange(id);
    return incident;
  }

  async #requireRight(unit: UnitOfWork, incident: Incident, by: Acknowledger): Promise<void> {
    const refusal = await this.#refusalOf(unit, incident, by);
    if (refusal) throw refusal;
  }

  /** Returns why a caller may not acknowledge an incident, apart from its being over. */
  async #refusalOf(unit: UnitOfWork, { id, ruleId }: Incident, { role, userId }: Acknowledger) {
    if (mayOperate({ role })) return undefined;
    const rule = ruleId === null ? null : await unit.findOne(AlertRule, { id: ruleId }, { disableIdentityMap: true });
    if (rule && !rule.membersAcknowledge) return new OperatorsAcknowledge();
    const before = await unit.count(IncidentAcknowledgement, { incidentId: id, userId });
    return before > 0 ? new AcknowledgedBefore() : undefined;
  }

  #acknowledgeable(incident: Incident | null): Incident {
    if (!incident) throw new NotFound('alerts.noSuchIncident');
    if (incident.endedAt) throw new IncidentOver();
    return incident;
  }

  /** Deletes incidents that ended long ago or exceed the maximum number. */
  async prune(): Promise<void> {
    const { em, clock, deleteRows } = this.deps;
    await deleteRows({
      table: 'incident_acknowledgements',
      where: 'incident_id not in (select id from incidents)',
      values: [],
    });
    const oldest = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    await deleteRows({ table: 'incidents', where: 'ended_at <= ?', values: [oldest] });
    const [surplus] = await em
      .fork()
      .find(
        Incident,
        { endedAt: { $ne: null } },
        { fields: ['id'], orderBy: { id: 'desc' }, offset: ENDED_INCIDENTS_MAX, limit: 1, disableIdentityMap: true },
      );
    if (!surplus) return;
    await deleteRows({ table: 'incidents', where: 'id <= ? and ended_at is not null', values: [surplus.id] });
  }
}

function buildConditions({
  isOpen,
  hostNumber,
  visible,
  ruleId,
  fromMs,
  toMs,
}: IncidentFilter): FilterQuery<Incident>[] {
  const conditions: FilterQuery<Incident>[] = [{ id: { $lte: ID_MAX } }];
  if (isOpen !== undefined) conditions.push({ endedAt: isOpen ? null : { $ne: null } });
  if (hostNumber !== undefined) conditions.push({ hostNumber });
  if (visible) conditions.push({ hostNumber: { $in: [...visible] } });
  if (ruleId !== undefined) conditions.push({ ruleId });
  if (fromMs !== undefined) conditions.push({ $or: [{ endedAt: null }, { endedAt: { $gt: new Date(fromMs) } }] });
  if (toMs !== undefined) conditions.push({ startedAt: { $lt: new Date(toMs) } });
  return conditions;
}

function isAcknowledged({ acknowledgedBy, acknowledgementNote }: Incident, by: Actor, note: string): boolean {
  return acknowledgedBy === by.username && acknowledgementNote === note;
}
