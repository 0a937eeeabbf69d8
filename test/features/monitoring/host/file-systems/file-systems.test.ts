import { describe, expect, test } from 'vitest';
import { usedPercentOf } from '../../../../../src/features/monitoring/disk-usage.js';
import {
  faultOfPath,
  usualPath,
} from '../../../../../src/features/monitoring/host/file-systems/check-monitored-path.js';
import {
  FileSystems,
  type FileSystemsSystem,
} from '../../../../../src/features/monitoring/host/file-systems/file-systems.js';
import { findMount, isRemote, parseMounts } from '../../../../../src/features/monitoring/host/file-systems/mounts.js';

const MOUNTS = `21 26 0:20 / /proc rw - proc proc rw
26 1 254:0 / / rw,relatime - ext4 /dev/vda rw
28 26 0:22 / /dev/shm rw - tmpfs tmpfs rw
30 26 8:17 / /mnt/my\\040disk rw - xfs /dev/sdb1 rw
31 26 8:17 /here /var/lib/bound/here rw - xfs /dev/sdb1 rw
32 26 7:3 / /snap/core/1 ro - squashfs /dev/loop3 ro
33 26 0:40 / /mnt/nas rw shared:9 - nfs4 nas:/export rw
34 26 0:41 / /var/lib/docker/overlay2/x/merged rw - overlay overlay rw
35 26 0:42 / /home rw - zfs tank/home rw
36 26 0:43 / /net rw - autofs /etc/auto.net rw
`;

const LISTED_SIZES = { totalBytes: 100, usedBytes: 40, availableBytes: 50 };
const SIZES = { ...LISTED_SIZES, files: 10, freeFiles: 4 };

function pathsIn(text: string): (string | undefined)[] {
  return parseMounts(text).map(({ places }) => places[0]?.path);
}

const readOnlyIn = (text: string) => parseMounts(text).map(({ isReadOnly }) => isReadOnly);

describe('the list of mounts', () => {
  test('keeps what holds data, each once, with its path as it is', () => {
    expect(pathsIn(MOUNTS)).toEqual(['/', '/home', '/mnt/my disk', '/mnt/nas', '/snap/core/1']);
  });

  test('has the root of a container, whatever it is', () => {
    expect(parseMounts('40 2 0:50 / / rw - overlay overlay rw,upperdir=/x\n')).toEqual([
      { device: '0:50', type: 'overlay', isReadOnly: false, places: [{ path: '/', mayBeFile: false }] },
    ]);
  });

  test('tells what is read-only: the file system itself, not the mount of a disk in a container; and images', () => {
    expect(readOnlyIn(MOUNTS)).toEqual([false, false, false, false, true]);
    expect(readOnlyIn('1 0 0:30 / / ro,relatime - overlay composefs ro,lowerdir=/x\n')).toEqual([true]);
    expect(
      readOnlyIn('1 0 0:30 / / ro - overlay overlay rw,upperdir=/x\n2 1 8:1 / /host ro - ext4 /dev/sda1 rw'),
    ).toEqual([false, false]);
    expect(readOnlyIn('1 0 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:9 / /snap/a rw - fuse.snapfuse snapfuse rw')).toEqual([
      false,
      true,
    ]);
  });

  test('tells apart what has the same name for its source, and joins what the kernel says is one', () => {
    const fuse =
      '1 0 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:9 / /a rw - fuse.s3fs s3fs rw\n3 1 0:10 / /b rw - fuse.s3fs s3fs rw';
    expect(pathsIn(fuse)).toEqual(['/', '/a', '/b']);
    const subvolumes = '1 0 0:30 /@ / rw - btrfs /dev/sda2 rw\n2 1 0:30 /@home /home rw - btrfs /dev/sda2 rw';
    expect(pathsIn(subvolumes)).toEqual(['/']);
  });

  test('leaves out what another mount hides, at its place or above it', () => {
    const root = '1 0 8:1 / / rw - ext4 /dev/sda1 rw';
    const over = `${root}\n2 1 8:2 / /mnt rw - xfs /dev/sda2 rw\n3 2 8:3 / /mnt rw - xfs /dev/sda3 rw`;
    expect(parseMounts(over)).toHaveLength(2);
    const above = `${root}\n2 1 8:2 / /mnt/a rw - xfs /dev/sda2 rw\n3 1 0:8 / /mnt rw - tmpfs tmpfs rw`;
    expect(pathsIn(above)).toEqual(['/']);
    const below = `${root}\n2 1 0:8 / /mnt rw - autofs systemd-1 rw\n3 2 8:2 / /mnt rw - vfat /dev/sda2 rw`;
    expect(pathsIn(below)).toEqual(['/', '/mnt']);
  });

  test('tells what a path is on', () => {
    expect(findMount('/mnt/nas/photos', MOUNTS)?.type).toBe('nfs4');
    expect(findMount('/mnt/nas2', MOUNTS)?.path).toBe('/');
    expect(isRemote('nfs4')).toBe(true);
    expect(isRemote('ext4')).toBe(false);
  });
});

/** Reads file systems once; `system` replaces calls, which otherwise all succeed. */
async function listed(system: Partial<FileSystemsSystem>) {
  const all = { mounts: () => MOUNTS, sizes: async () => SIZES, isFolder: async () => true, ...system };
  const { fileSystems } = await new FileSystems({ monitoredPath: '/', system: all }).read(new Promise(() => {}));
  return fileSystems;
}

describe('what is listed', () => {
  const CONTAINER = `1 0 0:30 / / rw - overlay overlay rw
2 1 254:0 /docker/x/hosts /etc/hosts rw - ext4 /dev/vda rw
3 1 254:0 /docker/x/resolv.conf /etc/resolv.conf rw - ext4 /dev/vda rw
`;
  const isFolder = async (path: string) => !path.startsWith('/etc/');

  test('are no files that are mounted into a container', async () => {
    expect(await listed({ mounts: () => CONTAINER, isFolder })).toMatchObject([{ path: '/' }]);
  });

  test('is a folder of a disk, even if its path is longer than that of a file', async () => {
    const mounts = () => `${CONTAINER}4 1 254:0 /volumes/y /var/lib/database rw - ext4 /dev/vda rw\n`;
    expect(await listed({ mounts, isFolder })).toMatchObject([
      { path: '/' },
      { path: '/var/lib/database', ...LISTED_SIZES },
    ]);
  });

  test('are the fullest of very many, and read-only ones only where there is room', async () => {
    const many = Array.from({ length: 200 }, (_, n) => {
      const options = n < 100 ? 'ro' : 'rw';
      return `${n + 2} 1 8:${n} / /mnt/${n + 100} rw - ext4 /dev/sd${n} ${options}`;
    });
    const mounts = () => ['1 0 9:1 / / rw - ext4 /dev/vda rw', ...many].join('\n');
    const sizes = async (path: string) => ({ ...SIZES, usedBytes: path === '/mnt/299' ? 99 : 1 });
    const fileSystems = await listed({ mounts, sizes });
    expect(fileSystems).toHaveLength(128);
    expect(fileSystems.filter(({ readOnly }) => !readOnly)).toHaveLength(101);
    expect(fileSystems.at(-1)).toMatchObject({ path: '/mnt/299', usedBytes: 99 });
  });

  test('has blocks, and may be seen by this process', async () => {
    const sizes = async (path: string) => {
      if (path === '/home') throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return path === '/mnt/nas' ? { ...SIZES, totalBytes: 0, usedBytes: 0, availableBytes: 0 } : SIZES;
    };
    expect((await listed({ sizes })).map(({ path }) => path)).toEqual(['/', '/mnt/my disk', '/snap/core/1']);
  });
});

describe('the path that stands for a machine', () => {
  const IMAGE = '1 0 0:30 / / ro - overlay composefs ro\n';

  test('is the root, or /var where the root is an image', () => {
    expect(usualPath(MOUNTS)).toBe('/');
    expect(usualPath(`${IMAGE}2 1 8:2 /var /var rw - xfs /dev/sda4 rw\n`)).toBe('/var');
    expect(usualPath(IMAGE)).toBe('/');
  });

  test('is refused with a reason if it does not exist', async () => {
    expect(await faultOfPath('/')).toBeUndefined();
    expect(await faultOfPath('/nowhere')).toContain('ENOENT');
  });
});

describe('usage', () => {
  test('is as df rounds it: up, with one decimal place here, and of what users may use', () => {
    const of = (usedBytes: number, availableBytes: number) => usedPercentOf({ usedBytes, availableBytes });
    expect([of(7, 93), of(70_001, 929_999), of(1, 99_999), of(5, 0), of(0, 0)]).toEqual([7, 7.1, 0.1, 100, 0]);
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
        isFolder: async () => true,
        sizes: (path) => {
          reads.push(path);
          return hangs.has(path) ? new Promise((resolve) => hanging.set(path, resolve)) : Promise.resolve(SIZES);
        },
      },
    });
    /** Reads with enough time for calls that complete immediately. */
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
        ['/snap/core/1', false],
      ]);
      expect(fileSystems[3]).toMatchObject(LISTED_SIZES);
    }
    expect(reads.filter((path) => path === '/mnt/nas')).toHaveLength(2);
  });

  test('are there again when they answer', async () => {
    const { read, hangs, hanging } = createFileSystems();
    hangs.add('/mnt/nas');
    const before = await read();
    expect(before.fileSystems[3]).toEqual({
      ...{ path: '/mnt/nas', type: 'nfs4', readOnly: false, stale: true },
      ...{ totalBytes: null, usedBytes: null, availableBytes: null },
    });
    hangs.clear();
    hanging.get('/mnt/nas')?.(SIZES);
    await read();
    expect((await read()).fileSystems[3]).toMatchObject({ ...LISTED_SIZES, stale: false });
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
      system: { mounts: () => MOUNTS, isFolder: async () => true, sizes: () => Promise.reject(new Error('ENOENT')) },
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
      system: { mounts: () => text, isFolder: async () => true, sizes: async () => SIZES },
    });
    const never = new Promise<void>(() => {});
    expect((await fileSystems.read(never)).fileSystems).toHaveLength(5);
    text = '26 1 254:0 / / rw - ext4 /dev/vda rw\n';
    expect((await fileSystems.read(never)).fileSystems).toHaveLength(1);
  });
});
