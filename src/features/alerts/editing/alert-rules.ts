import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import { InvalidFields, NotFound } from '../../../shared/errors/errors.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import type { Clock } from '../../../shared/time/clock.js';
import { AlertRule, parseIds, targetOf } from '../alert-rule.entity.js';
import { TooManyAlertRules } from '../alerts.errors.js';
import { HostTargets } from '../evaluation/host-targets.js';
import { endIncidents } from '../incidents/end-incidents.js';
import { Incident } from '../incidents/incident.entity.js';
import type { KnownHosts } from '../known-hosts.js';
import { Silence } from '../silence.entity.js';
import type { AlertRuleDraft } from './alert-rule-draft.js';
import { changedFacts, factsOf } from './alert-rule-facts.js';
import { requireRoomForWindows } from './count-windows.js';
import { hasOtherMeaning } from './other-meaning.js';
import { readAlertRule } from './read-alert-rule.js';

export const ALERT_RULES_MAX = 1000;

interface AlertRulesDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly hosts: KnownHosts;
  readonly channelIds: () => Promise<ReadonlySet<number>>;
  /** Called once a change to the rules is durable. */
  readonly onChange: () => void;
}

/** Lets staff edit the rules (contract 12). Every change is audited and takes effect with the next evaluation. */
export class AlertRules {
  constructor(private readonly deps: AlertRulesDeps) {}

  /** Lists the rules in order of creation. */
  async page(request: PageRequest<readonly [number]>): Promise<Page<AlertRule>> {
    const { order, bound } = keysetOf(request, 'asc');
    const options = { orderBy: { id: order }, limit: rowsFor(request), disableIdentityMap: true } as const;
    const where = bound ? { id: bound } : {};
    return pageOf(await this.deps.em.fork().find(AlertRule, where, options), request, ({ id }) => [id]);
  }

  find(id: number): Promise<AlertRule | null> {
    return this.deps.em.fork().findOne(AlertRule, { id });
  }

  named(name: string): Promise<AlertRule | null> {
    return this.deps.em.fork().findOne(AlertRule, { name });
  }

  /**
   * Adds a rule.
   *
   * @throws {InvalidFields} with the errors of each field.
   * @throws {TooManyAlertRules}
   */
  async create(draft: AlertRuleDraft, origin: Origin): Promise<AlertRule> {
    const { fields, expression } = readAlertRule(draft, await this.#known());
    return this.#change(origin, async (unit, record) => {
      if ((await unit.count(AlertRule)) >= ALERT_RULES_MAX) throw new TooManyAlertRules(ALERT_RULES_MAX);
      await requireRoomForWindows(unit, { expression });
      const now = this.deps.clock.now();
      const rule = unit.create(AlertRule, { ...fields, createdAt: now, changedAt: now });
      await unit.persist(rule).flush();
      await record('alert_rule_create', { after: { id: rule.id, ...factsOf(rule) } });
      return rule;
    });
  }

  /**
   * Updates a rule. If its condition changes, the rule starts over, and its open incidents end.
   *
   * @throws {NotFound} if it has been deleted in the meantime.
   * @throws {InvalidFields} with the errors of each field.
   */
  async update(id: number, draft: AlertRuleDraft, origin: Origin): Promise<AlertRule> {
    const known = await this.#known();
    return this.#change(origin, async (unit, record) => {
      const rule = await unit.findOne(AlertRule, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!rule) throw new NotFound('alerts.noSuchRule');
      const { fields, expression } = readAlertRule(draft, { ...known, expression: rule.expression });
      await requireRoomForWindows(unit, { expression, ruleId: id });
      const before = { ...rule };
      unit.assign(rule, { ...fields, changedAt: this.deps.clock.now() });
      if (hasOtherMeaning(before, rule)) rule.revision += 1;
      await unit.flush();
      await this.#endWhatIsVoid(unit, before, rule);
      // Staff who switch on or edit a supplied rule have noticed all of them.
      if (rule.isSupplied) await this.dismissNoticeWithin(unit);
      const change = changedFacts(before, rule);
      if (change) await record('alert_rule_update', change);
      return rule;
    });
  }

  /**
   * Adds a channel to all rules that have no channels, or only deleted ones.
   *
   * @returns the number of rules changed.
   * @throws {NotFound}
   */
  async addChannel(channelId: number, origin: Origin): Promise<number> {
    const known = await this.deps.channelIds();
    if (!known.has(channelId)) throw new NotFound('alerts.channels.noSuchChannel');
    return this.#change(origin, async (unit, record) => {
      const rules = await unit.find(AlertRule, {}, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const without = rules.filter(({ channels }) => !parseIds(channels).some((id) => known.has(id)));
      for (const rule of without) {
        const before = { ...rule };
        unit.assign(rule, { channels: JSON.stringify([channelId]), changedAt: this.deps.clock.now() });
        await record('alert_rule_update', changedFacts(before, rule) ?? {});
      }
      return without.length;
    });
  }

  /** Deletes a rule but keeps its incidents. @throws {NotFound} */
  async delete(id: number, origin: Origin): Promise<void> {
    await this.#change(origin, async (unit, record) => {
      const rule = await unit.findOne(AlertRule, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!rule) throw new NotFound('alerts.noSuchRule');
      await endIncidents(unit, { ruleId: id, reason: 'RULE_DELETED', now: this.deps.clock.now() });
      await unit.nativeUpdate(Incident, { ruleId: id }, { ruleId: null });
      await unit.nativeDelete(Silence, { ruleId: id });
      await unit.nativeDelete(AlertRule, { id });
      await record('alert_rule_delete', { before: { id, ...factsOf(rule) } });
    });
  }

  /** Whether staff still have to be notified that a newer version added rules, switched off. */
  async isNoticeDue(): Promise<boolean> {
    return (await this.deps.em.fork().count(AlertRule, { isNoticeDue: true, isActive: false })) > 0;
  }

  /** Dismisses the notice reported by {@link isNoticeDue}. */
  async dismissNotice(origin: Origin): Promise<void> {
    await this.deps.audit.withChange(origin, async (unit, record) => {
      if (!(await this.dismissNoticeWithin(unit))) return;
      await record({ event: 'alert_notice_dismiss', result: 'success', origin, username: '' });
    });
  }

  /** Like {@link dismissNotice}, but within a change. @returns whether a notice was due. */
  private async dismissNoticeWithin(unit: UnitOfWork): Promise<boolean> {
    return (await unit.nativeUpdate(AlertRule, { isNoticeDue: true }, { isNoticeDue: false })) > 0;
  }

  async #endWhatIsVoid(unit: UnitOfWork, before: Readonly<AlertRule>, rule: AlertRule): Promise<void> {
    const { id: ruleId } = rule;
    const now = this.deps.clock.now();
    if (!rule.isActive) await endIncidents(unit, { ruleId, reason: 'RULE_SWITCHED_OFF', now });
    else if (rule.revision !== before.revision) await endIncidents(unit, { ruleId, reason: 'RULE_CHANGED', now });
    else if (rule.hosts !== before.hosts) {
      const targets = await HostTargets.read(unit);
      const all = (await this.deps.hosts.list()).map(({ number }) => number);
      const hosts = all.filter((number) => !targets.includes(targetOf(rule), number));
      if (hosts.length > 0) await endIncidents(unit, { ruleId, hosts, reason: 'RULE_CHANGED', now });
    }
  }

  async #known() {
    const hosts = await this.deps.hosts.list();
    return { hosts: new Set(hosts.map(({ number }) => number)), channels: await this.deps.channelIds() };
  }

  /** Makes a change while holding the lock on rules, so that their number and names cannot change in the meantime. */
  async #change<T>(origin: Origin, change: (unit: UnitOfWork, record: RecordChange) => Promise<T>): Promise<T> {
    const { audit, onChange } = this.deps;
    try {
      const result = await audit.withChange(origin, async (unit, record) => {
        await lockWithin(unit, 'vigia alert rules');
        return change(unit, (event, facts) =>
          record({ event, result: 'success', origin, username: '', change: facts }),
        );
      });
      onChange();
      return result;
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException
        ? new InvalidFields({ name: ['alerts.nameTaken'] })
        : error;
    }
  }
}

type RecordChange = (
  event: 'alert_rule_create' | 'alert_rule_update' | 'alert_rule_delete',
  facts: { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> },
) => Promise<void>;
