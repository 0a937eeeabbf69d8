import { existsSync } from 'node:fs';

/** Which of the names that the kernel counts are real devices: what passes through others is counted there too. */
export class RealDevices {
  #known = '';
  #real: ReadonlySet<string> = new Set();

  /** `folder` is where sysfs lists them: `/sys/block` or `/sys/class/net`; `virtual` names those that never count. */
  constructor(
    private readonly folder: string,
    private readonly virtual: RegExp,
  ) {}

  /**
   * Keeps what belongs to a device. Where none has one, as inside a container, everything counts that is not
   * `virtual` by its name.
   */
  of<T>(counters: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
    this.#refresh([...counters.keys()]);
    return new Map([...counters].filter(([name]) => this.#real.has(name)));
  }

  /** Asks sysfs when the names have changed, and only then. */
  #refresh(names: readonly string[]): void {
    const known = names.join(' ');
    if (known === this.#known) return;
    const candidates = names.filter((name) => !this.virtual.test(name) && !name.includes('/'));
    const withDevice = candidates.filter((name) => existsSync(`${this.folder}/${name}/device`));
    this.#real = new Set(withDevice.length > 0 ? withDevice : candidates);
    this.#known = known;
  }
}
