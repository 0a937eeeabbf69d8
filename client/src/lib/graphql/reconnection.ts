import type { Store } from '../state/store';
import type { Connection } from './connection';
import { retryDelay } from './retry-delay';

/** The waits between attempts to connect, told to the pages. */
export interface Reconnection {
  /**
   * Waits for the next attempt, the longer the more waits there were before. A network that returns ends the wait, and
   * so does a server that answers other requests again.
   */
  wait(earlierWaits: number): Promise<void>;
  /** Tells that a connection has been made. */
  succeeded(): void;
}

/** Makes the waits of a connection, which they tell of until it is made. */
export function createReconnection(connection: Store<Connection>): Reconnection {
  /** Whether the server answers other requests. */
  let answers = false;
  /** Whether it did so when the last attempt began: one that failed then was blocked on its way. */
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
