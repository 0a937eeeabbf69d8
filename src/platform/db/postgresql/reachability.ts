import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../../../shared/logger.js';
import { unavailable } from '../unavailable.js';

/** Pause between two attempts to reach a server that is silent. */
const PROBE_PAUSE_MS = 500;

/** A server that has answered anybody within this time is not silent. */
const HEARD_MS = 1000;

interface ReachabilityDeps {
  /** Destroys all connections, so that whoever waits for an answer fails at once. */
  readonly disconnect: () => void;
  /** Opens a connection and asks something; fails when no answer comes within some seconds. */
  readonly probe: () => Promise<void>;
  readonly logger: Logger | undefined;
}

/**
 * Whether PostgreSQL answers (promise 39). Once it is known to be silent, all that waits for it fails, and so does each
 * new attempt, at once: a call of several statements, or one that waits for another, would else wait for each anew. From
 * then on it is probed until it answers.
 */
export class Reachability {
  #isLost = false;
  #isClosed = false;
  #heardMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ReachabilityDeps) {}

  /** To be called with each answer of the server. */
  noteAnswer(): void {
    this.#heardMs = performance.now();
  }

  /** To be called by whoever has waited in vain for an answer. Without effect while others are answered. */
  lost(): void {
    if (this.#isLost || this.#isClosed || performance.now() - this.#heardMs < HEARD_MS) return;
    this.#isLost = true;
    this.deps.logger?.log('error', 'PostgreSQL does not answer: whatever needs it is refused until it does');
    this.deps.disconnect();
    void this.#probe();
  }

  /** To be called when the server is known to answer. */
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

  /** Ends the probing. */
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
