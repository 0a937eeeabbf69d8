import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { basename } from 'node:path';

/**
 * Number of readings after which the interfaces are checked again even if their names have not changed, since one may
 * have acquired an address.
 */
const READINGS_BETWEEN_LOOKS = 12;

/** The kernel's type number for loopback interfaces. */
const LOOPBACK = '772';
/** Flag of interfaces without neighbours: most tunnels and VPNs, and those that lead nowhere. */
const NO_ARP = 0x80;

/** Tunnels that behave like network cards. */
const TUNNEL = /^DEVTYPE=(vxlan|geneve|gtp|bareudp)$/m;

/** The interfaces whose traffic is summed, and all the others. */
export interface CountedInterfaces {
  readonly counted: readonly string[];
  readonly leftOut: readonly string[];
}

interface NetworkInterfacesDeps {
  /** Called initially, and whenever different interfaces are counted. */
  readonly onChange?: ((interfaces: CountedInterfaces) => void) | undefined;
  /** The kernel's folders; tests pass others. */
  readonly sysfs?: string;
  readonly proc?: string;
  /** Returns the names of the interfaces that have an address others can reach. */
  readonly addressed?: () => ReadonlySet<string>;
}

/**
 * Chooses the interfaces through which traffic leaves the machine, so that it is counted only once. If there are
 * physical interfaces, those are chosen, since the traffic of bridges, bonds, VLANs, tunnels and container pairs either
 * passes through them too or does not leave the machine. Inside a container no interface is physical, so those are
 * chosen that lead outside and are not built on top of another interface.
 */
export class NetworkInterfaces {
  readonly #sysfs: string;
  #known = '';
  #readings = 0;
  #counted: ReadonlySet<string> = new Set();
  #told: string | undefined;

  constructor(private readonly deps: NetworkInterfacesDeps = {}) {
    this.#sysfs = deps.sysfs ?? '/sys/class/net';
  }

  /** Returns the counters of the chosen interfaces. */
  of<T>(counters: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
    this.#refresh([...counters.keys()]);
    return new Map([...counters].filter(([name]) => this.#counted.has(name)));
  }

  #refresh(names: readonly string[]): void {
    const known = names.join(' ');
    this.#readings += 1;
    if (known === this.#known && this.#readings < READINGS_BETWEEN_LOOKS) return;
    this.#readings = 0;
    this.#known = known;
    const counted = this.#choose(names.filter((name) => !name.includes('/')));
    this.#counted = new Set(counted);
    const told = counted.join(' ');
    if (told === this.#told) return;
    this.#told = told;
    this.deps.onChange?.({ counted, leftOut: names.filter((name) => !this.#counted.has(name)) });
  }

  #choose(names: readonly string[]): readonly string[] {
    const physical = names.filter((name) => existsSync(`${this.#sysfs}/${name}/device`));
    // Some clouds present one card as two; the upper one counts for both.
    const isPart = (name: string) => this.#linksOf(name).uppers.some((upper) => physical.includes(upper));
    return physical.length > 0 ? physical.filter((name) => !isPart(name)) : this.#chooseVirtual(names);
  }

  #chooseVirtual(names: readonly string[]): readonly string[] {
    const routes = this.#defaultRoutes();
    const addressed = (this.deps.addressed ?? addressedInterfaces)();
    // Once for each bridge: one may have hundreds of ports.
    const waysOut = new Map<string, WaysOut>();
    const chosen = names.filter((name) => {
      const { lowers, uppers, master } = this.#linksOf(name);
      if (this.#isLoopback(name) || lowers.length > 0 || this.#isTunnel(name)) return false;
      if (master !== undefined && existsSync(`${this.#sysfs}/${master}/bridge`)) {
        const ofBridge = waysOut.get(master) ?? this.#findWaysOut(master, routes);
        waysOut.set(master, ofBridge);
        return ofBridge === 'all' || ofBridge.has(name);
      }
      return uppers.length > 0 || addressed.has(name);
    });
    // Some containers have nothing but a tunnel.
    return chosen.length > 0 ? chosen : names.filter((name) => routes.has(name) && !this.#isLoopback(name));
  }

  /**
   * Returns the ports of a bridge that lead out of the machine, if the default route goes over it: the one that lent the
   * bridge its address, or else all. Bridges of containers within this one have none.
   */
  #findWaysOut(bridge: string, routes: ReadonlySet<string>): WaysOut {
    if (![bridge, ...this.#uppersOf(bridge)].some((name) => routes.has(name))) return new Set();
    const address = this.#read(bridge, 'address');
    const ports = this.#linksOf(bridge).lowers;
    const lenders = ports.filter((name) => this.#read(name, 'address') === address);
    return lenders.length > 0 ? new Set(lenders) : 'all';
  }

  /** Returns everything that is built on top of an interface, directly or indirectly. */
  #uppersOf(name: string): readonly string[] {
    const found = new Set<string>();
    const pending = [name];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const unknown = this.#linksOf(at).uppers.filter((upper) => !found.has(upper));
      for (const upper of unknown) found.add(upper);
      pending.push(...unknown);
    }
    return [...found];
  }

  /** Returns the interfaces directly below and above an interface, and the bridge or bond it belongs to. */
  #linksOf(name: string) {
    const folder = `${this.#sysfs}/${name}`;
    const entries = attempt(() => readdirSync(folder)) ?? [];
    const named = (prefix: string) =>
      entries.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
    const master = attempt(() => basename(readlinkSync(`${folder}/master`)));
    const uppers = named('upper_');
    return {
      lowers: named('lower_'),
      uppers: master === undefined || uppers.includes(master) ? uppers : [...uppers, master],
      master,
    };
  }

  #isLoopback(name: string): boolean {
    return name === 'lo' || this.#read(name, 'type') === LOOPBACK;
  }

  /**
   * Whether the interface's traffic is encapsulated and sent through another interface, by the kernel or by a program.
   */
  #isTunnel(name: string): boolean {
    const isOfProgram = this.#read(name, 'tun_flags') !== undefined;
    const hasNoNeighbours = (Number(this.#read(name, 'flags')) & NO_ARP) !== 0;
    return isOfProgram || hasNoNeighbours || TUNNEL.test(this.#read(name, 'uevent') ?? '');
  }

  #read(name: string, file: string): string | undefined {
    return attempt(() => readFileSync(`${this.#sysfs}/${name}/${file}`, 'utf8').trim());
  }

  #defaultRoutes(): ReadonlySet<string> {
    const text = (file: string) =>
      attempt(() => readFileSync(`${this.deps.proc ?? '/proc'}/net/${file}`, 'utf8')) ?? '';
    const version4 = [...text('route').matchAll(/^(\S+)\t0{8}\t(?:\S+\t){5}0{8}\t/gm)];
    const version6 = [...text('ipv6_route').matchAll(/^0{32} 00 .* (\S+)$/gm)];
    return new Set([...version4, ...version6].map(([, name = '']) => name));
  }
}

/** The ports of a bridge that lead out of the machine. */
type WaysOut = ReadonlySet<string> | 'all';

function addressedInterfaces(): ReadonlySet<string> {
  const isReachable = ({ address }: { address: string }) => !address.startsWith('fe80:');
  return new Set(Object.entries(networkInterfaces()).flatMap(([name, all]) => (all?.some(isReachable) ? [name] : [])));
}

/** Returns undefined if the file does not exist, since sysfs hides some files and omits others. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
