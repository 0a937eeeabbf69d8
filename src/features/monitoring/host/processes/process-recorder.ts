import type { Logger } from '../../../../shared/logger.js';
import type { ProcessTimes, ProcessUse } from './process-times.js';

const MINUTE_MS = 60_000;

/**
 * A much shorter or longer span does not represent its minute, because the service had just started or was suspended.
 */
const SPAN_MIN_MS = 10_000;
const SPAN_MAX_MS = 2 * MINUTE_MS;

interface ProcessRecorderDeps {
  readonly times: Pick<ProcessTimes, 'next'>;
  readonly add: (minute: { startMs: number; processes: readonly ProcessUse[] }) => Promise<void>;
  readonly logger: Logger;
}

/** Records the processes that stood out on this machine, minute by minute. */
export class ProcessRecorder {
  #minuteMs: number | undefined;
  #recording: Promise<void> | undefined;
  #failing = false;

  constructor(private readonly deps: ProcessRecorderDeps) {}

  /** Must be called with each sample of this machine. The first one of a minute completes the previous minute. */
  note(sample: { sampledAt: string }): void {
    const minuteMs = Math.floor(Date.parse(sample.sampledAt) / MINUTE_MS) * MINUTE_MS;
    if (minuteMs === this.#minuteMs || this.#recording) return;
    this.#minuteMs = minuteMs;
    this.#recording = this.#record(minuteMs - MINUTE_MS).finally(() => {
      this.#recording = undefined;
    });
  }

  /** Waits for pending writes. Must be called after the last {@link note}. */
  async finish(): Promise<void> {
    await this.#recording;
  }

  async #record(startMs: number): Promise<void> {
    try {
      const span = await this.deps.times.next();
      if (!span || span.lengthMs < SPAN_MIN_MS || span.lengthMs > SPAN_MAX_MS) return;
      await this.deps.add({ startMs, processes: span.processes });
      if (this.#failing) this.deps.logger.log('info', 'The processes of each minute are being written again');
      this.#failing = false;
    } catch (error) {
      // The minute is lost, which is acceptable because processes only help to explain the measurements.
      if (!this.#failing) this.deps.logger.log('warn', 'The processes of a minute cannot be written', { error });
      this.#failing = true;
    }
  }
}
