import { expect, test } from 'vitest';
import { collectFigures } from '../../../src/features/monitoring/measures.js';
import { parseSample } from '../../../src/features/monitoring/parse-sample.js';
import { fakeFileSystem } from '../../support/fakes/fake-file-system.js';
import { FakeHost } from '../../support/fakes/fake-host.js';

const SAMPLE = {
  ...new FakeHost().reading,
  diskTotalBytes: 100,
  diskUsedBytes: 60,
  diskAvailableBytes: 20,
  fileSystems: [
    fakeFileSystem({ totalBytes: 100, usedBytes: 60, availableBytes: 20 }),
    fakeFileSystem({ path: '/snap/core', type: 'squashfs', readOnly: true }),
  ],
  sampledAt: '2026-11-22T12:00:00.000Z',
};

test('a stored sample is as it was, and one of an earlier version has all free space available', () => {
  expect(parseSample(JSON.stringify(SAMPLE))).toEqual(SAMPLE);
  const isNew = new Set(['diskAvailableBytes', 'availableBytes', 'readOnly', 'kernelFigures']);
  const earlier = JSON.stringify(SAMPLE, (key, value) => (isNew.has(key) ? undefined : value));
  const parsed = parseSample(earlier);
  const { diskAvailableBytes, fileSystems } = parsed;
  expect(collectFigures(parsed)).toMatchObject({ diskPercent: 60, memoryPressurePercent: null });
  expect(diskAvailableBytes).toBe(40);
  expect(fileSystems?.map(({ availableBytes, readOnly }) => [availableBytes, readOnly])).toEqual([
    [40, false],
    [50 * 1024 ** 3, true],
  ]);
});
