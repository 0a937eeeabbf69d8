import { existsSync } from 'node:fs';

const VIRTUAL_DISKS = /^(loop|ram|zram|dm-|md|sr|fd)\d/;

/** Whether a block device has the name of one whose reads and writes are those of others. */
export function isVirtualDisk(name: string): boolean {
  return VIRTUAL_DISKS.test(name);
}

/**
 * Distinguishes real disks from virtual ones among the kernel's counters. The reads and writes of a virtual disk are
 * also counted by the real disk below it.
 */
export class RealDisks {
  #known = '';
  #real: ReadonlySet<string> = new Set();

  /** @param folder where sysfs lists the disks; tests pass another. */
  constructor(private readonly folder = '/sys/block') {}

  /**
   * Returns the counters of real disks. If sysfs shows none of them, returns those whose names look like real disks.
   */
  of<T>(counters: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
    this.#refresh([...counters.keys()]);
    return new Map([...counters].filter(([name]) => this.#real.has(name)));
  }

  /** Reads sysfs, but only if the names have changed. */
  #refresh(names: readonly string[]): void {
    const known = names.join(' ');
    if (known === this.#known) return;
    const candidates = names.filter((name) => !isVirtualDisk(name) && !name.includes('/'));
    const withDevice = candidates.filter((name) => existsSync(`${this.folder}/${name}/device`));
    this.#real = new Set(withDevice.length > 0 ? withDevice : candidates);
    this.#known = known;
  }
}
