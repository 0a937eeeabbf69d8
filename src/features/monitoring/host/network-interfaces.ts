import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { basename } from 'node:path';

/** Readings after which the interfaces are looked at again although their names are the same: addresses may have come. */
const READINGS_BETWEEN_LOOKS = 12;

/** The kernel's number for the type of a loopback. */
const LOOPBACK = '772';
/** Flag of interfaces without neighbours: most tunnels and VPNs, and those that lead nowhere. */
const NO_ARP = 0x80;

/** Tunnels that behave like a network card. */
const TUNNEL = /^DEVTYPE=(vxlan|geneve|gtp|bareudp)$/m;

/** The interfaces whose traffic is summed, and all others. */
export interface CountedInterfaces {
  readonly counted: readonly string[];
  readonly leftOut: readonly string[];
}

interface NetworkInterfacesDeps {
  /** Told at first, and whenever other interfaces are counted. */
  readonly onChange?: ((interfaces: CountedInterfaces) => void) | undefined;
  /** The kernel's folders; tests pass others. */
  readonly sysfs?: string;
  readonly proc?: string;
  /** Names of the interfaces with an address that others can reach. */
  readonly addressed?: () => ReadonlySet<string>;
}

/**
 * Chooses the interfaces through which traffic leaves the machine, so that it is counted once. Physical ones, if there
 * are any: what goes through bridges, bonds, VLANs, tunnels and the pairs of containers goes through them too, or does
 * not leave. Inside a container nothing is physical, and those count on which nothing else here is built upon and that
 * lead outside.
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

  /** Returns the counters of the interfaces that count. */
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
    // Some clouds have two cards for one: the upper one counts for both.
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

  /** Returns what is built upon an interface, at any height. */
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

  /** Returns the interfaces directly below and above one, and the bridge or bond that it is a part of. */
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

  /** Whether its traffic is packed up and sent through another interface, by the kernel or by a program. */
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

/** Returns undefined where there is no such file, as sysfs hides some and leaves others out. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
