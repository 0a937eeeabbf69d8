import { LockMode } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Clock } from '../../../shared/time/clock.js';
import { AlertRule, targetOf } from '../alert-rule.entity.js';
import { AlertState } from '../alert-state.entity.js';
import type { ChannelOutbox } from '../channels/delivery/channel-outbox.js';
import { type ComparedFigure, endIncident, Incident } from '../incidents/incident.entity.js';
import { figures } from '../rules/figures.js';
import type { RuleState } from '../rules/rule-state.js';
import { Silence } from '../silence.entity.js';
import { inForce, silencedUntil } from '../silenced-until.js';
import { buildItem, comparedAtStart, comparedValues, type Reading, withPeaks } from './alert-items.js';
import type { EvaluationTimes } from './evaluation-times.js';
import { HostTargets } from './host-targets.js';
import type { LiveState } from './live-state.js';
import { serialiseState } from './save-states.js';
import { postponeEnd, tell, toldChannels } from './told-channels.js';

/** A rule about to fire or be released on a host. */
export interface Transition extends Reading {
  readonly live: LiveState;
  readonly kind: 'fired' | 'released';
  readonly next: RuleState;
  readonly hostName: string;
  readonly at: Date;
}

export interface Written {
  readonly incidentId: number;
  readonly compared: readonly ComparedFigure[];
}

interface TransitionsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly channelOutbox: Pick<ChannelOutbox, 'put'>;
  readonly publicUrl: string;
}

/** Writes transitions atomically: the state, the incident and its messages (promise 46). */
export class Transitions {
  constructor(private readonly deps: TransitionsDeps) {}

  /**
   * Writes transitions in one transaction, along with the time until which rules have been evaluated.
   *
   * @returns the result of each one, except those that another process has overtaken or whose rule was changed.
   */
  async write(
    transitions: readonly Transition[],
    times: Pick<EvaluationTimes, 'save'>,
  ): Promise<ReadonlyMap<Transition, Written>> {
    return this.deps.em.fork().transactional(async (unit) => {
      const results = new Map<Transition, Written>();
      const silences = await unit.find(Silence, inForce(this.deps.clock.now()), { disableIdentityMap: true });
      for (const transition of transitions) {
        const result = await this.#writeOne(unit, transition, silences);
        if (result) results.set(transition, result);
      }
      if (results.size > 0) await times.save(unit);
      return results;
    });
  }

  async #writeOne(
    unit: UnitOfWork,
    transition: Transition,
    silences: readonly Silence[],
  ): Promise<Written | undefined> {
    const { rule, hostNumber } = transition.live;
    // Because of the locks, changes to the rule or host have either been made already or wait until this is written.
    const where = { id: rule.id, revision: rule.revision, isActive: true };
    const lock = { lockMode: LockMode.PESSIMISTIC_READ, disableIdentityMap: true } as const;
    const current = await unit.findOne(AlertRule, where, lock);
    const targets = await HostTargets.readLocked(unit, hostNumber);
    if (!current || !targets.includes(targetOf(current), hostNumber)) return undefined;
    const key = { ruleId: rule.id, hostNumber };
    const row = await unit.findOne(AlertState, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if ((row?.transitions ?? 0) !== transition.live.transitions) return undefined;
    const until = silencedUntil(silences, { ...key, tags: targets.tagsOf(hostNumber) });
    const incident =
      transition.kind === 'fired' ? this.#open(unit, transition, until) : await this.#end(unit, transition);
    await unit.flush();
    await this.#writeState(unit, transition, { row, incidentId: incident?.id ?? null });
    // The incident's row was deleted elsewhere, so the state continues without it.
    if (!incident) return { incidentId: transition.live.incidentId ?? 0, compared: [] };
    await this.#notify(unit, transition, { incident, isSilenced: until !== null });
    return { incidentId: incident.id, compared: JSON.parse(incident.comparisons) as ComparedFigure[] };
  }

  #open(unit: UnitOfWork, transition: Transition, silencedUntil: Date | null): Incident {
    const { live, next, hostName, at } = transition;
    const { rule, hostNumber, before } = live;
    const { name, text, severity, forSeconds } = rule;
    const first = rule.expression.atoms.find((atom) => atom.kind === 'comparison');
    const incident = unit.create(Incident, {
      ruleId: rule.id,
      ruleName: name,
      expression: text,
      severity,
      forSeconds,
      hostNumber,
      hostName,
      measure: first ? figures[first.quantity.name].measure : null,
      comparisons: JSON.stringify(comparedAtStart(rule, transition, before)),
      trueSince: new Date(next.trueSinceMs ?? at),
      startedAt: at,
      silencedUntil,
    });
    unit.persist(incident);
    return incident;
  }

  async #end(unit: UnitOfWork, { live, values, disks, at }: Transition): Promise<Incident | null> {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const incident = await unit.findOne(Incident, { id: live.incidentId ?? 0, endedAt: null }, lock);
    if (!incident) return null;
    const reading = { values: comparedValues(live.rule, values), disks };
    incident.comparisons = JSON.stringify(withPeaks(live.compared, live.rule, reading));
    endIncident(incident, 'RELEASED', at);
    return incident;
  }

  async #writeState(
    unit: UnitOfWork,
    { live, kind, next }: Transition,
    { row, incidentId }: { readonly row: AlertState | null; readonly incidentId: number | null },
  ): Promise<void> {
    const fields = {
      state: next.state,
      since: new Date(next.sinceMs),
      memory: serialiseState({ ...live, state: next }),
      incidentId: kind === 'fired' ? incidentId : null,
      transitions: live.transitions + 1,
    };
    if (row) unit.assign(row, fields);
    else unit.persist(unit.create(AlertState, { ruleId: live.rule.id, hostNumber: live.hostNumber, ...fields }));
    await unit.flush();
  }

  /**
   * Notifies channels of a transition. Only channels that were notified of the beginning are notified of the end, even
   * if the rule has changed since. During a silence, they are notified once it is over.
   */
  async #notify(
    unit: UnitOfWork,
    { kind, live, values }: Transition,
    { incident, isSilenced }: { readonly incident: Incident; readonly isSilenced: boolean },
  ): Promise<void> {
    if (kind === 'released' && !incident.notifiedAt) return;
    const { rule } = live;
    if (isSilenced) {
      if (kind === 'released') postponeEnd(incident, rule.channels);
      return unit.flush();
    }
    const { channelOutbox, publicUrl, clock } = this.deps;
    const item = buildItem({ incident, kind, values: comparedValues(rule, values), publicUrl });
    const channels = kind === 'released' ? (toldChannels(incident) ?? rule.channels) : rule.channels;
    await tell(unit, { incident, item, channels, channelOutbox });
    if (kind === 'fired') incident.notifiedAt = clock.steady();
    await unit.flush();
  }
}
