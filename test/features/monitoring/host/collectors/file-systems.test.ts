import { describe, expect, test } from 'vitest';
import { collectFileSystems } from '../../../../../src/features/monitoring/host/collectors/file-systems.js';
import { FileSystems } from '../../../../../src/features/monitoring/host/file-systems/file-systems.js';
import { collectLines } from '../../../../support/machine-files.js';

const MOUNTS = `22 27 0:21 / /proc rw - proc proc rw
27 1 254:0 / / rw - ext4 /dev/vda rw
28 27 254:0 /srv /srv/export ro - ext4 /dev/vda rw
29 27 0:9 / /mnt/nas rw - nfs4 nas:/ rw
30 27 0:40 / /tmp rw - tmpfs tmpfs rw
31 27 7:1 / /snap/core/1 ro - squashfs /dev/loop1 ro
32 27 0:41 / /var/lib/docker/overlay2/x/merged rw - ext4 /dev/vdb rw
33 27 254:1 / /media/stick ro - vfat /dev/sdb1 ro
`;

describe('file systems, as node_exporter names them (contract 14)', () => {
  test('each place, with the sizes of the sample; one that does not answer has an error and no sizes', async () => {
    let hangs = false;
    const asked: string[] = [];
    const fileSystems = new FileSystems({
      monitoredPath: '/',
      system: {
        mounts: () => MOUNTS,
        isFolder: async () => true,
        sizes: (path) => {
          asked.push(path);
          const sizes = { totalBytes: 100, usedBytes: 60, availableBytes: 30, files: 10, freeFiles: 4 };
          return hangs && path === '/mnt/nas' ? new Promise(() => {}) : Promise.resolve(sizes);
        },
      },
    });
    const collect = collectFileSystems((selects) => fileSystems.mounted(selects));
    const lines = () => collectLines(collect, {});
    await fileSystems.read(Promise.resolve());
    await expect.poll(() => asked).toContain('/media/stick');
    const before = asked.length;
    const first = await lines();
    expect(asked).toHaveLength(before);
    const nas = 'device="nas:/",mountpoint="/mnt/nas",fstype="nfs4"';
    expect(first.filter((line) => line.includes(nas)).sort()).toEqual([
      `node_filesystem_avail_bytes{${nas}} 30`,
      `node_filesystem_device_error{${nas}} 0`,
      `node_filesystem_files_free{${nas}} 4`,
      `node_filesystem_files{${nas}} 10`,
      `node_filesystem_free_bytes{${nas}} 40`,
      `node_filesystem_readonly{${nas}} 0`,
      `node_filesystem_size_bytes{${nas}} 100`,
    ]);
    const places = first.flatMap((line) => /device_error\{.*mountpoint="([^"]+)"/.exec(line)?.[1] ?? []);
    expect(places).toEqual(['/', '/srv/export', '/mnt/nas', '/tmp', '/media/stick']);
    expect(first).toContain('node_filesystem_readonly{device="/dev/sdb1",mountpoint="/media/stick",fstype="vfat"} 1');
    // Read when scraped, since it is in memory.
    expect(first.some((line) => line.startsWith('node_filesystem_size_bytes{device="tmpfs",mountpoint="/tmp"'))).toBe(
      true,
    );

    hangs = true;
    // It may still answer in the first of these rounds.
    await fileSystems.read(Promise.resolve());
    expect(await lines()).toContain(`node_filesystem_device_error{${nas}} 0`);
    await fileSystems.read(Promise.resolve());
    const last = await lines();
    expect(last.filter((line) => line.includes(nas)).sort()).toEqual([
      `node_filesystem_device_error{${nas}} 1`,
      `node_filesystem_readonly{${nas}} 0`,
    ]);
    expect(last).toContain('node_filesystem_size_bytes{device="/dev/vda",mountpoint="/",fstype="ext4"} 100');
  });

  test('of overlays, the root alone, which is the disk of a container', async () => {
    const overlays = ['/', '/var/lib/other'].map((path) => ({
      path,
      type: 'overlay',
      source: 'overlay',
      readOnly: false,
    }));
    const sizes = { totalBytes: 100, usedBytes: 60, availableBytes: 30, files: 10, freeFiles: 4 };
    const collect = collectFileSystems((selects) => overlays.filter(selects).map((place) => ({ ...place, sizes })));
    const lines = await collectLines(collect, {});
    expect(lines).toContain('node_filesystem_size_bytes{device="overlay",mountpoint="/",fstype="overlay"} 100');
    expect(lines.filter((line) => line.includes('/var/lib/other'))).toEqual([]);
  });
});
