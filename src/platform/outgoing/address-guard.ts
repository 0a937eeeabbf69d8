import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { refusedPort } from './allowed-ports.js';
import { OutgoingFailure } from './outgoing-failure.js';

/** Resolves a host name to addresses. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Decides which addresses a request may connect to. */
export interface Guard {
  /** @throws {OutgoingFailure} `address_refused` for a URL that is refused whatever its name resolves to. */
  checkUrl(url: URL): void;
  /** Returns a host's permitted addresses. The connection uses exactly these, without another look-up. */
  addressesOf(host: string, port: number): Promise<readonly string[]>;
}

interface AddressGuardDeps {
  /** Addresses and CIDRs that the operator has listed; always permitted. */
  readonly allowedNetworks: readonly string[];
  /** Whether private networks are permitted too, but neither this machine nor what is only on its link. */
  readonly allowsPrivate?: boolean;
  readonly publicUrl: string;
  readonly ownPort: number;
  readonly ownAddresses: () => readonly string[];
  readonly resolve?: ResolveName | undefined;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Global unicast (RFC 4291 §2.4). No other IPv6 address belongs to a public host. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Microsoft Azure serves data about each machine at this address, reachable only from that machine. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Refuses addresses that users could enter but must not reach through this service: loopback, private and link-local
 * networks, those of providers and tunnels, multicast, and this service itself (contract 12, promise 47, decision 052).
 * Allows those that the operator has listed.
 */
export class AddressGuard implements Guard {
  readonly #allowed: readonly [Address, number][];

  constructor(private readonly deps: AddressGuardDeps) {
    this.#allowed = deps.allowedNetworks.map(networkOf);
  }

  checkUrl(url: URL): void {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('only https and http');
    if (url.username || url.password) throw refused('a password in the address');
    if (refusedPort(url)) throw refused(`port ${url.port}`);
    if (this.#isOwnUrl(url)) throw refused('this service');
    const host = hostOf(url);
    // Numeric addresses are not looked up when connecting, so they are checked here.
    if (isIP(host)) this.#check(host, portOf(url));
  }

  async addressesOf(host: string, port: number): Promise<readonly string[]> {
    const addresses = await (this.deps.resolve ?? resolveBySystem)(host);
    // A single refused address refuses the name, since legitimate names have none.
    for (const address of addresses) this.#check(address, port);
    return addresses;
  }

  /** Whether a URL leads to this service. A proxy in front of the service usually serves it on both schemes' ports. */
  #isOwnUrl(url: URL): boolean {
    const own = new URL(this.deps.publicUrl);
    return nameOf(url) === nameOf(own) && [80, 443, portOf(own), this.deps.ownPort].includes(portOf(url));
  }

  #check(text: string, port: number): void {
    if (!ipaddr.isValid(text)) throw refused('no address');
    // Treats IPv4-mapped IPv6 addresses as IPv4.
    const address = ipaddr.process(text);
    const isOwn = this.deps.ownAddresses().some((own) => ipaddr.process(own).toString() === address.toString());
    const isThisMachine = isOwn || address.range() === 'loopback' || address.range() === 'unspecified';
    if (isThisMachine && port === this.deps.ownPort) throw refused('this service');
    if (this.#isAllowed(address)) return;
    if (isThisMachine) throw refused('this machine');
    const isPrivate = this.deps.allowsPrivate && PRIVATE.includes(address.range()) && !isCloudMetadata(address);
    if (!isPublic(address) && !isPrivate) throw refused(address.range());
  }

  #isAllowed(address: Address): boolean {
    return isWithin(address, this.#allowed);
  }
}

/** Permits exactly the origin in an operator's setting, at any address. */
export function guardOfSetting(setting: string): Guard {
  const { origin } = new URL(setting);
  return {
    checkUrl: (url) => {
      if (url.origin !== origin) throw refused('another origin');
    },
    addressesOf: resolveBySystem,
  };
}

/**
 * Permits the origins that a service of the settings names as its own, such as a provider's endpoints: any host, but by
 * `https` unless the setting itself is `http`, which only an address on this machine may be.
 */
export function guardOfService(setting: string): Guard {
  const { protocol } = new URL(setting);
  return {
    checkUrl: (url) => {
      if (url.protocol !== 'https:' && url.protocol !== protocol) throw refused('only https');
    },
    addressesOf: resolveBySystem,
  };
}

/** Returns a URL's host without the brackets of IPv6. `URL` has already normalised other notations of IPv4. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Returns the host name without a trailing dot, which makes no difference in DNS. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/** Returns the port of a URL, or the default port of its scheme. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Ranges of networks that belong to somebody. */
const PRIVATE: readonly string[] = ['private', 'uniqueLocal', 'carrierGradeNat'];

/** Clouds tell each machine its secrets at these addresses within private ranges. */
const CLOUD_METADATA = [
  // Amazon's whole block: data about machines, identities of containers, and more.
  'fd00:ec2::/32',
  // Google, Oracle, Scaleway, Akamai, and the two of Alibaba.
  ...['fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42', 'fd00:a9fe:a9fe::1', 'fd00:100::100:200', '100.100.100.200'],
].map(networkOf);

function isCloudMetadata(address: Address): boolean {
  return isWithin(address, CLOUD_METADATA);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}

function isWithin(address: Address, networks: readonly [Address, number][]): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function networkOf(entry: string): [Address, number] {
  const [text = '', bits] = entry.split('/');
  const address = ipaddr.parse(text);
  const whole = address.kind() === 'ipv4' ? 32 : 128;
  return [address, bits === undefined ? whole : Number(bits)];
}

/** Looks up a name the way the system does: in its hosts file, by DNS or otherwise. */
export async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address);
}

function refused(detail: string): OutgoingFailure {
  return new OutgoingFailure('address_refused', detail);
}
