import { cpSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { decodeColumns } from '../../src/features/monitoring/history/chunk-codec.js';
import { exampleMinute, exampleState, startAgent } from '../support/agents/agent-process.js';
import { startProxy } from '../support/http/proxy.js';
import { shortages } from '../support/processes/full-disk.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MINUTE_MS = 60_000;
const MINUTES = 40;
/** More minutes than can be in flight unacknowledged, to make the disk fill up midway. */
const MANY_MINUTES = 150;

describe.each(Object.entries(shortages))('a hub with %s (promise 49)', (_name, { possible, start }) => {
  test.runIf(possible)('stores what agents kept meanwhile once there is space, all of it and once', async () => {
    const hub = await start();
    const [, token = ''] = /echo (\S+) \|/.exec(hub.run(['host', 'add', 'web-1'])) ?? [];
    const { file: state, starts } = exampleState(MINUTES);
    const stored = () => storedMinutes(hub.dataDir, starts.at(-1) ?? 0);

    hub.fill();
    const agent = startAgent(hub.port, ['--state', state], { VIGIA_AGENT_TOKEN: token });
    // Since the hub cannot write, it tells the agent to reconnect later.
    await agent.line(/cannot be reached/);
    expect(stored()).toEqual([]);
    hub.freeSpace();
    await expect.poll(() => stored().length, { interval: 500 }).toBe(MINUTES);
    expectEachOnce(stored(), starts);
  });

  test.runIf(possible)(
    'that fills while an agent is connected gets from it what it could not store, once',
    async () => {
      const hub = await start();
      const [, token = ''] = /echo (\S+) \|/.exec(hub.run(['host', 'add', 'web-1'])) ?? [];
      const { file: state, starts } = exampleState(MANY_MINUTES);
      const stored = () => storedMinutes(hub.dataDir, starts.at(-1) ?? 0);
      // The agent's traffic passes through this process and pauses whenever the process is busy.
      const { baseUrl } = await startProxy(hub.port);
      const agent = startAgent(Number(new URL(baseUrl).port), ['--state', state], { VIGIA_AGENT_TOKEN: token });
      await agent.line(/Connected to/);
      hub.fill();
      const before = stored().length;
      expect(before).toBeLessThan(MANY_MINUTES);
      hub.freeSpace();
      await expect.poll(() => stored().length, { timeout: 90_000, interval: 500 }).toBe(MANY_MINUTES);
      expectEachOnce(stored(), starts);
    },
  );
});

interface StoredMinute {
  readonly start_minute: number;
  readonly data: Buffer;
}

/** Returns the minutes of the agent's host up to a time, in stored order. */
function storedMinutes(dataDir: string, untilMs: number): StoredMinute[] {
  // SQLite in this process would look elsewhere for a file that only the hub sees, so query a copy.
  const copy = join(temporaryFolder(), 'copy');
  cpSync(dataDir, copy, { recursive: true, filter: (name) => !name.endsWith('filler') });
  const read = new SqliteDatabase(join(copy, 'vigia.sqlite'));
  const chunks = read
    .prepare<[], StoredMinute>(
      `select start_minute, data from host_chunks where host_number = 2 and resolution = 0
        and start_minute <= ${untilMs / MINUTE_MS} order by start_minute`,
    )
    .all();
  read.close();
  return chunks;
}

function expectEachOnce(stored: readonly StoredMinute[], starts: readonly number[]): void {
  expect(stored.map(({ start_minute }) => start_minute * MINUTE_MS)).toEqual(starts);
  for (const { start_minute, data } of stored) {
    const [, firstFigures] = decodeColumns(data);
    expect([...(firstFigures ?? [])]).toEqual(
      exampleMinute(start_minute * MINUTE_MS).map(({ figures: [first] }) => first),
    );
  }
}
