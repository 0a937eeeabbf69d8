/** A file system that holds data. */
export interface Mount {
  /** The kernel's number for the file system. */
  readonly device: string;
  readonly type: string;
  /** Whether nothing on this machine can write to it. */
  readonly isReadOnly: boolean;
  /** The places where it, or a part of it, is mounted; the shortest path first. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly path: string;
  /** Whether a single file may be mounted there, like `/etc/hosts` in a container. */
  readonly mayBeFile: boolean;
}

/** Types whose data is remote. Calls hang when the other machine or program is gone. */
const REMOTE =
  /^(nfs\d?|cifs|smb3|smbfs|9p|afs|ceph|beegfs(_nodev)?|glusterfs|lustre|orangefs|ncpfs|fuse\..+|fuse|davfs|virtiofs|vboxsf)$/;

/** Types that have their own data but no device file. */
const WITHOUT_DEVICE = /^(zfs|bcachefs|ubifs|jffs2|yaffs2)$/;

/** Types of images, which are always full. Those that run as a program may be mounted as if they were writable. */
const IMAGES =
  /^(squashfs|iso9660|udf|erofs|cramfs|romfs|composefs|fuse\.(snapfuse|squashfuse(_ll)?|erofsfuse|dwarfs|fuseiso))$/;

/** Whether a call to a file system of this type may have to wait for another machine or program. */
export function isRemote(type: string): boolean {
  return REMOTE.test(type);
}

export function isImage(type: string): boolean {
  return IMAGES.test(type);
}

/** A line of `/proc/self/mountinfo`. */
export interface MountLine {
  readonly id: string;
  readonly parent: string;
  /** The kernel's number for the file system, shared by all of its mounts. */
  readonly device: string;
  /** The part of the file system that is mounted. */
  readonly root: string;
  readonly path: string;
  readonly type: string;
  readonly source: string;
  /**
   * Whether the file system itself is read-only. A single mount can also be read-only, for example that of a disk in a
   * container.
   */
  readonly isReadOnly: boolean;
}

/**
 * Parses `/proc/self/mountinfo` into the file systems that hold data, listing each one once. Always includes the root.
 */
export function parseMounts(text: string): Mount[] {
  const lines = parseLines(text);
  const isHidden = hiddenAmong(lines);
  const byDevice = Map.groupBy(
    lines.filter((line) => holdsData(line) && !isHidden(line)),
    ({ device }) => device,
  );
  return [...byDevice.values()].map(mountOfLines).sort((a, b) => (matchPath(a) < matchPath(b) ? -1 : 1));
}

/** Parses `/proc/self/mountinfo` into everything that is mounted and can be reached, each place for itself. */
export function parseMountPoints(text: string): MountLine[] {
  const lines = parseLines(text);
  const isHidden = hiddenAmong(lines);
  return lines.filter((line) => !isHidden(line));
}

function parseLines(text: string): MountLine[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [id = '', parent = '', device = '', root = '', path = ''] = before.split(' ').map(unescapeOctal);
    const [type = '', source = '', options = ''] = after.split(' ').map(unescapeOctal);
    const isReadOnly = options.split(',').includes('ro') || isImage(type);
    return path === '' ? [] : [{ id, parent, device, root, path, type, source, isReadOnly }];
  });
}

function mountOfLines(lines: readonly MountLine[]): Mount {
  const sorted = lines.toSorted((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return {
    device: sorted[0]?.device ?? '',
    type: sorted[0]?.type ?? '',
    isReadOnly: sorted.every((line) => line.isReadOnly),
    places: sorted.map(({ path, root }) => ({ path, mayBeFile: root !== '/' && path !== '/' })),
  };
}

function matchPath({ places }: Mount): string {
  return places[0]?.path ?? '';
}

/** Whether a mount is of a file system that holds data of its own. */
export function holdsData({ path, type, source }: Pick<MountLine, 'path' | 'type' | 'source'>): boolean {
  if (path === '/') return true;
  // An overlay that is not the root belongs to a container, and its data is on a disk that is listed anyway.
  if (type === 'overlay' || type === 'autofs') return false;
  if (/^\/(proc|sys|dev|run\/user)(\/|$)/.test(path)) return false;
  return source.startsWith('/') || isRemote(type) || isImage(type) || WITHOUT_DEVICE.test(type);
}

/**
 * Returns a function that tells whether a mount cannot be reached because another is mounted over it or over a folder
 * above it.
 */
function hiddenAmong(lines: readonly MountLine[]): (line: MountLine) => boolean {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const byPath = Map.groupBy(lines, ({ path }) => path);
  /** Returns the ids of the mounts from a mount up to the root, including its own. */
  const chainOf = (line: MountLine) => {
    const chain = new Set<string>();
    for (let at: MountLine | undefined = line; at && !chain.has(at.id); at = byId.get(at.parent)) chain.add(at.id);
    return chain;
  };
  return (line) => {
    const chain = chainOf(line);
    const covers = (other: MountLine) =>
      !chain.has(other.id) && (other.path !== line.path || chainOf(other).has(line.id));
    return pathsUpFrom(line.path).some((path) => byPath.get(path)?.some(covers));
  };
}

/** Returns a path and all of its ancestors: `/a/b`, `/a`, `/`. */
function pathsUpFrom(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((_, index) => `/${names.slice(0, names.length - index).join('/')}`).concat('/');
}

/** Reverses the kernel's escaping of spaces and similar characters (`\040`). */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}

/**
 * Returns the mount a path is on: the one with the longest matching path, and the last one if several have that path.
 */
export function findMount(path: string, text: string): Pick<MountLine, 'path' | 'type' | 'isReadOnly'> | undefined {
  let found: MountLine | undefined;
  for (const line of parseLines(text)) {
    if (contains(line.path, path) && (!found || line.path.length >= found.path.length)) found = line;
  }
  return found;
}

function contains(mountPath: string, path: string): boolean {
  return mountPath === '/' || path === mountPath || path.startsWith(`${mountPath}/`);
}
