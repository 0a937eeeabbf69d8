import { readFileSync } from 'node:fs';
import type { ResourceLimits } from './host-metrics.js';

/** From here on a memory limit means none: version 1 of control groups writes a huge number for "unlimited". */
const MEMORY_UNLIMITED_BYTES = 2 ** 60;

/** Reads a file of the kernel; undefined when there is none. */
export type ReadText = (path: string) => string | undefined;

/**
 * The limits of the control group that this process is in, of version 2 or 1; null when it has none. `read` is the
 * kernel's files; tests hand in others.
 */
export function readLimits(read: ReadText = readText): ResourceLimits | null {
  const groups = read('/proc/self/cgroup') ?? '';
  const unified = /^0::(.*)$/m.exec(groups)?.[1];
  const limits = (unified === undefined ? undefined : readVersion2(read, unified)) ?? readVersion1(read, groups);
  return limits.memoryLimitBytes === null && limits.processors === null ? null : limits;
}

/** Undefined when the version 2 hierarchy is not in use. */
function readVersion2(read: ReadText, group: string): ResourceLimits | undefined {
  // Inside a container its own group is mounted as the root, although its name is that of the outside.
  for (const folder of [`/sys/fs/cgroup${group === '/' ? '' : group}`, '/sys/fs/cgroup']) {
    const [memory, used, processors] = ['memory.max', 'memory.current', 'cpu.max'].map((name) =>
      read(`${folder}/${name}`),
    );
    if (memory === undefined && processors === undefined) continue;
    const [quota, period] = (processors ?? 'max').trim().split(' ');
    return {
      memoryLimitBytes: limit(memory),
      memoryUsedBytes: limit(used),
      processors: share(quota, period),
    };
  }
  return undefined;
}

function readVersion1(read: ReadText, groups: string): ResourceLimits {
  const folderOf = (controller: string) => {
    const path = new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:(.*)$`, 'm').exec(groups)?.[1] ?? '/';
    return [`/sys/fs/cgroup/${controller}${path === '/' ? '' : path}`, `/sys/fs/cgroup/${controller}`];
  };
  const first = (controller: string, name: string) => {
    const [inside = '', root = ''] = folderOf(controller);
    return read(`${inside}/${name}`) ?? read(`${root}/${name}`);
  };
  const [memory, used] = [first('memory', 'memory.limit_in_bytes'), first('memory', 'memory.usage_in_bytes')];
  const [quota, period] = [first('cpu', 'cpu.cfs_quota_us'), first('cpu', 'cpu.cfs_period_us')];
  return { memoryLimitBytes: limit(memory), memoryUsedBytes: limit(used), processors: share(quota, period) };
}

function limit(text: string | undefined): number | null {
  const bytes = Number.parseInt(text ?? '', 10);
  return Number.isNaN(bytes) || bytes >= MEMORY_UNLIMITED_BYTES ? null : bytes;
}

function share(quota: string | undefined, period: string | undefined): number | null {
  const processors = Number.parseInt(quota ?? '', 10) / Number.parseInt(period ?? '', 10);
  return processors > 0 && Number.isFinite(processors) ? processors : null;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
