import { hostname, uptime } from 'node:os';
import { expect, test } from 'vitest';
import type { SystemFacts } from '../../../../../src/features/monitoring/host/facts/host-facts.js';
import { OwnFacts } from '../../../../../src/features/monitoring/host/facts/own-facts.js';
import { FakeClock } from '../../../../support/fakes/fake-clock.js';

const SYSTEM: SystemFacts = {
  system: 'Debian GNU/Linux 12',
  kernel: 'Linux 6.1.0',
  processor: null,
  cores: 2,
  environment: 'container',
  environmentName: 'Docker',
};

test('the facts are read once, and say since when the machine runs', async () => {
  const clock = new FakeClock();
  let reads = 0;
  const readSystem = async () => {
    reads += 1;
    return SYSTEM;
  };
  const facts = new OwnFacts({ clock, readSystem });
  const startedBy = () => clock.now().getTime() - uptime() * 1000;
  const latestMs = startedBy();
  const [first, second] = await Promise.all([facts.read(), facts.read()]);
  const earliestMs = startedBy();
  expect(first).toMatchObject({ ...SYSTEM, name: hostname() });
  // Rounded down to a second, at a moment in between.
  expect(Date.parse(first.startedAt ?? '')).toBeGreaterThan(earliestMs - 1000);
  expect(Date.parse(first.startedAt ?? '')).toBeLessThanOrEqual(latestMs);
  expect(first.startedAt).toMatch(/:\d\d\.000Z$/);

  await clock.advance({ minutes: 3000 });
  expect([second, await facts.read()]).toEqual([first, first]);
  expect(reads).toBe(1);
});

test('facts that could not be read are read again', async () => {
  let isBroken = true;
  const readSystem = async () => {
    if (isBroken) throw new Error('broken');
    return SYSTEM;
  };
  const facts = new OwnFacts({ clock: new FakeClock(), readSystem });
  await expect(facts.read()).rejects.toThrow('broken');
  isBroken = false;
  expect(await facts.read()).toMatchObject(SYSTEM);
});
