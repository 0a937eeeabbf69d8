import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { cpus } from 'node:os';
import { describe, expect, test } from 'vitest';
import { fileSystemPercent } from '../../../../src/features/monitoring/disk-usage.js';
import { FileSystems } from '../../../../src/features/monitoring/host/file-systems/file-systems.js';
import { LinuxHost } from '../../../../src/features/monitoring/host/linux-host.js';
import { busyPercent, parseCpuTimes } from '../../../../src/features/monitoring/host/proc-files.js';

describe.runIf(process.platform === 'linux')('the real host (contract 4)', () => {
  test.runIf(existsSync('/usr/bin/free'))('has the memory that free says', async () => {
    const reading = await new LinuxHost('/').read();
    const [total, available] = freeBytes();
    expect(reading.ramTotalBytes).toBe(total);
    expect(Math.abs(reading.ramAvailableBytes - available)).toBeLessThan(0.05 * total);
  });

  test('has the disk that df says', async () => {
    const reading = await new LinuxHost('/').read();
    const [total = 0, used = 0] =
      execFileSync('df', ['-B1', '--output=size,used', '/'], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .at(-1)
        ?.trim()
        .split(/\s+/)
        .map(Number) ?? [];
    expect(reading.diskTotalBytes).toBe(total);
    expect(Math.abs(reading.diskUsedBytes - used)).toBeLessThan(0.01 * total);
  });

  test('is as full as df says, in each of its file systems', async () => {
    const { fileSystems } = await new LinuxHost('/').read();
    for (const fileSystem of fileSystems ?? []) {
      const line = execFileSync('df', ['-P', fileSystem.path], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
      const percent = Number(/ (\d+)% /.exec(line)?.[1]);
      // Other programs may write in between.
      expect(Math.abs(Math.ceil(fileSystemPercent(fileSystem) ?? -9) - percent)).toBeLessThanOrEqual(1);
    }
  });

  test('is seen busy while this process is, and the whole time has been counted', async () => {
    const host = new LinuxHost('/');
    await host.read();
    const before = parseCpuTimes(readFileSync('/proc/stat', 'utf8')).all;
    const until = performance.now() + 400;
    while (performance.now() < until) Math.sqrt(until);
    const { cpuPercent, corePercents } = await host.read();
    const after = parseCpuTimes(readFileSync('/proc/stat', 'utf8')).all;
    expect(cpuPercent).toBeGreaterThan(0);
    expect(Math.abs(cpuPercent - busyPercent(before, after))).toBeLessThan(20);
    expect(corePercents).toHaveLength(cpus().length);
    expect(Math.max(...(corePercents ?? []))).toBeGreaterThan(0);
  });

  test('has the file systems that df shows as disks, and the traffic of its cards and disks', async () => {
    const host = new LinuxHost('/');
    await host.read();
    const { fileSystems, network, diskActivity, uptimeSeconds, loadAverage, stale } = await host.read();
    const root = fileSystems?.find(({ path }) => path === '/');
    expect(root).toMatchObject({ stale: false, totalBytes: expect.any(Number), usedBytes: expect.any(Number) });
    expect(network?.received).toBeGreaterThanOrEqual(0);
    expect(diskActivity?.written).toBeGreaterThanOrEqual(0);
    expect(Math.abs(uptimeSeconds - Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]))).toBeLessThan(5);
    expect(loadAverage).toHaveLength(3);
    expect(stale).toEqual([]);
  });

  test('a sensor that hangs delays no reading: its last temperature stands, marked stale', async () => {
    let answer: Promise<number | null> = Promise.resolve(54.3);
    const host = new LinuxHost('/', { temperature: { read: () => answer }, deadlineMs: 50 });
    expect(await host.read()).toMatchObject({ cpuTemperatureCelsius: 54.3, stale: [] });
    answer = new Promise(() => {});
    expect(await host.read()).toMatchObject({ cpuTemperatureCelsius: 54.3, stale: ['temperature'] });
  });

  test('a host without a sensor has no temperature, which is not stale', async () => {
    const host = new LinuxHost('/', { temperature: { read: async () => null } });
    expect(await host.read()).toMatchObject({ cpuTemperatureCelsius: null, stale: [] });
  });

  test('counts what it sends over the network by the card, not by the loop inside the machine', async () => {
    const host = new LinuxHost('/');
    await host.read();
    const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(Buffer.alloc(32 * 1024 * 1024));
    await once(socket, 'close');
    server.close();
    const { network } = await host.read();
    expect(network?.sent).toBeLessThan(16 * 1024 * 1024);
  });

  test('a file system that hangs delays no reading: its last figures stand, marked stale', async () => {
    const sizes = { totalBytes: 10, usedBytes: 5, availableBytes: 5, files: 10, freeFiles: 5 };
    let hangs = false;
    const fileSystems = new FileSystems({
      monitoredPath: '/',
      system: {
        mounts: () => '1 0 254:0 / / rw - ext4 /dev/vda rw\n2 1 0:9 / /mnt/nas rw - nfs4 nas:/ rw\n',
        isFolder: async () => true,
        sizes: (path) => (hangs && path === '/mnt/nas' ? new Promise(() => {}) : Promise.resolve(sizes)),
      },
    });
    const host = new LinuxHost('/', { fileSystems, deadlineMs: 50 });
    expect((await host.read()).stale).toEqual([]);
    hangs = true;
    const reading = await host.read();
    expect(reading).toMatchObject({ diskUsedBytes: 5, stale: ['fileSystems'] });
    expect(reading.fileSystems?.map(({ path, stale }) => [path, stale])).toEqual([
      ['/', false],
      ['/mnt/nas', true],
    ]);
  });
});

function freeBytes(): [number, number] {
  const line = execFileSync('free', ['-b'], { encoding: 'utf8' }).split('\n')[1] ?? '';
  const columns = line.trim().split(/\s+/).map(Number);
  return [columns[1] ?? 0, columns[6] ?? 0];
}
