/** One line of `/proc/self/mounts`. */
export interface Mount {
  readonly device: string;
  readonly path: string;
  readonly type: string;
}

const FILE_SYSTEMS_MAX = 32;

/** Types with remote data: calls hang when the other machine or program is gone. */
const REMOTE = /^(nfs\d?|cifs|smb3|smbfs|9p|afs|ceph|glusterfs|lustre|ncpfs|fuse\..+|fuse|davfs|virtiofs|vboxsf)$/;

/** Types with their own data but no device file. */
const WITHOUT_DEVICE = /^(zfs|bcachefs)$/;

/** Read-only images, which are always full. */
const IMAGES = /^(squashfs|iso9660|udf|erofs)$/;

/** Whether a call to a file system of this type may wait for another machine or program. */
export function isRemote(type: string): boolean {
  return REMOTE.test(type);
}

/**
 * Parses `/proc/self/mounts` into the file systems with data, each once, at its shortest path. Always includes the
 * root.
 */
export function parseMounts(text: string): Mount[] {
  const byDevice = new Map<string, Mount>();
  for (const line of text.split('\n')) {
    const [device = '', path = '', type = ''] = line.split(' ').map(unescapeOctal);
    const mount = { device, path, type };
    if (!holdsData(mount)) continue;
    const known = byDevice.get(device);
    if (!known || path.length < known.path.length) byDevice.set(device, mount);
  }
  return [...byDevice.values()].sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, FILE_SYSTEMS_MAX);
}

function holdsData({ device, path, type }: Mount): boolean {
  if (path === '/') return true;
  // A non-root overlay belongs to a container; its data is on a disk that is listed anyway.
  if (IMAGES.test(type) || type === 'overlay') return false;
  if (/^\/(proc|sys|dev|run\/user)(\/|$)/.test(path)) return false;
  return device.startsWith('/') || isRemote(type) || WITHOUT_DEVICE.test(type);
}

/** The kernel escapes blanks and the like, as in `\040`. */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}

/** Returns the mount of a path: the one with the longest matching path, and the last of several at that path. */
export function mountOf(path: string, text: string): Mount | undefined {
  let found: Mount | undefined;
  for (const line of text.split('\n')) {
    const [device = '', mountPath = '', type = ''] = line.split(' ').map(unescapeOctal);
    if (mountPath === '' || !contains(mountPath, path)) continue;
    if (!found || mountPath.length >= found.path.length) found = { device, path: mountPath, type };
  }
  return found;
}

function contains(mountPath: string, path: string): boolean {
  return mountPath === '/' || path === mountPath || path.startsWith(`${mountPath}/`);
}
