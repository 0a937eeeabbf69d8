import { describe, expect, test } from 'vitest';
import { startWithStaff } from '../../../../support/administration.js';
import { addHost, sendSample } from '../../../../support/agents/hosts.js';
import { databaseKinds } from '../../../../support/databases/databases.js';
import type { Browser } from '../../../../support/http/browser.js';
import type { TestApp } from '../../../../support/test-app.js';

interface Tick {
  readonly at: string;
  readonly rows: readonly (readonly (number | null)[])[];
}

interface Followed {
  readonly ticks: Tick[];
  readonly failures: string[];
}

/** Reduces each row to its place, state and CPU value. */
function cut(tick: Tick | undefined): readonly (number | null)[][] {
  return (tick?.rows ?? []).map((row) => row.slice(0, 3));
}

/** Returns the states of all rows as seen by a subscriber that has applied every tick. */
function statesOf({ ticks }: Followed): (number | null | undefined)[] {
  const states: (number | null | undefined)[] = [];
  for (const [place, state] of ticks.flatMap(({ rows }) => rows)) states[place ?? 0] = state;
  return states;
}

/** Collects the events of a hosts subscription as they arrive. */
function follow(app: TestApp, as: Browser, ids: readonly string[]): Followed {
  const seen: Followed = { ticks: [], failures: [] };
  app.live({ as }).subscribe(
    { query: 'subscription ($ids: [ID!]!) { hosts(ids: $ids) { at rows } }', variables: { ids } },
    {
      next: ({ data, errors }) => {
        if (data) seen.ticks.push((data as unknown as { hosts: Tick }).hosts);
        for (const { extensions } of errors ?? []) seen.failures.push(String(extensions?.code));
      },
      error: (errors) => {
        for (const { extensions } of errors as { extensions: { code: string } }[]) seen.failures.push(extensions.code);
      },
      complete: () => {},
    },
  );
  return seen;
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`hosts that are watched, on ${kind.name} (contract 13)`, () => {
    test('all are told at once, then those that changed; who comes later gets all of them as well', async () => {
      const { app, staff } = await startWithStaff(kind);
      const [a, b] = [await addHost(staff, 'a'), await addHost(staff, 'b')];
      const ids = [a.id, b.id];
      await sendSample(app, a, { cpuPercent: 11 });
      await app.advance({ seconds: 5 });
      const first = follow(app, staff, ids);
      await expect.poll(() => first.ticks).toHaveLength(1);
      expect(cut(first.ticks[0])).toEqual([
        [0, 0, 11],
        [1, 4, null],
      ]);
      expect(first.ticks[0]?.rows.map((row) => row.length)).toEqual([7, 7]);
      await sendSample(app, b, { cpuPercent: 22.5 });
      await app.advance({ seconds: 5 });
      await expect.poll(() => cut(first.ticks.at(-1))).toEqual([[1, 0, 22.5]]);
      const late = follow(app, staff, ids);
      await expect
        .poll(() => cut(late.ticks[0]))
        .toEqual([
          [0, 0, 11],
          [1, 0, 22.5],
        ]);
      await app.advance({ minutes: 1 });
      await expect.poll(() => statesOf(first)).toEqual([1, 1]);
      await expect.poll(() => statesOf(late)).toEqual([1, 1]);
      const [row = []] = first.ticks.at(-1)?.rows ?? [];
      expect(JSON.stringify(row).length).toBeLessThanOrEqual(40);
    });

    test('only those that exist, and at most a hundred', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { id } = await addHost(staff, 'a');
      const asks = [[id, '999'], [], Array(101).fill(id), Array(100).fill(id)] as const;
      const [unknown, none, tooMany, most] = asks.map((ids) => follow(app, staff, ids));
      await expect.poll(() => unknown?.failures).toEqual(['HOST_NOT_FOUND']);
      await expect.poll(() => none?.failures).toEqual(['BAD_USER_INPUT']);
      await expect.poll(() => tooMany?.failures).toEqual(['BAD_USER_INPUT']);
      await expect.poll(() => most?.ticks[0]?.rows.length).toBe(100);
    });

    test('the samples of one that is named are pushed, the newest at once', async () => {
      const { app, staff } = await startWithStaff(kind);
      const host = await addHost(staff, 'a');
      const { id } = host;
      await sendSample(app, host, { cpuPercent: 11 });
      await app.advance({ seconds: 5 });
      const seen: number[] = [];
      const failures: unknown[] = [];
      const watch = (host: string) =>
        app.live({ as: staff }).subscribe(
          { query: `subscription { metrics(host: "${host}") { cpuPercent } }` },
          {
            next: ({ data }) => seen.push((data as { metrics: { cpuPercent: number } }).metrics.cpuPercent),
            error: (errors) => failures.push(...(errors as unknown[])),
            complete: () => {},
          },
        );
      watch(id);
      await expect.poll(() => seen).toEqual([11]);
      await sendSample(app, host, { cpuPercent: 22 });
      await app.advance({ seconds: 5 });
      await expect.poll(() => seen).toEqual([11, 22]);
      watch('999');
      await expect.poll(() => failures).toMatchObject([{ extensions: { code: 'HOST_NOT_FOUND' } }]);
    });
  });
}
