import type { Store } from '../state/store';
import { ASKING, CONNECTING, type Connection } from './connection';
import { retryDelay } from './retry-delay';

/** Decides when to try the live connection again, and reports meanwhile whether the server answers at all. */
export interface Reconnection {
  /**
   * Waits for the next attempt: until the server answers requests or, if an attempt failed although it does, longer
   * after each. Ends early when the network returns.
   */
  wait(): Promise<void>;
  /** Call for each sign of life. */
  heard(): void;
  /** Call when the connection is established. */
  succeeded(): void;
}

/** Interval between health checks while the connection is down; the random part spreads pages that lost it together. */
const CHECK_EVERY_MS = 2_000;
const CHECK_SPREAD_MS = 1_000;
/** The same while the server is known to answer, but WebSocket is blocked. */
const CHECK_BLOCKED_EVERY_MS = 5_000;

/** Interval between attempts while health checks fail, in case something blocks only those. */
const UNKNOWING_ATTEMPT_MS = 15_000;

/** Creates the reconnection of a page, which asks by `isHealthy` whether the server answers. */
export function createReconnection(connection: Store<Connection>, isHealthy: () => Promise<boolean>): Reconnection {
  let heardAt = Date.now();
  let isConnected = false;
  let isChecking = false;
  /** Whether the last health check was answered. */
  let answers = false;
  /** The value of `answers` when the last attempt began: if true, a failed attempt was blocked on its way. */
  let attemptedKnowing = false;
  /** Attempts in a row that failed although the server answered. */
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

/** Waits for a time, or until the network returns. */
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
