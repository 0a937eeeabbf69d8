import { describe, expect, test } from 'vitest';
import { MinuteWriter } from '../../../../src/features/monitoring/agents/minute-writer.js';
import { createStoredSample } from '../../../../src/features/monitoring/history/stored-sample.js';
import { readSparklines } from '../../../../src/features/monitoring/hosts/host-sparklines.js';
import { queryRows } from '../../../../src/platform/db/query-rows.js';
import { codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { computeHash, sampleAt } from '../../../support/agents/agents.js';
import { addHost } from '../../../support/agents/hosts.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';

const MINUTE = 60_000;

/** One part of the last hour is over and can be summed up, the other is not. */
const HALF_PAST = new Date('2026-01-02T03:30:30.000Z');

const QUERY = `query ($ids: [ID!]!) {
  hostSparklines(ids: $ids) { from hosts { host cpuPercent ramPercent networkReceived } }
}`;

interface Answer {
  readonly hostSparklines: {
    readonly from: string;
    readonly hosts: readonly {
      readonly host: string;
      readonly cpuPercent: readonly (number | null)[];
      readonly ramPercent: readonly (number | null)[];
      readonly networkReceived: readonly (number | null)[];
    }[];
  };
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`the last hour of several hosts on ${kind.name} (contract 13)`, () => {
    async function begin() {
      const { app, staff } = await startWithStaff(kind, { clock: new FakeClock(HALF_PAST) });
      const writer = new MinuteWriter({ em: app.database.em, inTurn: (job) => job() });
      /** Stores three samples of a finished minute, as an agent sends them, with their average in the middle. */
      const store = ({ id, token }: { id: string; token: string }, minutesAgo: number, cpuPercent: number) => {
        const startMs = Math.floor(app.clock.now().getTime() / MINUTE) * MINUTE - minutesAgo * MINUTE;
        const samples = [-2, 0, 2].map((aside, index) =>
          createStoredSample(sampleAt(startMs + index * 5000, { cpuPercent: cpuPercent + aside })),
        );
        return writer.store({ number: Number(id), tokenHash: computeHash(token), startMs, samples, processes: [] });
      };
      return { app, staff, store };
    }

    test('is the average of each minute, whether summed up already or not, and null where nothing was measured', async () => {
      const { app, staff, store } = await begin();
      const [web, idle] = [await addHost(staff, 'web'), await addHost(staff, 'idle')];
      const ago = [61, 59, 45, 31, 20, 3];
      for (const minutes of ago) await store(web, minutes, minutes);
      const ask = () => dataOf<Answer>(staff, QUERY, { ids: [idle.id, web.id] });
      const before = (await ask()).hostSparklines;
      expect(Date.parse(before.from)).toBe(Math.floor(app.clock.now().getTime() / MINUTE) * MINUTE - 59 * MINUTE);
      expect(before.hosts.map(({ host }) => host)).toEqual([idle.id, web.id]);
      const [none, some] = before.hosts;
      expect(none?.cpuPercent).toEqual(Array.from({ length: 60 }, () => null));
      const expected = Array.from({ length: 60 }, (_, minute) => (ago.includes(59 - minute) ? 59 - minute : null));
      expect(some?.cpuPercent).toEqual(expected);
      expect(some?.ramPercent[0]).toEqual(expect.any(Number));
      await app.services.agentHistories.rollUp();
      const [row] = await queryRows<{ until: number }>(
        app.database.em.fork(),
        'select rolled_up_until as until from hosts where number = ?',
        [Number(web.id)],
      );
      expect(Number(row?.until)).toBeGreaterThan(Date.parse(before.from) / MINUTE);
      expect((await ask()).hostSparklines).toEqual(before);
    });

    test('has what the own machine measured just now, before it is written', async () => {
      const { app, staff } = await begin();
      const { host } = await dataOf<{ host: { id: string } }>(staff, '{ host { id } }');
      await app.clock.advance({ seconds: 5 });
      const { hostSparklines } = await dataOf<Answer>(staff, QUERY, { ids: [host.id] });
      expect(hostSparklines.hosts[0]?.cpuPercent.at(-1)).toEqual(expect.any(Number));
    });

    test('is for 1 to 60 hosts that exist, each once', async () => {
      const { staff } = await begin();
      const host = await addHost(staff, 'web');
      const { hostSparklines } = await dataOf<Answer>(staff, QUERY, { ids: [host.id, host.id] });
      expect(hostSparklines.hosts).toHaveLength(1);
      const many = (count: number) => ({ ids: Array.from({ length: count }, () => host.id) });
      expect((await dataOf<Answer>(staff, QUERY, many(60))).hostSparklines.hosts).toHaveLength(1);
      expect(await codeOf(staff, QUERY, many(61))).toBe('BAD_USER_INPUT');
      expect(await codeOf(staff, QUERY, { ids: [] })).toBe('BAD_USER_INPUT');
      for (const unknown of ['999', `0${host.id}`, 'web', '']) {
        expect(await codeOf(staff, QUERY, { ids: [host.id, unknown] })).toBe('HOST_NOT_FOUND');
      }
    });
  });
}

test('the hosts of an answer are read with one statement', async () => {
  const asked: (readonly number[])[] = [];
  const hosts = Array.from({ length: 60 }, (_, index) => ({ number: index + 1 }));
  const answer = await readSparklines(
    hosts.map(({ number }) => String(number)),
    {
      visible: hosts,
      clock: { now: () => new Date('2026-01-01T00:00:00Z') },
      minutes: {
        async readMinutes(numbers) {
          asked.push(numbers);
          return new Map();
        },
      },
    },
  );
  expect(asked).toEqual([hosts.map(({ number }) => number)]);
  expect(answer.hosts).toHaveLength(60);
});
