import { readFileSync } from 'node:fs';
import { hasCode } from '../../../shared/errors/has-code.js';

const BYTES_PER_KIB = 1024;

/** Reads the memory of this machine. */
export class Memory {
  #isOfContainer: boolean | undefined;

  /** @param proc the kernel's folder; tests pass another. */
  constructor(private readonly proc = '/proc') {}

  /** Returns memory and swap, in bytes. @throws if the kernel does not report them. */
  read() {
    const memory = parseMemory(readFileSync(`${this.proc}/meminfo`, 'utf8'));
    const available = memory.ramAvailableBytes + this.#reclaimableCache();
    return { ...memory, ramAvailableBytes: Math.min(memory.ramTotalBytes, available) };
  }

  /**
   * Returns the bytes that the cache of ZFS would release; 0 in an LXC container, where the other values are the
   * container's but the cache is the machine's.
   */
  #reclaimableCache(): number {
    this.#isOfContainer ??= / \/proc\/meminfo /.test(this.#text('self/mountinfo'));
    return this.#isOfContainer ? 0 : parseReclaimableCache(this.#text('spl/kstat/zfs/arcstats'));
  }

  /** Returns '' where there is no such file, as without ZFS, or where a container may not read it. */
  #text(file: string): string {
    try {
      return readFileSync(`${this.proc}/${file}`, 'utf8');
    } catch (error) {
      if (['ENOENT', 'EACCES', 'EPERM'].some((code) => hasCode(error, code))) return '';
      throw error;
    }
  }
}

/** Parses `/proc/meminfo` into memory and swap, in bytes. @throws if a line is missing. */
export function parseMemory(meminfo: string) {
  const swapTotalBytes = kibibytes(meminfo, 'SwapTotal');
  return {
    ramTotalBytes: kibibytes(meminfo, 'MemTotal'),
    ramAvailableBytes: kibibytes(meminfo, 'MemAvailable'),
    swapTotalBytes,
    // Some containers see more free swap than they have.
    swapUsedBytes: Math.max(0, swapTotalBytes - kibibytes(meminfo, 'SwapFree')),
  };
}

function kibibytes(meminfo: string, name: string): number {
  const value = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(meminfo)?.[1];
  if (!value) throw new Error(`/proc/meminfo has no line ${name}`);
  return Number(value) * BYTES_PER_KIB;
}

/**
 * Parses the statistics of the ZFS cache (ARC) and returns the bytes it releases when programs need them, which the
 * kernel does not count as available.
 */
function parseReclaimableCache(arcstats: string): number {
  const figure = (name: string) => Number(new RegExp(`^${name} +\\d+ +(\\d+)$`, 'm').exec(arcstats)?.[1] ?? 0);
  return Math.max(0, figure('size') - figure('c_min'));
}
