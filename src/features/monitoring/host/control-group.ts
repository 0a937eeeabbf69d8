import { readFileSync } from 'node:fs';
import { codeOf } from '../../../shared/errors/code-of.js';
import type { ResourceLimits } from './host-metrics.js';

/** Memory limits from here on mean unlimited: version 1 of control groups writes a huge number for that. */
const MEMORY_UNLIMITED_BYTES = 2 ** 60;

/**
 * Reads a kernel file; undefined if it does not exist. @throws if that cannot be determined now, for example without
 * file descriptors.
 */
export type ReadText = (path: string) => string | undefined;

/** Readings after which missing files are tried again: a controller may be enabled later. */
const READINGS_BETWEEN_TRIES = 60;

/**
 * The control group of this process. The location of its limits depends on the version and the mount: half of the
 * candidate files do not exist, and finding that out costs more than reading the others.
 */
export class ControlGroup {
  readonly #missing = new Set<string>();
  #readings = 0;

  /** `readFile` reads the kernel's files; tests pass their own. */
  constructor(private readonly readFile: ReadText = readText) {}

  /** Returns the limits; see {@link readLimits}. @throws if the system cannot tell now. */
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

/** Reads the limits of this process's control group, version 2 or 1; null if it has none. */
export function readLimits(read: ReadText): ResourceLimits | null {
  const groups = read('/proc/self/cgroup') ?? '';
  const unified = /^0::(.*)$/m.exec(groups)?.[1];
  const limits = (unified === undefined ? undefined : readVersion2(read, unified)) ?? readVersion1(read, groups);
  return limits.memoryLimitBytes === null && limits.processors === null ? null : limits;
}

/** Returns undefined if the version 2 hierarchy is not in use. */
function readVersion2(read: ReadText, group: string): ResourceLimits | undefined {
  // Inside a container its own group is mounted as the root, although its name is the one from outside.
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

/** Temporary system failures, which say nothing about the file. */
const PASSING_FAILURES = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EIO']);

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (PASSING_FAILURES.has(codeOf(error) ?? '')) throw error;
    return undefined;
  }
}
