import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ASKING, CONNECTING, type Connection, LIVE } from '../../client/src/lib/graphql/connection.js';
import { createReconnection } from '../../client/src/lib/graphql/reconnection.js';
import { createStore } from '../../client/src/lib/state/store.js';

/** The longest interval between two health checks. */
const CHECK_MS = 3_000;
/** The same while the server answers and WebSocket is blocked. */
const BLOCKED_CHECK_MS = 6_000;
const LONGEST_MS = 30_000;

/** Returns a connection that was live and has lost its server, which stays away until the test brings it back. */
function lost() {
  const connection = createStore<Connection>(CONNECTING);
  const server = { answers: false };
  const reconnection = createReconnection(connection, async () => server.answers);
  connection.set(LIVE);
  reconnection.succeeded();
  let attempts = 0;
  const attempt = () => reconnection.wait().then(() => ++attempts);
  return { connection, server, reconnection, attempt, attempts: () => attempts, state: () => connection.get().state };
}

const now = () => vi.advanceTimersByTimeAsync(0);

describe('the state of the connection, and attempts to connect again (contract 4)', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', new EventTarget());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('a server that does not answer is away since it was last heard, however long it stays so', async () => {
    const { reconnection, connection, attempt, attempts } = lost();
    await vi.advanceTimersByTimeAsync(5_000);
    reconnection.heard();
    const heardAt = Date.now();
    await vi.advanceTimersByTimeAsync(7_000);
    void attempt();
    expect(connection.get()).toEqual({ state: 'connecting' });
    await now();
    const away = connection.get();
    expect(away).toEqual({ state: 'offline', since: heardAt });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.get()).toBe(away);
    expect(attempts()).toBe(0);
  });

  test('the next attempt is made as soon as the server answers, however long it was away', async () => {
    const { server, attempt, attempts, state } = lost();
    void attempt();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(attempts()).toBe(0);
    server.answers = true;
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect([attempts(), state()]).toEqual([1, 'connecting']);
  });

  test('one that fails although the server answers was blocked: the page asks, and the waits grow', async () => {
    const { server, connection, attempt, attempts } = lost();
    server.answers = true;
    void attempt();
    await now();
    void attempt();
    expect(connection.get()).toBe(ASKING);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([attempts(), connection.get()]).toEqual([2, ASKING]);
    for (let blocked = 0; blocked < 6; blocked += 1) {
      void attempt();
      await vi.advanceTimersByTimeAsync(LONGEST_MS);
    }
    const before = attempts();
    void attempt();
    await vi.advanceTimersByTimeAsync(LONGEST_MS / 2 - 1);
    expect(attempts()).toBe(before);
  });

  test('where WebSocket is blocked a server that goes away is said to be away, and back', async () => {
    const { server, attempt, attempts, state } = lost();
    server.answers = true;
    for (let attempted = 0; attempted < 5; attempted += 1) {
      void attempt();
      await vi.advanceTimersByTimeAsync(LONGEST_MS);
    }
    void attempt();
    expect(state()).toBe('asking');
    server.answers = false;
    await vi.advanceTimersByTimeAsync(BLOCKED_CHECK_MS);
    expect(state()).toBe('offline');
    const before = attempts();
    server.answers = true;
    await vi.advanceTimersByTimeAsync(BLOCKED_CHECK_MS);
    expect([attempts(), state()]).toEqual([before + 1, 'connecting']);
  });

  test('if only health checks are blocked, attempts are made all the same', async () => {
    const { attempt, attempts } = lost();
    void attempt();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(attempts()).toBe(1);
  });

  test('a network that returns is tried at once', async () => {
    const { server, attempt, attempts } = lost();
    void attempt();
    await now();
    server.answers = true;
    window.dispatchEvent(new Event('online'));
    await now();
    expect(attempts()).toBe(1);
  });
});
