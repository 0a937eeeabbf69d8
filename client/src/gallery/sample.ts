import { type FieldMeasure, fieldMeasures } from '../../../src/features/monitoring/measures';
import type { Sample } from '../features/monitoring/live/sample-fields';

/** Default value for every measure not set below. */
const figures = Object.fromEntries(fieldMeasures.map((name) => [name, 20])) as Readonly<Record<FieldMeasure, number>>;

/** A sample from a busy machine, with extreme values and a file system that does not respond. */
export const sample: Sample = {
  ...figures,
  sampledAt: '2026-11-21T12:00:00.000Z',
  cpuPercent: 37.4,
  corePercents: [12, 100, 0, 37.4],
  cpuTemperatureCelsius: 61.5,
  loadAverage: { one: 1.2, five: 0.8, fifteen: 0.45 },
  ramPercent: 100,
  ramUsed: 15.6,
  ramTotal: 15.6,
  ramUsedBytes: 16_750_372_454,
  memoryUsed: 0,
  memoryTotal: 931.51,
  swapPercent: 12.5,
  swapUsed: 1,
  swapTotal: 8,
  diskPercent: 0,
  diskUsedBytes: 0,
  diskRead: 4096,
  diskWritten: 1_500_000,
  networkReceived: 120,
  networkSent: null,
  uptimeSeconds: 277_000,
  fileSystems: [
    { path: '/', type: 'ext4', total: 931.51, used: 0, usedPercent: 0, readOnly: false, stale: false },
    {
      path: '/mnt/a very long path to a network drive',
      type: 'nfs4',
      total: 100,
      used: 96,
      usedPercent: 96,
      readOnly: false,
      stale: true,
    },
    { path: '/mnt/silent', type: 'cifs', total: null, used: null, usedPercent: null, readOnly: false, stale: true },
    { path: '/snap/core', type: 'squashfs', total: 0.06, used: 0.06, usedPercent: 100, readOnly: true, stale: false },
  ],
  limits: { memoryLimit: 2, memoryUsed: 1.5, processors: 1.5 },
};
