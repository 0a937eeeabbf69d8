import { describe, expect, test } from 'vitest';
import { ProcessRecorder } from '../../../../../src/features/monitoring/host/processes/process-recorder.js';
import type { SpanOfProcesses } from '../../../../../src/features/monitoring/host/processes/process-times.js';
import type { Sample } from '../../../../../src/features/monitoring/sampler.js';
import { FakeHost } from '../../../../support/fakes/fake-host.js';

const PROCESSES = [{ name: 'node', cpuPercent: 61, ramBytes: 4096 }];

function setUp() {
  const added: string[] = [];
  const logged: string[] = [];
  const state = {
    lengthMs: 60_000,
    reads: 0,
    failure: undefined as Error | undefined,
  };
  const recorder = new ProcessRecorder({
    times: {
      next: async (): Promise<SpanOfProcesses> => {
        state.reads += 1;
        return { lengthMs: state.lengthMs, processes: PROCESSES };
      },
    },
    add: async ({ startMs }: { startMs: number }) => {
      if (state.failure) throw state.failure;
      added.push(new Date(startMs).toISOString().slice(11, 19));
    },
    logger: { log: (level, text) => void logged.push(`${level}: ${text}`) },
  });
  const note = async (time: string) => {
    recorder.note({ ...new FakeHost().reading, sampledAt: `2026-01-02T${time}Z` } satisfies Sample);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { added, logged, state, note, recorder };
}

describe('the processes of a minute are remembered', () => {
  test('once, when the first sample of the next one comes', async () => {
    const { added, note, state } = setUp();
    for (const time of ['03:04:05', '03:04:55', '03:05:00', '03:05:05', '03:05:55', '03:06:02']) await note(time);
    expect(added).toEqual(['03:03:00', '03:04:00', '03:05:00']);
    expect(state.reads).toBe(3);
  });

  test.each([
    [9_999, 0],
    [10_000, 1],
    [120_000, 1],
    [120_001, 0],
  ])('from ten seconds to two minutes of measuring: %s ms', async (lengthMs, rows) => {
    const { added, note, state } = setUp();
    state.lengthMs = lengthMs;
    await note('03:04:05');
    expect(added).toHaveLength(rows);
  });

  test('unless they cannot be written, which is said once and ends nothing', async () => {
    const { added, note, state, logged } = setUp();
    state.failure = new Error('full');
    await note('03:04:05');
    await note('03:05:05');
    expect(logged).toEqual(['warn: The processes of a minute cannot be written']);
    state.failure = undefined;
    await note('03:06:05');
    expect(added).toEqual(['03:05:00']);
    expect(logged.slice(1)).toEqual(['info: The processes of each minute are being written again']);
  });

  test('before the service ends', async () => {
    const { added, recorder } = setUp();
    recorder.note({ ...new FakeHost().reading, sampledAt: '2026-01-02T03:04:05Z' });
    await recorder.finish();
    expect(added).toHaveLength(1);
  });
});
