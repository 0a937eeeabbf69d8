import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../../../shared/logger.js';
import { unavailable } from '../unavailable.js';

/** Pause between attempts to reach a silent server. */
const PROBE_PAUSE_MS = 500;

/** A server that has answered any caller within this time does not count as silent. */
const HEARD_MS = 1000;

interface ReachabilityDeps {
  /** Destroys all connections so that all pending statements fail immediately. */
  readonly disconnect: () => void;
  /** Opens a connection and runs a query; rejects if no answer comes within a few seconds. */
  readonly probe: () => Promise<void>;
  readonly logger: Logger | undefined;
}

/**
 * Tracks whether PostgreSQL answers (promise 39). Once it is known to be silent, pending calls and new attempts fail
 * immediately; otherwise a call of several statements, or one that waits for another call, would wait for each of them.
 * The server is then probed until it answers.
 */
export class Reachability {
  #isLost = false;
  #isClosed = false;
  #heardMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ReachabilityDeps) {}

  /** Call this with each answer from the server. */
  noteAnswer(): void {
    this.#heardMs = performance.now();
  }

  /** Call this after waiting for an answer that never came. Does nothing while other calls are being answered. */
  lost(): void {
    if (this.#isLost || this.#isClosed || performance.now() - this.#heardMs < HEARD_MS) return;
    this.#isLost = true;
    this.deps.logger?.log('error', 'PostgreSQL does not answer: requests that need it are refused until it does');
    this.deps.disconnect();
    void this.#probe();
  }

  /** Call this when the server is known to answer. */
  regained(): void {
    this.noteAnswer();
    if (!this.#isLost) return;
    this.#isLost = false;
    this.deps.logger?.log('info', 'PostgreSQL answers again');
  }

  /** @throws {Busy} while the server is silent. */
  requireAnswers(): void {
    if (this.#isLost) throw unavailable();
  }

  /** Stops probing. */
  close(): void {
    this.#isClosed = true;
  }

  async #probe(): Promise<void> {
    while (this.#isLost && !this.#isClosed) {
      try {
        await this.deps.probe();
        if (this.#isLost && !this.#isClosed) this.regained();
      } catch {
        await setTimeout(PROBE_PAUSE_MS, undefined, { ref: false });
      }
    }
  }
}
