import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { HostChunk } from '../../../../src/features/monitoring/history/host-chunk.entity.js';
import { Busy } from '../../../../src/shared/errors/errors.js';
import { addAgentHost, connectAgent, minuteOf, sampleAt } from '../../../support/agents/agents.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { createTestApp } from '../../../support/test-app.js';

const MINUTE = 60_000;
const START = new Date('2026-01-02T03:04:00.000Z');

describe('while the database cannot be written (promise 49)', () => {
  const [sqlite] = databaseKinds;
  test('no minute is acknowledged, samples are shown all the same, and what is sent again is stored once', async () => {
    const location = await sqlite?.locate();
    if (location?.kind !== 'sqlite') throw new Error('There is no file');
    const database = await openTestDatabase(location, { busyTimeoutMs: 1000 });
    const app = await createTestApp({ database, clock: new FakeClock(START) });
    const host = await addAgentHost(database, { now: START });
    const { agent } = await connectAgent(app.services.agentIntake, host.token, START);
    const minute = START.getTime() - MINUTE;
    await agent.takeMinute(minute, minuteOf(minute));

    const other = new SqliteDatabase(location.file);
    other.exec('begin immediate');
    const late = minute - MINUTE;
    await expect(agent.takeMinute(late, minuteOf(late))).rejects.toThrow(Busy);
    agent.takeSample(sampleAt(START.getTime(), { cpuPercent: 33 }), START.getTime());
    await app.advance({ seconds: 1 });
    await expect.poll(() => app.lines.join('')).toContain('Newest samples of agents cannot be written');
    expect((await app.services.hostStates.byNumber(host.number))?.newest?.cpuPercent).toBe(33);
    other.exec('rollback');
    other.close();

    await agent.takeMinute(late, minuteOf(late));
    await agent.takeMinute(minute, minuteOf(minute));
    expect(await database.em.fork().count(HostChunk, { hostNumber: host.number })).toBe(2);
    await app.advance({ seconds: 1 });
    const saved = () =>
      database.em.getConnection().execute(`select 1 from hosts where newest like '%33%' and number = ${host.number}`);
    await expect.poll(saved).toHaveLength(1);
    await expect.poll(() => app.lines.join('')).toContain('are written again');
  });
});
