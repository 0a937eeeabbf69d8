import { describe, expect, test } from 'vitest';
import { figureNames, measureConditions } from '../../../../src/features/alerts/rules/figures.js';
import { collectHostFigures, listCountedDisks } from '../../../../src/features/alerts/rules/host-figures.js';
import { collectFigures } from '../../../../src/features/monitoring/measures.js';
import { fakeFileSystem } from '../../../support/fakes/fake-file-system.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';

const { reading } = new FakeHost();

describe('the figures that rules compare (contract 12)', () => {
  test('are those of a reading, as clients see them', () => {
    const { atMs, figures, disks } = collectHostFigures({ ...reading, cpuPercent: 12.345 }, 1000);
    expect(atMs).toBe(1000);
    expect(figures).toMatchObject({
      ...{ cpu: 12.3, ram: 25, swap: 25, disk: 25, load1: 0.25, load5: 0.13, load15: 0.06 },
      ...{ netin: 1000, netout: 200, diskread: 4096, diskwrite: 8192, uptime: 3600 },
    });
    for (const { name, measure } of measureConditions) {
      expect(figures[name]).toBe({ ...collectFigures(reading), cpuPercent: 12.3 }[measure]);
    }
    expect(Object.keys(figures)).toEqual(figureNames.filter((name) => name !== 'away'));
    expect([...disks]).toEqual([['/', 25]]);
  });

  test('of the disk are those of the fullest file system', () => {
    const fileSystems = [
      fakeFileSystem({ path: '/', totalBytes: 100, usedBytes: 25 }),
      fakeFileSystem({ path: '/var', totalBytes: 100, usedBytes: 91 }),
      fakeFileSystem({ path: '/mnt/away', totalBytes: null, usedBytes: null, stale: true }),
    ];
    const { figures, disks } = collectHostFigures({ ...reading, fileSystems }, 0);
    expect(figures.disk).toBe(91);
    expect(Object.fromEntries(disks)).toEqual({ '/': 25, '/var': 91 });
  });

  test('of the disk do not come from images, and leave no room for what is reserved', () => {
    const fileSystems = [
      fakeFileSystem({ path: '/snap/core', type: 'squashfs', readOnly: true, totalBytes: 100, usedBytes: 100 }),
      fakeFileSystem({ path: '/var', totalBytes: 100, usedBytes: 60, availableBytes: 20 }),
    ];
    const { figures, disks } = collectHostFigures({ ...reading, fileSystems }, 0);
    expect(figures.disk).toBe(75);
    expect(Object.fromEntries(disks)).toEqual({ '/snap/core': 100, '/var': 75 });
    expect(Object.fromEntries(listCountedDisks({ fileSystems }))).toEqual({ '/var': 75 });
  });

  test('are null where the system does not report them', () => {
    const unknown = { loadAverage: null, network: null, diskActivity: null, fileSystems: null };
    const { figures, disks } = collectHostFigures({ ...reading, ...unknown }, 0);
    expect(figures).toMatchObject({ load1: null, load5: null, load15: null, netin: null, diskwrite: null, disk: 25 });
    expect(disks.size).toBe(0);
    expect(collectHostFigures({ ...reading, corePercents: null }, 0).figures).toMatchObject({ load1: null });
  });
});
