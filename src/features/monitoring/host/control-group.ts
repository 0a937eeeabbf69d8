import { readFileSync } from 'node:fs';
import { codeOf } from '../../../shared/errors/code-of.js';
import type { ResourceLimits } from './host-metrics.js';

/** Memory limits of this size or more mean unlimited, for which version 1 of control groups writes a huge number. */
const MEMORY_UNLIMITED_BYTES = 2 ** 60;

/**
 * Reads a kernel file; undefined if it does not exist.
 *
 * @throws if that cannot be determined at the moment, for example because there are no file descriptors left.
 */
export type ReadText = (path: string) => string | undefined;

/** Number of readings after which missing files are tried again, since a controller may be enabled later. */
const READINGS_BETWEEN_TRIES = 60;

/**
 * The control group of this process. Where its limits are depends on the version and the mount. Half of the candidate
 * files do not exist, and trying to read those costs more than reading the others.
 */
export class ControlGroup {
  readonly #missing = new Set<string>();
  #readings = 0;

  /** @param readFile reads the kernel's files; tests pass their own. */
  constructor(private readonly readFile: ReadText = readText) {}

  /** Returns the limits; see {@link readLimits}. @throws if they cannot be determined at the moment. */
  limits(): ResourceLimits | null {
    if (this.#readings % READINGS_BETWEEN_TRIES === 0) this.#missing.clear();
    this.#readings += 1;
    return readLimits((path) => this.#read(path));
  }

  #read(path: string): string | undefined {
    if (this.#missing.has(path)) return undefined;
    const text = this.readFile(path);
    if (text === undefined) this.#missing.add(path);
    return text;
  }
}

/** Reads the limits of this process's control group, for version 2 or 1; null if it has none. */
export function readLimits(read: ReadText): ResourceLimits | null {
  const groups = read('/proc/self/cgroup') ?? '';
  const unified = /^0::(.*)$/m.exec(groups)?.[1];
  const limits = (unified === undefined ? undefined : readVersion2(read, unified)) ?? readVersion1(read, groups);
  return limits.memoryLimitBytes === null && limits.processors === null ? null : limits;
}

/** Returns the tightest limits of the group and its ancestors; undefined if the version 2 hierarchy is not in use. */
function readVersion2(read: ReadText, group: string): ResourceLimits | undefined {
  const all = foldersUpFrom(group).map((folder) => {
    const [memory, processors] = [read(`${folder}/memory.max`), read(`${folder}/cpu.max`)];
    const [quota, period] = (processors ?? 'max').trim().split(' ');
    const isThere = memory !== undefined || processors !== undefined;
    return { folder, isThere, memory: limit(memory), processors: share(quota, period) };
  });
  if (!all.some(({ isThere }) => isThere)) return undefined;
  const tightest = all.reduce((a, b) => ((b.memory ?? Infinity) < (a.memory ?? Infinity) ? b : a));
  const shares = all.flatMap(({ processors }) => processors ?? []);
  return {
    memoryLimitBytes: tightest.memory,
    memoryUsedBytes:
      tightest.memory === null
        ? null
        : workingSet(read(`${tightest.folder}/memory.current`), () => read(`${tightest.folder}/memory.stat`)),
    processors: shares.length > 0 ? Math.min(...shares) : null,
  };
}

/** Returns the folders of a group and its ancestors, up to the root. */
function foldersUpFrom(group: string): string[] {
  // Inside a container, its own group is mounted as the root, although its name is the one seen from outside.
  const names = group.includes('/..') ? [] : group.split('/').filter((name) => name !== '');
  return [...names.keys(), names.length]
    .map((depth) => ['/sys/fs/cgroup', ...names.slice(0, depth)].join('/'))
    .reverse();
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
  return {
    memoryLimitBytes: limit(memory),
    memoryUsedBytes: workingSet(used, () => first('memory', 'memory.stat')),
    processors: share(quota, period),
  };
}

/** Returns the memory in use, excluding the part of the file cache that is released first, as `docker stats` does. */
function workingSet(used: string | undefined, stat: () => string | undefined): number | null {
  const bytes = limit(used);
  if (bytes === null) return null;
  const text = stat() ?? '';
  // Version 1 also reports the group's own value, without its subgroups.
  const [, inactive = 0] = /^total_inactive_file (\d+)$/m.exec(text) ?? /^inactive_file (\d+)$/m.exec(text) ?? [];
  return Math.max(0, bytes - Number(inactive));
}

function limit(text: string | undefined): number | null {
  const bytes = Number.parseInt(text ?? '', 10);
  return Number.isNaN(bytes) || bytes >= MEMORY_UNLIMITED_BYTES ? null : bytes;
}

function share(quota: string | undefined, period: string | undefined): number | null {
  const processors = Number.parseInt(quota ?? '', 10) / Number.parseInt(period ?? '', 10);
  return processors > 0 && Number.isFinite(processors) ? processors : null;
}

/** Temporary system failures, which say nothing about whether the file exists. */
const PASSING_FAILURES = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EIO']);

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (PASSING_FAILURES.has(codeOf(error) ?? '')) throw error;
    return undefined;
  }
}
