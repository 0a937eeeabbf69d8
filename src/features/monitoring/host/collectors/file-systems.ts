import type { MountedPlace } from '../file-systems/file-systems.js';
import type { Collect } from './collector.js';

/** Places that node_exporter leaves out by default. */
const EXCLUDED_PLACES =
  /^\/(dev|proc|run\/credentials\/.+|sys|var\/lib\/docker\/.+|var\/lib\/containers\/storage\/.+)($|\/)/;

/** Types that node_exporter leaves out by default. */
const EXCLUDED_TYPES = new RegExp(
  `^(${[
    'autofs|binfmt_misc|bpf|cgroup2?|configfs|debugfs|devpts|devtmpfs|fusectl|hugetlbfs|iso9660|mqueue|nsfs|overlay',
    'proc|procfs|pstore|rpc_pipefs|securityfs|selinuxfs|squashfs|erofs|sysfs|tracefs',
  ].join('|')})$`,
);

/** Returns the places where something is mounted and that the function chooses. */
export type ReadMounts = (
  selects: (place: { readonly path: string; readonly type: string }) => boolean,
) => readonly MountedPlace[];

/** Adds how full file systems are, by what the samples have last read of them; one that hangs has only an error. */
export const collectFileSystems =
  (readMounts: ReadMounts): Collect =>
  (_files, series) => {
    // The root of a container is an overlay, and the only disk that it has.
    const places = readMounts(
      ({ path, type }) => path === '/' || (!EXCLUDED_PLACES.test(path) && !EXCLUDED_TYPES.test(type)),
    );
    for (const { path, type, source, readOnly, sizes } of places) {
      const add = (name: string, value: number) => series.add(`node_filesystem_${name}`, value, source, path, type);
      add('readonly', Number(readOnly));
      add('device_error', sizes ? 0 : 1);
      if (!sizes) continue;
      add('size_bytes', sizes.totalBytes);
      add('free_bytes', sizes.totalBytes - sizes.usedBytes);
      add('avail_bytes', sizes.availableBytes);
      add('files', sizes.files);
      add('files_free', sizes.freeFiles);
    }
  };
