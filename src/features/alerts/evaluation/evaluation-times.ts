import type { UnitOfWork } from '../../../platform/db/database.js';
import { lostMs, type Outage } from '../rules/outages.js';
import { AlertEvaluation } from './alert-evaluation.entity.js';

/**
 * Maximum pause between evaluations; a longer one is an outage. While the process is running, more is allowed than
 * after a start or a failure, since it may just be slow.
 */
const PAUSE_MAX_MS = { interrupted: 10_000, running: 90_000 };

/** Number of outages kept. A host that has been away for longer than they reach back counts as away in any case. */
const OUTAGES_MAX = 50;

const ROW_ID = 1;

/** Reads the recorded outages. */
export async function readOutages(unit: UnitOfWork): Promise<readonly Outage[]> {
  return outagesIn(await unit.findOne(AlertEvaluation, { id: ROW_ID }, { disableIdentityMap: true }));
}

/**
 * Records until when rules have been evaluated, so that outages are not counted, regardless of which process continues
 * afterwards.
 */
export class EvaluationTimes {
  #untilMs: number | undefined;
  #outages: readonly Outage[] = [];
  #isInterrupted = true;

  get outages(): readonly Outage[] {
    return this.#outages;
  }

  /** Returns how much of a time range fell into outages. */
  lostMs(fromMs: number, toMs: number): number {
    return lostMs(this.#outages, fromMs, toMs);
  }

  /** Continues from what another process, or an earlier run, has saved. */
  async read(unit: UnitOfWork): Promise<void> {
    this.#isInterrupted = true;
    const row = await unit.findOne(AlertEvaluation, { id: ROW_ID }, { disableIdentityMap: true });
    if (!row) return;
    this.#untilMs = Math.max(row.evaluatedAt.getTime(), this.#untilMs ?? 0);
    this.#outages = outagesIn(row);
  }

  /** Must be called when rules could not be evaluated. */
  interrupt(): void {
    this.#isInterrupted = true;
  }

  /**
   * Must be called before an evaluation. If the pause since the last one was too long, it becomes an outage.
   *
   * @param elseMs the end of the last evaluation if none was recorded.
   */
  begin(nowMs: number, elseMs: number | undefined): void {
    const untilMs = this.#untilMs ?? elseMs ?? nowMs;
    const pauseMaxMs = this.#isInterrupted ? PAUSE_MAX_MS.interrupted : PAUSE_MAX_MS.running;
    this.#isInterrupted = false;
    if (nowMs - untilMs > pauseMaxMs) {
      this.#outages = [...this.#outages, { fromMs: untilMs, toMs: nowMs }].slice(-OUTAGES_MAX);
    }
    this.#untilMs = nowMs;
  }

  /** Must be called after an evaluation, which may itself have taken longer than the maximum pause. */
  end(nowMs: number): void {
    this.#untilMs = nowMs;
  }

  /**
   * Saves until when rules have been evaluated. Must be called with each transition, so that `away` never falls below
   * the value at which a rule fired.
   */
  async save(unit: UnitOfWork): Promise<void> {
    if (this.#untilMs === undefined) return;
    const row = { id: ROW_ID, evaluatedAt: new Date(this.#untilMs), outages: JSON.stringify(this.#outages) };
    await unit.upsert(AlertEvaluation, row);
  }
}

function outagesIn(row: AlertEvaluation | null): readonly Outage[] {
  return row ? (JSON.parse(row.outages) as Outage[]) : [];
}
