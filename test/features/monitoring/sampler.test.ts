import { describe, expect, test, vi } from 'vitest';
import { type Sample, Sampler } from '../../../src/features/monitoring/sampler.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { FakeHost } from '../../support/fakes/fake-host.js';

function createSampler() {
  const clock = new FakeClock();
  const host = new FakeHost();
  const published: Sample[] = [];
  const lines: string[] = [];
  const sampler = new Sampler({
    host,
    clock,
    intervalMs: 5000,
    publish: (sample) => published.push(sample),
    logger: { log: (_level, message) => lines.push(message) },
  });
  return { sampler, clock, host, published, lines };
}

describe('the sampler (contract 4)', () => {
  test('has its first sample when it has started', async () => {
    const { sampler, clock } = createSampler();
    expect(() => sampler.latest).toThrow(/not started/);
    await sampler.start();
    expect(sampler.latest.sampledAt).toBe(clock.now().toISOString());
  });

  test('waits 200 ms from the first reading to the first sample, and only for what is left of them', async () => {
    for (const passed of [0, 150, 300]) {
      const { sampler, clock, host } = createSampler();
      const wait = vi.spyOn(clock, 'wait');
      await sampler.begin();
      await clock.advance({ ms: passed });
      await sampler.start();
      expect(host.reads).toBe(2);
      expect(wait.mock.calls).toEqual(passed < 200 ? [[200 - passed]] : []);
    }
  });

  test('reads the host once per interval, however often it is read', async () => {
    const { sampler, clock, host, published } = createSampler();
    await sampler.start();
    const readsAtStart = host.reads;
    for (let reads = 0; reads < 100; reads += 1) expect(sampler.latest).toBe(published[0]);
    await clock.advance({ seconds: 4, ms: 999 });
    expect(host.reads).toBe(readsAtStart);
    await clock.advance({ ms: 1 });
    expect(host.reads).toBe(readsAtStart + 1);
    await clock.advance({ seconds: 20 });
    expect(published).toHaveLength(6);
    expect(sampler.latest).toBe(published.at(-1));
  });

  test('keeps the last sample and says so in the log when the host cannot be read', async () => {
    const { sampler, clock, host, lines } = createSampler();
    await sampler.start();
    const before = sampler.latest;
    host.failure = new Error('gone');
    await clock.advance({ seconds: 5 });
    expect(sampler.latest).toBe(before);
    expect(lines).toEqual(['The host could not be read']);
    host.failure = undefined;
    await clock.advance({ seconds: 5 });
    expect(sampler.latest).not.toBe(before);
  });

  test('does not start a second reading while one hangs', async () => {
    const { sampler, clock, host } = createSampler();
    await sampler.start();
    const reads = host.reads;
    host.read = () => {
      host.reads += 1;
      return new Promise(() => {});
    };
    await clock.advance({ minutes: 1 });
    expect(host.reads).toBe(reads + 1);
  });

  test('leaves no timer when it stops', async () => {
    const { sampler, clock } = createSampler();
    await sampler.start();
    expect(clock.running).toBe(1);
    sampler.stop();
    expect(clock.running).toBe(0);
  });
});
