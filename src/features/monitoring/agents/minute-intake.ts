import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import { HOUR_MS, MINUTE_MS } from '../history/chunk-table.js';
import { oldestStoredMs, type Retention } from '../history/history-reading.js';
import { Resolution } from '../history/metrics-chunk.entity.js';
import type { StoredSample } from '../history/stored-sample.js';
import { isMinute } from './checked-minute.js';
import { HostNotes } from './host-notes.js';
import type { MinuteWriter } from './minute-writer.js';
import { KEPT_MS } from './protocol/protocol.js';
import { StoredMinutes } from './stored-minutes.js';

/** What would be deleted before it could be summed up is not stored. */
const RETENTION_MARGIN_MS = 2 * HOUR_MS;

/** An agent keeps minutes for a day, and its clock may be a little off; by the hub's clock nothing older is stored. */
const OLDEST_MS = KEPT_MS + 3 * MINUTE_MS;

/** Interval between two lines of the log about minutes of one host that were left out. */
const LEFT_OUT_MS = 10 * MINUTE_MS;

interface MinuteIntakeDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly logger: Logger;
  readonly writer: Pick<MinuteWriter, 'store'>;
}

/** The host that a minute is of, and how its agent's times are moved. */
interface HostOfMinute {
  readonly number: number;
  readonly tokenHash: string;
  readonly retentionDays: Retention;
  readonly clock: { readonly offsetMinutes: number };
}

/** Decides which minutes of agents are stored, and where in the history (promise 57). */
export class MinuteIntake {
  readonly #stored = new StoredMinutes();
  readonly #leftOut: HostNotes;

  constructor(private readonly deps: MinuteIntakeDeps) {
    this.#leftOut = new HostNotes(deps.clock, LEFT_OUT_MS);
  }

  /**
   * Stores a minute once, with the service's times; nothing of one that is too old or not over.
   *
   * @returns false when the token counts no more.
   * @throws {RangeError} when it is no minute.
   */
  async take(host: HostOfMinute, startMs: number, samples: readonly StoredSample[]): Promise<boolean> {
    if (!isMinute(startMs, samples)) throw new RangeError('This is not a minute of samples');
    const { number, tokenHash, retentionDays } = host;
    const moveMs = host.clock.offsetMinutes * MINUTE_MS;
    const shiftedMs = startMs + moveMs;
    const now = this.deps.clock.now();
    const keptMs = oldestStoredMs(now, retentionDays, Resolution.SAMPLES) + RETENTION_MARGIN_MS;
    const oldestMs = Math.max(keptMs, now.getTime() - OLDEST_MS);
    if (shiftedMs < oldestMs || shiftedMs > now.getTime()) {
      // To have it sent again would help nobody: it is done with.
      this.#noteLeftOut(number, shiftedMs);
      return true;
    }
    if (this.#stored.has(number, shiftedMs)) return true;
    const shifted = samples.map(({ atMs, figures }) => ({ atMs: atMs + moveMs, figures }));
    const counts = await this.deps.writer.store({ number, tokenHash, startMs: shiftedMs, samples: shifted });
    if (counts) this.#stored.add(number, shiftedMs);
    return counts;
  }

  #noteLeftOut(host: number, startMs: number): void {
    const since = this.#leftOut.pass(host);
    if (since === undefined) return;
    const minute = new Date(startMs).toISOString();
    this.deps.logger.log('warn', 'A minute of an agent is too old or not over: it is left out', {
      host,
      minute,
      since,
    });
  }
}
