import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import { HOUR_MS, MINUTE_MS } from '../history/chunk-table.js';
import { oldestStoredMs, type Retention } from '../history/history-reading.js';
import { Resolution } from '../history/resolution.js';
import { isMinute } from './checked-minute.js';
import { HostNotes } from './host-notes.js';
import type { MeasuredMinute, MinuteWriter } from './minute-writer.js';
import { KEPT_MS } from './protocol/protocol.js';
import { StoredMinutes } from './stored-minutes.js';

/** Minutes are not stored if they would be pruned before they could be rolled up. */
const RETENTION_MARGIN_MS = 2 * HOUR_MS;

/**
 * Age beyond which a minute is not stored, by the hub's clock. Agents keep minutes for a day, and their clocks may be
 * slightly off.
 */
const OLDEST_MS = KEPT_MS + 3 * MINUTE_MS;

/** Interval between log entries about one host's skipped minutes. */
const LEFT_OUT_MS = 10 * MINUTE_MS;

interface MinuteIntakeDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly logger: Logger;
  readonly writer: Pick<MinuteWriter, 'store'>;
}

interface HostOfMinute {
  readonly number: number;
  readonly tokenHash: string;
  readonly retentionDays: Retention;
  readonly clock: { readonly offsetMinutes: number };
}

/** Decides which minutes from agents are stored, and where in the history (promise 57). */
export class MinuteIntake {
  readonly #stored = new StoredMinutes();
  readonly #leftOut: HostNotes;

  constructor(private readonly deps: MinuteIntakeDeps) {
    this.#leftOut = new HostNotes(deps.clock, LEFT_OUT_MS);
  }

  /**
   * Stores a minute, or a missing part of it, exactly once, in the service's time. Skips a minute that is too old or
   * starts in the future.
   *
   * @returns false if the token is no longer valid.
   * @throws {RangeError} if it is not a valid minute.
   */
  async take(host: HostOfMinute, { startMs, samples, processes }: MeasuredMinute): Promise<boolean> {
    if (!isMinute(startMs, samples)) throw new RangeError('This is not a minute of samples');
    const { number, tokenHash, retentionDays } = host;
    const moveMs = host.clock.offsetMinutes * MINUTE_MS;
    const shiftedMs = startMs + moveMs;
    const now = this.deps.clock.now();
    const keptMs = oldestStoredMs(now, retentionDays, Resolution.SAMPLES) + RETENTION_MARGIN_MS;
    const oldestMs = Math.max(keptMs, now.getTime() - OLDEST_MS);
    if (shiftedMs < oldestMs || shiftedMs > now.getTime()) {
      // Sending the minute again would not help, so it counts as done.
      this.#noteLeftOut(number, shiftedMs);
      return true;
    }
    const shifted = samples.map(({ atMs, figures }) => ({ atMs: atMs + moveMs, figures }));
    const newestMs = shifted.at(-1)?.atMs ?? shiftedMs;
    if (this.#stored.has(number, shiftedMs, newestMs)) return true;
    const minute = { startMs: shiftedMs, samples: shifted, processes };
    const counts = await this.deps.writer.store({ ...minute, number, tokenHash });
    if (counts) this.#stored.add(number, shiftedMs, newestMs);
    return counts;
  }

  #noteLeftOut(host: number, startMs: number): void {
    const since = this.#leftOut.pass(host);
    if (since === undefined) return;
    const minute = new Date(startMs).toISOString();
    this.deps.logger.log('warn', 'Skipped a minute of an agent: too old, or in the future', {
      host,
      minute,
      since,
    });
  }
}
