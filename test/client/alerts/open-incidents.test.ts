import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Connection, LIVE } from '../../../client/src/lib/graphql/connection.js';
import type { PushedIncident } from '../../../client/src/lib/incidents/incidents.operations.js';
import {
  incidentsOnHost,
  type OpenIncidents,
  withList,
  withPush,
} from '../../../client/src/lib/incidents/open-incidents.js';
import { createOpenIncidents } from '../../../client/src/lib/incidents/use-open-incidents.js';
import { createStore } from '../../../client/src/lib/state/store.js';

function incident(id: number, state: PushedIncident['state'] = 'OPEN', minute = id): PushedIncident {
  const startedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const what = { ruleName: `Rule ${id}`, expression: 'cpu > 90 %', severity: 'BAD' } as const;
  return { id: String(id), ...what, comparisons: [], host: '1', hostName: 'srv-1', state, startedAt };
}

const ids = (incidents: readonly PushedIncident[] | undefined) => incidents?.map(({ id }) => id);

test('what goes on when the page is loaded is no news, what begins later is, once', () => {
  const first = withList(undefined, [incident(1), incident(2)]);
  expect([ids(first.incidents), ids(first.news)]).toEqual([['2', '1'], []]);
  const begun = withPush(first, incident(3));
  expect([ids(begun.incidents), ids(begun.news)]).toEqual([['3', '2', '1'], ['3']]);
  expect(ids(withPush(begun, incident(3)).news)).toEqual([]);
});

test('what ended while nothing could be pushed is gone with the next list, and what began is news', () => {
  const before = withList(undefined, [incident(1), incident(2)]);
  const after = withList(before, [incident(2), incident(4)]);
  expect([ids(after.incidents), ids(after.news)]).toEqual([['4', '2'], ['4']]);
});

test('after any pushes exactly those are open whose last word was that they are, the newest first', () => {
  const pushes = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom('OPEN' as const, 'ENDED' as const)));
  fc.assert(
    fc.property(pushes, (told) => {
      const open = told.reduce<OpenIncidents>((before, [id, state]) => withPush(before, incident(id, state)), {
        incidents: [],
        news: [],
      });
      const last = new Map(told.map(([id, state]) => [id, state]));
      const expected = [...last].filter(([, state]) => state === 'OPEN').map(([id]) => id);
      expect(ids(open.incidents)).toEqual(expected.sort((a, b) => b - a).map(String));
    }),
  );
});

test('of a host the serious ones come first, then the newest', () => {
  const warning = { ...incident(4), severity: 'WARNING' } as const;
  const elsewhere = { ...incident(3), host: '2' };
  const open = withList(undefined, [incident(1), incident(2), elsewhere, warning]);
  expect(ids(incidentsOnHost(open, '1'))).toEqual(['2', '1', '4']);
  expect(ids(incidentsOnHost(open, undefined))).toEqual([]);
});

describe('the list of open incidents', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const list = (incidents: readonly PushedIncident[]) => ({ data: { incidents: { nodes: incidents } } });

  /** Follows the incidents with a server that gives these answers one after another, and pushes nothing. */
  function follow(answers: object[]) {
    vi.stubGlobal('document', { hidden: false });
    const connection = createStore<Connection>(LIVE);
    const client = {
      query: () => ({ toPromise: async () => answers.shift() }),
      subscription: () => ({ subscribe: () => ({ unsubscribe() {} }) }),
    };
    const open = createOpenIncidents(client as never, connection);
    const leave = open.subscribe(() => {});
    return { connection, open, leave };
  }

  test('is asked for again after it failed, and an answer that was kept from before is not taken for it', async () => {
    const answers: object[] = [
      list([incident(1)]),
      { ...list([incident(1), incident(2)]), error: new Error('503') },
      list([]),
    ];
    const { connection, open, leave } = follow(answers);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([ids(open.get()?.incidents), answers.length]).toEqual([['1'], 2]);
    connection.set({ state: 'offline', since: 0 });
    connection.set(LIVE);
    await vi.advanceTimersByTimeAsync(0);
    expect([ids(open.get()?.incidents), answers.length]).toEqual([['1'], 1]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([ids(open.get()?.incidents), answers.length]).toEqual([[], 0]);
    leave();
  });

  test('is asked for again within ten minutes, in case an end was not pushed', async () => {
    const { open, leave } = follow([list([incident(1), incident(2)]), list([incident(2)]), list([])]);
    await vi.advanceTimersByTimeAsync(599_000);
    expect(ids(open.get()?.incidents)).toEqual(['2', '1']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ids(open.get()?.incidents)).toEqual(['2']);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ids(open.get()?.incidents)).toEqual([]);
    leave();
  });
});
