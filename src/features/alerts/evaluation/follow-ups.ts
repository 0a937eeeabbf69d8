import { LockMode } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Clock } from '../../../shared/time/clock.js';
import { AlertState } from '../alert-state.entity.js';
import type { ChannelOutbox } from '../channels/delivery/channel-outbox.js';
import { type ComparedFigure, type EndReason, endIncident, Incident } from '../incidents/incident.entity.js';
import { Silence } from '../silence.entity.js';
import { inForce, silencedUntil } from '../silenced-until.js';
import { buildItem } from './alert-items.js';
import type { EvaluationTimes } from './evaluation-times.js';
import type { HostTargets } from './host-targets.js';
import type { LiveState, LiveStates } from './live-state.js';
import { postponeEnd, tell, toldChannels } from './told-channels.js';

/** Minimum interval between writes of an incident's new peaks. */
const PEAKS_SAVE_MS = 60_000;

/** Time after which an incident ends if none of its values is measured. */
const NOT_MEASURED_MS = 15 * 60_000;

interface FollowUpsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly channelOutbox: Pick<ChannelOutbox, 'put'>;
  readonly publicUrl: string;
}

/** The states, hosts and outages of the evaluation. */
interface Evaluated {
  readonly states: LiveStates;
  readonly targets: Pick<HostTargets, 'tagsOf'>;
  /** Numbers of the hosts rules are evaluated on. */
  readonly hosts: ReadonlySet<number>;
  readonly times: Pick<EvaluationTimes, 'lostMs'>;
}

interface Moment {
  readonly now: Date;
  readonly silences: readonly Silence[];
}

interface FollowUp {
  readonly peaks: readonly ComparedFigure[] | undefined;
  readonly until: Date | null;
  readonly isMarked: boolean;
  readonly message: 'fired' | 'repeated' | undefined;
}

/**
 * Updates open incidents: repeats messages, notes when silences start and end, stores new peaks, and ends incidents
 * that would not end otherwise. Also sends end messages that a silence has held back.
 */
export class FollowUps {
  /** When the peaks of an incident were last written, by incident id. */
  readonly #savedPeaks = new Map<number, number>();

  constructor(private readonly deps: FollowUpsDeps) {}

  /** @returns the ids of the incidents that changed. */
  async run(evaluated: Evaluated): Promise<readonly number[]> {
    const { em, clock } = this.deps;
    const now = clock.now();
    const where = { $or: [{ endedAt: null }, { isEndDue: true }] };
    const incidents = await em.fork().find(Incident, where, { disableIdentityMap: true });
    this.#forget(incidents);
    if (incidents.length === 0) return [];
    const silences = await em.fork().find(Silence, inForce(now), { disableIdentityMap: true });
    const changed: number[] = [];
    for (const incident of incidents) {
      const follow = incident.endedAt ? this.#tellEnd : this.#follow;
      if (await follow.call(this, incident, evaluated, { now, silences })) changed.push(incident.id);
    }
    return changed;
  }

  /** @returns whether the incident changed. */
  async #follow(incident: Incident, evaluated: Evaluated, moment: Moment): Promise<boolean> {
    const { states, hosts, targets, times } = evaluated;
    const { now, silences } = moment;
    const { hostNumber, ruleId } = incident;
    const live = states.get(hostNumber)?.get(ruleId ?? 0);
    if (live?.incidentId !== incident.id) return !hosts.has(hostNumber) && this.#end(incident, 'HOST_REMOVED', now);
    // The host no longer has the tag the rule applied to, so the rule is no longer evaluated there.
    if (live.rule.hosts?.has(hostNumber) === false) {
      states.get(hostNumber)?.delete(live.rule.id);
      return this.#end(incident, 'RULE_CHANGED', now);
    }
    const until = silencedUntil(silences, { ruleId, hostNumber, tags: targets.tagsOf(hostNumber) });
    if (isUnmeasured(live, now, times)) {
      const isEnded = await this.#endUnmeasured(incident, live, { now, isSilenced: until !== null });
      if (isEnded) states.get(hostNumber)?.delete(live.rule.id);
      return isEnded;
    }
    const due = this.#dueOf(incident, live, { until, now });
    return due !== undefined && this.#write(incident, live, due, now);
  }

  /** Sends a silenced end message to those who were notified of the beginning, once no silence covers the incident. */
  async #tellEnd(incident: Incident, { targets }: Evaluated, { silences }: Moment): Promise<boolean> {
    const { ruleId, hostNumber, id, revision } = incident;
    if (silencedUntil(silences, { ruleId, hostNumber, tags: targets.tagsOf(hostNumber) })) return false;
    const { em, channelOutbox, publicUrl } = this.deps;
    return em.fork().transactional(async (unit) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
      const row = await unit.findOne(Incident, { id, revision, isEndDue: true }, lock);
      if (!row) return false;
      row.isEndDue = false;
      row.revision += 1;
      const item = buildItem({ incident: row, kind: 'released', values: [], publicUrl });
      await tell(unit, { incident: row, item, channels: toldChannels(row) ?? [], channelOutbox });
      await unit.flush();
      return true;
    });
  }

  #dueOf(
    incident: Incident,
    { rule, compared }: LiveState,
    { until, now }: { readonly until: Date | null; readonly now: Date },
  ): FollowUp | undefined {
    const { id, silencedUntil: marked, acknowledgedAt, notifiedAt, comparisons } = incident;
    const isMarked = until?.getTime() !== marked?.getTime();
    const savedMs = this.#savedPeaks.get(id) ?? incident.startedAt.getTime();
    const hasPeaks = Math.abs(now.getTime() - savedMs) >= PEAKS_SAVE_MS && JSON.stringify(compared) !== comparisons;
    const isSilenceOver = marked !== null && until === null;
    const isRepeatDue =
      rule.repeatSeconds > 0 &&
      notifiedAt !== null &&
      this.deps.clock.steady().getTime() - notifiedAt.getTime() >= rule.repeatSeconds * 1000;
    const isTold = until === null && acknowledgedAt === null && (isSilenceOver || isRepeatDue);
    if (!isMarked && !hasPeaks && !isTold) return undefined;
    const message = isTold ? (notifiedAt ? 'repeated' : 'fired') : undefined;
    return { peaks: hasPeaks ? compared : undefined, until, isMarked, message };
  }

  /** @returns whether the change was written; false if the incident was changed elsewhere in the meantime. */
  async #write(incident: Incident, live: LiveState, due: FollowUp, now: Date): Promise<boolean> {
    const { em, channelOutbox, publicUrl } = this.deps;
    const isWritten = await em.fork().transactional(async (unit) => {
      const row = await lockOpen(unit, incident);
      if (!row) return false;
      if (due.peaks) row.comparisons = JSON.stringify(due.peaks);
      row.silencedUntil = due.until;
      row.revision += 1;
      if (due.message) {
        if (due.message === 'repeated') row.repeats += 1;
        row.notifiedAt = this.deps.clock.steady();
        const item = buildItem({ incident: row, kind: due.message, values: live.present, publicUrl });
        await tell(unit, { incident: row, item, channels: live.rule.channels, channelOutbox });
      }
      await unit.flush();
      return true;
    });
    if (isWritten && due.peaks) this.#savedPeaks.set(incident.id, now.getTime());
    return isWritten;
  }

  /** Ends an incident that is no longer evaluated and so cannot end otherwise. */
  async #end(incident: Incident, endReason: EndReason, now: Date): Promise<boolean> {
    return this.deps.em.fork().transactional(async (unit) => {
      const row = await lockOpen(unit, incident);
      if (!row) return false;
      endIncident(row, endReason, now);
      await forgetState(unit, row);
      return true;
    });
  }

  /** Ends an incident whose values are no longer measured. If they are measured again, the rule starts over. */
  async #endUnmeasured(
    incident: Incident,
    { rule }: LiveState,
    { now, isSilenced }: { readonly now: Date; readonly isSilenced: boolean },
  ): Promise<boolean> {
    const { em, channelOutbox, publicUrl } = this.deps;
    return em.fork().transactional(async (unit) => {
      const row = await lockOpen(unit, incident);
      if (!row) return false;
      endIncident(row, 'NOT_MEASURED', now);
      if (row.notifiedAt && isSilenced) postponeEnd(row, rule.channels);
      else if (row.notifiedAt) {
        const item = buildItem({ incident: row, kind: 'released', values: [], publicUrl });
        await tell(unit, { incident: row, item, channels: toldChannels(row) ?? rule.channels, channelOutbox });
      }
      await forgetState(unit, row);
      return true;
    });
  }

  #forget(open: readonly Incident[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#savedPeaks.keys()) if (!ids.has(id)) this.#savedPeaks.delete(id);
  }
}

/** Whether no figure of a rule has been measured for a while, not counting the time when the service was down. */
function isUnmeasured(
  { state, measuredMs = 0 }: LiveState,
  now: Date,
  times: Pick<EvaluationTimes, 'lostMs'>,
): boolean {
  if (state?.state !== 'UNKNOWN') return false;
  const [sinceMs, nowMs] = [Math.max(state.sinceMs, measuredMs), now.getTime()];
  return nowMs - sinceMs - times.lostMs(sinceMs, nowMs) >= NOT_MEASURED_MS;
}

async function forgetState(unit: UnitOfWork, { ruleId, hostNumber }: Incident): Promise<void> {
  await unit.flush();
  await unit.nativeDelete(AlertState, { ruleId: ruleId ?? 0, hostNumber });
}

function lockOpen(unit: UnitOfWork, { id, revision }: Incident): Promise<Incident | null> {
  return unit.findOne(Incident, { id, revision, endedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
