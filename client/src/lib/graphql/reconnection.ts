import type { Store } from '../state/store';
import { ASKING, CONNECTING, type Connection } from './connection';
import { retryDelay } from './retry-delay';

/** Decides when to retry the live connection, and meanwhile reports whether the server responds at all. */
export interface Reconnection {
  /**
   * Waits for the next attempt: until the server responds to requests or, if an attempt failed although it does, longer
   * after each failure. Ends early when the network returns.
   */
  wait(): Promise<void>;
  /** Must be called for each sign of life. */
  heard(): void;
  /** Must be called when the connection is established. */
  succeeded(): void;
}

/**
 * Interval between health checks while the connection is down; the random part spreads out pages that lost it together.
 */
const CHECK_EVERY_MS = 2_000;
const CHECK_SPREAD_MS = 1_000;
/** Interval while the server is known to respond but WebSocket is blocked. */
const CHECK_BLOCKED_EVERY_MS = 5_000;

/** Interval between attempts while health checks fail, in case something blocks only those. */
const UNKNOWING_ATTEMPT_MS = 15_000;

/** Creates a page's reconnection, which uses `isHealthy` to find out whether the server responds. */
export function createReconnection(connection: Store<Connection>, isHealthy: () => Promise<boolean>): Reconnection {
  let heardAt = Date.now();
  let isConnected = false;
  let isChecking = false;
  /** Whether the last health check got a response. */
  let answers = false;
  /** The value of `answers` when the last attempt began: if true, a failed attempt was blocked on its way. */
  let attemptedKnowing = false;
  /** Number of consecutive attempts that failed although the server responded. */
  let blockedAttempts = 0;
  const waits = new Set<() => void>();
  const endWaits = () => {
    for (const end of waits) end();
  };

  const note = (answered: boolean) => {
    const isBack = answered && !answers;
    answers = answered;
    if (!answered) {
      blockedAttempts = 0;
      if (connection.get().state !== 'offline') connection.set({ state: 'offline', since: heardAt });
      return;
    }
    heardAt = Date.now();
    connection.set(blockedAttempts > 0 ? ASKING : CONNECTING);
    if (isBack) endWaits();
  };
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    while (!isConnected) {
      const everyMs = blockedAttempts > 0 ? CHECK_BLOCKED_EVERY_MS : CHECK_EVERY_MS;
      const nextAt = Date.now() + everyMs + Math.random() * CHECK_SPREAD_MS;
      const answered = await isHealthy();
      if (isConnected) break;
      note(answered);
      await pause(nextAt - Date.now());
    }
    isChecking = false;
  };
  const delay = () => {
    if (blockedAttempts > 0) return retryDelay(blockedAttempts);
    return answers ? 0 : UNKNOWING_ATTEMPT_MS;
  };

  return {
    async wait() {
      isConnected = false;
      if (attemptedKnowing) {
        attemptedKnowing = false;
        blockedAttempts += 1;
        connection.set(ASKING);
      } else if (connection.get().state === 'live') connection.set(CONNECTING);
      void check();
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waits.delete(end);
          resolve();
        };
        const timer = setTimeout(end, delay());
        waits.add(end);
      });
      attemptedKnowing = answers;
    },
    heard() {
      heardAt = Date.now();
    },
    succeeded() {
      isConnected = true;
      answers = false;
      attemptedKnowing = false;
      blockedAttempts = 0;
      heardAt = Date.now();
    },
  };
}

/** Waits for the given time, or until the network returns. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
  });
}
