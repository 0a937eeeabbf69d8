import { LockMode } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Clock } from '../../../shared/time/clock.js';
import { AlertState } from '../alert-state.entity.js';
import type { ChannelOutbox } from '../channels/delivery/channel-outbox.js';
import { type ComparedFigure, type EndReason, Incident } from '../incidents/incident.entity.js';
import { Silence } from '../silence.entity.js';
import { inForce, silencedUntil } from '../silenced-until.js';
import { itemOf } from './alert-items.js';
import type { LiveState, LiveStates } from './live-state.js';

/** Shortest interval between writes of an incident's new peaks. */
const PEAKS_SAVE_MS = 60_000;

interface FollowUpsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly channelOutbox: Pick<ChannelOutbox, 'put'>;
  readonly publicUrl: string;
}

interface FollowUp {
  readonly peaks: readonly ComparedFigure[] | undefined;
  readonly until: Date | null;
  readonly isMarked: boolean;
  readonly message: 'fired' | 'repeated' | undefined;
}

/** Updates open incidents: repeats messages, notes the start and end of silences, and stores new peaks. */
export class FollowUps {
  /** When the peaks of an incident were last written, by id. */
  readonly #savedPeaks = new Map<number, number>();

  constructor(private readonly deps: FollowUpsDeps) {}

  /** @returns the ids of the incidents that were changed. */
  async run(states: LiveStates, hosts: ReadonlySet<number>): Promise<readonly number[]> {
    const { em, clock } = this.deps;
    const now = clock.now();
    const open = await em.fork().find(Incident, { endedAt: null }, { disableIdentityMap: true });
    this.#forget(open);
    if (open.length === 0) return [];
    const silences = await em.fork().find(Silence, inForce(now), { disableIdentityMap: true });
    const changed: number[] = [];
    for (const incident of open) {
      const live = states.get(incident.hostNumber)?.get(incident.ruleId ?? 0);
      if (live?.incidentId !== incident.id) {
        if (!hosts.has(incident.hostNumber) && (await this.#end(incident, 'HOST_REMOVED', now)))
          changed.push(incident.id);
        continue;
      }
      // The host has lost the tag to which the rule applied, so the rule is no longer evaluated there.
      if (live.rule.hosts?.has(incident.hostNumber) === false) {
        if (await this.#end(incident, 'RULE_CHANGED', now)) changed.push(incident.id);
        states.get(incident.hostNumber)?.delete(live.rule.id);
        continue;
      }
      const due = this.#dueOf(incident, live, { silences, now });
      if (due && (await this.#write(incident, live, due, now))) changed.push(incident.id);
    }
    return changed;
  }

  #dueOf(
    incident: Incident,
    { rule, compared }: LiveState,
    { silences, now }: { readonly silences: readonly Silence[]; readonly now: Date },
  ): FollowUp | undefined {
    const { id, hostNumber, silencedUntil: marked, acknowledgedAt, notifiedAt, comparisons } = incident;
    const until = silencedUntil(silences, { ruleId: rule.id, hostNumber });
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

  /** @returns whether it was written; false if the incident was changed elsewhere meanwhile. */
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
        const item = itemOf({ incident: row, kind: due.message, values: live.present, publicUrl });
        for (const channel of live.rule.channels) await channelOutbox.put(unit, channel, item);
      }
      await unit.flush();
      return true;
    });
    if (isWritten && due.peaks) this.#savedPeaks.set(incident.id, now.getTime());
    return isWritten;
  }

  /** Ends an incident that is no longer evaluated, and so cannot end on its own. */
  async #end(incident: Incident, endReason: EndReason, now: Date): Promise<boolean> {
    return this.deps.em.fork().transactional(async (unit) => {
      const row = await lockOpen(unit, incident);
      if (!row) return false;
      Object.assign(row, { endedAt: now, endReason, silencedUntil: null, revision: row.revision + 1 });
      await unit.flush();
      await unit.nativeDelete(AlertState, { ruleId: row.ruleId ?? 0, hostNumber: row.hostNumber });
      return true;
    });
  }

  #forget(open: readonly Incident[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#savedPeaks.keys()) if (!ids.has(id)) this.#savedPeaks.delete(id);
  }
}

function lockOpen(unit: UnitOfWork, { id, revision }: Incident): Promise<Incident | null> {
  return unit.findOne(Incident, { id, revision, endedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
