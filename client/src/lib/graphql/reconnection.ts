import type { Store } from '../state/store';
import type { Connection } from './connection';
import { retryDelay } from './retry-delay';

/** The delays between connection attempts, reported to the pages. */
export interface Reconnection {
  /**
   * Waits for the next attempt, longer after each earlier wait. Ends early when the network returns or the server
   * answers other requests again.
   */
  wait(earlierWaits: number): Promise<void>;
  succeeded(): void;
}

/** Creates the delays of a connection and reports them until it is established. */
export function createReconnection(connection: Store<Connection>): Reconnection {
  /** Whether the server answers other requests. */
  let answers = false;
  /** The value of `answers` when the last attempt began: if true, a failed attempt was blocked on its way. */
  let attemptedKnowing = false;
  const waits = new Set<() => void>();
  const onAnswer = (answered: boolean) => {
    const isBack = answered && !answers;
    answers = answered;
    if (isBack) for (const end of waits) end();
  };
  return {
    async wait(earlierWaits) {
      const delay = answers && !attemptedKnowing ? 0 : retryDelay(earlierWaits);
      const blocked = answers && attemptedKnowing;
      const offline = { state: 'offline', failures: earlierWaits + 1, blocked, onAnswer } as const;
      connection.set({ ...offline, retryAt: Date.now() + delay });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, delay);
        window.addEventListener('online', done);
        waits.add(done);
        function done() {
          clearTimeout(timer);
          window.removeEventListener('online', done);
          waits.delete(done);
          resolve();
        }
      });
      attemptedKnowing = answers;
      connection.set({ ...offline, retryAt: null });
    },
    succeeded() {
      answers = false;
      attemptedKnowing = false;
    },
  };
}
