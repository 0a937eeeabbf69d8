import { existsSync } from 'node:fs';

/**
 * Tells real devices from virtual ones among the kernel's counters: traffic through a virtual device is also counted by
 * the real one below it.
 */
export class RealDevices {
  #known = '';
  #real: ReadonlySet<string> = new Set();

  /**
   * `folder` is where sysfs lists the devices: `/sys/block` or `/sys/class/net`; `virtual` matches names that never
   * count.
   */
  constructor(
    private readonly folder: string,
    private readonly virtual: RegExp,
  ) {}

  /**
   * Returns the counters of real devices. Where sysfs shows none of them, as inside a container, returns those of every
   * name that is not `virtual`.
   */
  of<T>(counters: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
    this.#refresh([...counters.keys()]);
    return new Map([...counters].filter(([name]) => this.#real.has(name)));
  }

  /** Reads sysfs, but only when the names have changed. */
  #refresh(names: readonly string[]): void {
    const known = names.join(' ');
    if (known === this.#known) return;
    const candidates = names.filter((name) => !this.virtual.test(name) && !name.includes('/'));
    const withDevice = candidates.filter((name) => existsSync(`${this.folder}/${name}/device`));
    this.#real = new Set(withDevice.length > 0 ? withDevice : candidates);
    this.#known = known;
  }
}
