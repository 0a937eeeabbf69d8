import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONNECTING, type Connection } from '../../client/src/lib/graphql/connection.js';
import { createReconnection } from '../../client/src/lib/graphql/reconnection.js';
import { createStore } from '../../client/src/lib/state/store.js';

const LONGEST_MS = 30_000;

/** Returns a connection that was lost after this number of failed attempts. */
function lostAfter(failures: number) {
  const connection = createStore<Connection>(CONNECTING);
  const reconnection = createReconnection(connection);
  let attempts = 0;
  const attempt = () => reconnection.wait(failures + attempts).then(() => ++attempts);
  const offline = () => {
    const state = connection.get();
    if (state.state !== 'offline') throw new Error(`It is ${state.state}`);
    return state;
  };
  return { attempt, reconnection, offline, attempts: () => attempts };
}

const now = () => vi.advanceTimersByTimeAsync(0);

describe('attempts to connect again (contract 4)', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', new EventTarget());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('the next one is made at once when the server answers again', async () => {
    const { attempt, attempts, offline } = lostAfter(6);
    void attempt();
    await vi.advanceTimersByTimeAsync(1000);
    offline().onAnswer?.(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(attempts()).toBe(0);
    offline().onAnswer?.(true);
    await now();
    expect([attempts(), offline().blocked]).toEqual([1, false]);
  });

  test('one that fails although the server answers was blocked, and the waits grow as before', async () => {
    const { attempt, attempts, offline } = lostAfter(6);
    void attempt();
    offline().onAnswer?.(true);
    await now();
    void attempt();
    expect(offline().blocked).toBe(true);
    // Further answers change nothing.
    offline().onAnswer?.(true);
    await vi.advanceTimersByTimeAsync(LONGEST_MS / 2 - 1);
    expect(attempts()).toBe(1);
    await vi.advanceTimersByTimeAsync(LONGEST_MS / 2 + 1);
    expect(attempts()).toBe(2);
  });

  test('one that began before the server answered is repeated at once, and was not blocked', async () => {
    const { attempt, attempts, offline } = lostAfter(6);
    void attempt();
    await vi.advanceTimersByTimeAsync(LONGEST_MS);
    offline().onAnswer?.(true);
    void attempt();
    expect(offline().blocked).toBe(false);
    await now();
    expect(attempts()).toBe(2);
  });

  test('after a connection was made, or the server went away, the next answer counts again', async () => {
    const { attempt, attempts, offline, reconnection } = lostAfter(6);
    void attempt();
    offline().onAnswer?.(true);
    await now();
    reconnection.succeeded();
    void attempt();
    offline().onAnswer?.(true);
    await now();
    expect(attempts()).toBe(2);
    void attempt();
    offline().onAnswer?.(false);
    offline().onAnswer?.(true);
    await now();
    expect(attempts()).toBe(3);
  });

  test('a network that returns ends the wait too', async () => {
    const { attempt, attempts } = lostAfter(6);
    void attempt();
    window.dispatchEvent(new Event('online'));
    await now();
    expect(attempts()).toBe(1);
  });
});
