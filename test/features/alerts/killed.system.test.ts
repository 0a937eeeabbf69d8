import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countTransitions, fillFlappingRules, sqliteTables } from '../../support/alerts/alert-transitions.js';
import { startService } from '../../support/processes/running-service.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const KILLS = 5;

test('over kill -9 at any moment each transition is told once, and none is lost (promise 46)', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const tables = sqliteTables(join(dataDir, 'vigia.sqlite'));
  const start = () => startService({ DATA_DIR: dataDir, METRICS_INTERVAL_MS: '250' });
  const kill = async ({ process, ended }: Awaited<ReturnType<typeof start>>) => {
    process.kill('SIGKILL');
    await ended;
  };
  await kill(await start());
  await fillFlappingRules(tables, 110);
  let transitions = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const service = await start();
    const enough = transitions + 10;
    await expect.poll(async () => (await countTransitions(tables)).items).toBeGreaterThan(enough);
    await setTimeout(Math.random() * 1000);
    await kill(service);
    const { fired, released, items, untold, invented, doubled, torn } = await countTransitions(tables);
    expect({ untold, invented, doubled, torn }).toEqual({ untold: 0, invented: 0, doubled: 0, torn: 0 });
    expect(items).toBe(fired + released);
    transitions = items;
  }
  expect(transitions).toBeGreaterThan(KILLS * 10);
});
