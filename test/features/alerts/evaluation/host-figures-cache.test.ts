import { expect, test } from 'vitest';
import { HostFiguresCache, neededWindows } from '../../../../src/features/alerts/evaluation/host-figures-cache.js';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';
import type { Sample } from '../../../../src/features/monitoring/sampler.js';
import { fakeFileSystem } from '../../../support/fakes/fake-file-system.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';
import { read } from '../rules/read.js';

const INTERVAL_MS = 5000;
const VAR = read('rise(disk("/var"), 1m) > 10');

function makeHost() {
  const cache = new HostFiguresCache({ rows: async function* () {} });
  let atMs = Date.parse('2026-01-01T00:00:00Z');
  const { reading } = new FakeHost();
  const host = { number: 1, name: 'servidor', intervalMs: INTERVAL_MS, cores: 4 } as const;
  const retentionDays = { [Resolution.SAMPLES]: 7, [Resolution.MINUTES]: 90, [Resolution.HOURS]: 730 };
  /** Takes the next sample, with a file system that is `percent` full. */
  return async (percent: number, texts: readonly string[]) => {
    atMs += INTERVAL_MS;
    const fileSystems = [fakeFileSystem({ path: '/var', totalBytes: 100, usedBytes: percent })];
    const newest = { ...reading, fileSystems, sampledAt: new Date(atMs).toISOString() } as unknown as Sample;
    const needs = neededWindows([VAR, ...texts.map(read)]);
    const moment = await cache.next({ ...host, source: 'OWN', retentionDays, newest }, needs, new Date(atMs));
    const [rise] = VAR.atoms;
    return rise?.kind === 'comparison' ? moment?.read(rise.quantity) : undefined;
  };
}

test('of the file systems, those are told from which the figure of the disk may come', async () => {
  const cache = new HostFiguresCache({ rows: async function* () {} });
  const now = new Date('2026-01-01T00:00:00Z');
  const image = fakeFileSystem({ path: '/snap/core', type: 'squashfs', readOnly: true, totalBytes: 9, usedBytes: 9 });
  const fileSystems = [image, fakeFileSystem({ path: '/var', totalBytes: 100, usedBytes: 95 })];
  const newest: Sample = { ...new FakeHost().reading, fileSystems, sampledAt: now.toISOString() };
  const retentionDays = { [Resolution.SAMPLES]: 7, [Resolution.MINUTES]: 90, [Resolution.HOURS]: 730 };
  const host = {
    number: 1,
    name: 'nas',
    intervalMs: INTERVAL_MS,
    cores: 4,
    source: 'OWN',
    retentionDays,
    newest,
  } as const;
  const moment = await cache.next(host, neededWindows([VAR]), now);
  expect(Object.fromEntries(moment?.disks ?? [])).toEqual({ '/var': 95 });
});

test('a window of what the history does not have goes on when rules come to look into other windows', async () => {
  const sample = makeHost();
  for (let percent = 20; percent < 40; percent += 1) await sample(percent, []);
  expect(await sample(40, ['avg(cpu, 10m) > 90'])).toBe(11);
  expect(await sample(41, ['avg(cpu, 10m) > 90', 'max(disk("/home"), 5m) > 90'])).toBe(11);
  expect(await sample(42, [])).toBe(11);
});
