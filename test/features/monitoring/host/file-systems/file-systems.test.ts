import { describe, expect, test } from 'vitest';
import { FileSystems } from '../../../../../src/features/monitoring/host/file-systems/file-systems.js';
import { isRemote, mountOf, parseMounts } from '../../../../../src/features/monitoring/host/file-systems/mounts.js';

const MOUNTS = `proc /proc proc rw 0 0
/dev/vda / ext4 rw 0 0
tmpfs /dev/shm tmpfs rw 0 0
/dev/sdb1 /mnt/my\\040disk xfs rw 0 0
/dev/sdb1 /var/lib/bound/here xfs rw 0 0
/dev/loop3 /snap/core/1 squashfs ro 0 0
nas:/export /mnt/nas nfs4 rw 0 0
overlay /var/lib/docker/overlay2/x/merged overlay rw 0 0
tank/home /home zfs rw 0 0
`;

const SIZES = { totalBytes: 100, usedBytes: 40 };

describe('the list of mounts', () => {
  test('keeps what holds data, each once, with its path as it is', () => {
    expect(parseMounts(MOUNTS).map(({ path }) => path)).toEqual(['/', '/home', '/mnt/my disk', '/mnt/nas']);
  });

  test('has the root of a container, whatever it is', () => {
    expect(parseMounts('overlay / overlay rw 0 0\n')).toEqual([{ device: 'overlay', path: '/', type: 'overlay' }]);
  });

  test('ends after thirty-two', () => {
    const many = Array.from({ length: 40 }, (_, n) => `/dev/sd${n} /mnt/${n} ext4 rw 0 0`).join('\n');
    expect(parseMounts(many)).toHaveLength(32);
  });

  test('tells what a path is on', () => {
    expect(mountOf('/mnt/nas/photos', MOUNTS)?.type).toBe('nfs4');
    expect(mountOf('/mnt/nas2', MOUNTS)?.path).toBe('/');
    expect(isRemote('nfs4')).toBe(true);
    expect(isRemote('ext4')).toBe(false);
  });
});

describe('file systems that hang', () => {
  function createFileSystems(monitoredPath = '/') {
    const reads: string[] = [];
    const hanging = new Map<string, (sizes: typeof SIZES) => void>();
    const hangs = new Set<string>();
    const fileSystems = new FileSystems({
      monitoredPath,
      system: {
        mounts: () => MOUNTS,
        sizes: (path) => {
          reads.push(path);
          return hangs.has(path) ? new Promise((resolve) => hanging.set(path, resolve)) : Promise.resolve(SIZES);
        },
      },
    });
    /** Long enough for reads that complete immediately. */
    const read = () => fileSystems.read(new Promise((resolve) => setTimeout(resolve, 20)));
    return { fileSystems, reads, hanging, hangs, read };
  }

  test('do not delay the others, and are read once while they hang', async () => {
    const { read, reads, hangs } = createFileSystems();
    await read();
    hangs.add('/mnt/nas');
    for (let reading = 0; reading < 5; reading += 1) {
      const { disk, fileSystems } = await read();
      expect(disk).toEqual({ ...SIZES, stale: false });
      expect(fileSystems.map(({ path, stale }) => [path, stale])).toEqual([
        ['/', false],
        ['/home', false],
        ['/mnt/my disk', false],
        ['/mnt/nas', true],
      ]);
      expect(fileSystems.at(-1)).toMatchObject(SIZES);
    }
    expect(reads.filter((path) => path === '/mnt/nas')).toHaveLength(2);
  });

  test('are there again when they answer', async () => {
    const { read, hangs, hanging } = createFileSystems();
    hangs.add('/mnt/nas');
    const before = await read();
    expect(before.fileSystems.at(-1)).toEqual({
      path: '/mnt/nas',
      type: 'nfs4',
      totalBytes: null,
      usedBytes: null,
      stale: true,
    });
    hangs.clear();
    hanging.get('/mnt/nas')?.(SIZES);
    await read();
    expect((await read()).fileSystems.at(-1)).toMatchObject({ ...SIZES, stale: false });
  });

  test('hold at most one thread for local and one for remote ones', async () => {
    const { read, reads, hangs } = createFileSystems();
    for (const path of ['/', '/home', '/mnt/my disk', '/mnt/nas']) hangs.add(path);
    for (let reading = 0; reading < 3; reading += 1) await read().catch(() => {});
    expect(reads).toEqual(['/', '/mnt/nas']);
  });

  test('a monitored path that never answered is named, as is one that is not there', async () => {
    const { read, hangs } = createFileSystems('/mnt/nas/photos');
    hangs.add('/mnt/nas/photos');
    await expect(read()).rejects.toThrow('/mnt/nas/photos did not answer in time');
    const gone = new FileSystems({
      monitoredPath: '/',
      system: { mounts: () => MOUNTS, sizes: () => Promise.reject(new Error('ENOENT')) },
    });
    await expect(gone.read(new Promise(() => {}))).rejects.toThrow('ENOENT');
  });

  test('a monitored path that hangs later keeps its last figures', async () => {
    const { read, hangs } = createFileSystems();
    await read();
    hangs.add('/');
    expect((await read()).disk).toEqual({ ...SIZES, stale: true });
  });

  test('what is no longer mounted is no longer listed', async () => {
    let text = MOUNTS;
    const fileSystems = new FileSystems({
      monitoredPath: '/',
      system: { mounts: () => text, sizes: async () => SIZES },
    });
    const never = new Promise<void>(() => {});
    expect((await fileSystems.read(never)).fileSystems).toHaveLength(4);
    text = '/dev/vda / ext4 rw 0 0\n';
    expect((await fileSystems.read(never)).fileSystems).toHaveLength(1);
  });
});
