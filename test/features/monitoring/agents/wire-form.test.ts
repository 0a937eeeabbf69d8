import { describe, expect, test } from 'vitest';
import { decodeMinute, encodeMinute } from '../../../../src/features/monitoring/agents/protocol/minute-data.js';
import { readAgentMessage } from '../../../../src/features/monitoring/agents/protocol/read-message.js';
import { SampleReader } from '../../../../src/features/monitoring/agents/protocol/sample-reader.js';
import { SampleWriter } from '../../../../src/features/monitoring/agents/protocol/sample-writer.js';
import type { SampleMessage } from '../../../../src/features/monitoring/agents/protocol/schemas.js';
import { decodeColumns } from '../../../../src/features/monitoring/history/chunk-codec.js';
import { createStoredSample } from '../../../../src/features/monitoring/history/stored-sample.js';
import { kernelMeasures } from '../../../../src/features/monitoring/kernel-measures.js';
import { collectFigures } from '../../../../src/features/monitoring/measures.js';
import type { OwnSample } from '../../../../src/features/monitoring/sampler.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';

/**
 * An agent of version 0.1.0 sent these bytes as its first and second message and as its minute; never regenerate them.
 */
const FIRST =
  '{"sample":[1767323045678,2,9,12884901888,1073741824,26843545600,0.5,0.25,0.13,1000,200,4096,8192,54.4,3600],' +
  '"cores":[8,10],"parts":{"ramTotalBytes":17179869184,"swapTotalBytes":4294967296,"diskTotalBytes":107374182400,' +
  '"fileSystems":[{"path":"/","type":"ext4","totalBytes":107374182400,"stale":false}],' +
  '"limits":{"memoryLimitBytes":2147483648,"memoryUsedBytes":1048576,"processors":1.5},"stale":["disk"]},' +
  '"used":[0,26843545600]}';
const SECOND =
  '{"sample":[1767323050678,2,9,12884901888,1073741824,26843545600,null,null,null,null,null,4096,8192,null,3600]}';
const MINUTE = 'AQ4B3li2AfYD9gNm9gPSD5IDgkCCgAGWM/YDNBw=';
const MINUTE_MS = Date.parse('2026-01-02T03:04:00.000Z');

/** Samples that the messages encode. */
const first: OwnSample = {
  ...new FakeHost().reading,
  limits: { memoryLimitBytes: 2 ** 31, memoryUsedBytes: 2 ** 20, processors: 1.5 },
  stale: ['disk'],
  sampledAt: '2026-01-02T03:04:05.678Z',
};
const second: OwnSample = {
  ...first,
  ...{ cpuTemperatureCelsius: null, network: null, loadAverage: null, corePercents: null },
  sampledAt: '2026-01-02T03:04:10.678Z',
};

/** The values of measures that the agent does not know, as a hub reads them. */
const unknown = { kernelFigures: Object.fromEntries(kernelMeasures.map(({ name }) => [name, null])) };
/** Decimals that reach the hub after rounding. */
const sentLoad = { loadAverage: [0.5, 0.25, 0.13], cpuTemperatureCelsius: 54.4 };

describe('agents and hubs of different versions', () => {
  test('an older agent is understood: what it does not send is null', () => {
    const reader = new SampleReader();
    const read = (text: string) => reader.read(readAgentMessage(text) as SampleMessage).sample;
    expect(read(FIRST)).toEqual({ ...first, ...sentLoad, ...unknown });
    expect(read(SECOND)).toEqual({ ...second, ...unknown });
  });

  test('an older hub gets the message that it knows, and further figures, which it ignores, at the end', () => {
    const writer = new SampleWriter();
    const write = (sample: OwnSample) => writer.write(sample, Date.parse(sample.sampledAt) + 2);
    for (const [sample, recorded] of [
      [first, FIRST],
      [second, SECOND],
    ] as const) {
      const written = write(sample);
      const figures: readonly unknown[] = written.sample;
      expect(JSON.stringify({ ...written, sample: figures.slice(0, 15) })).toBe(recorded);
      expect(figures.slice(16)).toEqual(kernelMeasures.map(({ name }) => collectFigures(sample)[name]));
      // An older hub accepts at most this many values.
      expect(figures.length).toBeLessThanOrEqual(64);
    }
  });

  test('minutes have the columns that they had, and further ones at the end', () => {
    const columnsIn = (data: string) => decodeColumns(Buffer.from(data, 'base64'));
    const written = columnsIn(encodeMinute(MINUTE_MS, [createStoredSample(first)]));
    expect(written.slice(0, 14)).toEqual(columnsIn(MINUTE));
    const [read] = decodeMinute(MINUTE_MS, MINUTE);
    expect(read).toEqual(createStoredSample({ ...first, kernelFigures: {} }));
  });

  test('a figure of a further measure has its own place, and is refused outside of its bounds', () => {
    expect(kernelMeasures.map(({ sentAt }) => sentAt)).toEqual(kernelMeasures.map((_, index) => 16 + index));
    for (const { name, sentAt } of kernelMeasures) {
      const message = JSON.parse(FIRST) as { sample: unknown[] };
      message.sample[sentAt] = -1e9;
      for (let at = 15; at < sentAt; at += 1) message.sample[at] = null;
      expect(() => readAgentMessage(JSON.stringify(message))).toThrow(`sample.${name}: at least`);
    }
  });
});
