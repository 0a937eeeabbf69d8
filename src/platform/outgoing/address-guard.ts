import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { refusedPort } from './allowed-ports.js';
import { OutgoingFailure } from './outgoing-failure.js';

/** The addresses of a host name, as the system finds them. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Decides which addresses a request may connect to. */
export interface Guard {
  /** @throws {OutgoingFailure} `address_refused` for an address that may not be asked, whatever it resolves to. */
  checkUrl(url: URL): void;
  /** The addresses that a host may be connected to; the connection uses these, and asks nobody again. */
  addressesOf(host: string, port: number): Promise<readonly string[]>;
}

interface AddressGuardDeps {
  /** Addresses and CIDRs that the operator has listed, and that may be connected to whatever they are. */
  readonly allowedNetworks: readonly string[];
  /** Where users reach this service. */
  readonly publicUrl: string;
  /** The port that it listens at. */
  readonly ownPort: number;
  /** The addresses that this machine has at the moment. */
  readonly ownAddresses: () => readonly string[];
  readonly resolve?: ResolveName | undefined;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Global unicast (RFC 4291 §2.4): of all other IPv6 addresses, none is a public host's. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Microsoft Azure answers there from within each of its machines, with what concerns that machine alone. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Refuses addresses that somebody who may name an address, but does not run this service, must not reach through it:
 * loopback, private and link-local networks, those of providers and tunnels, multicast, and this service itself (contract
 * 12, promise 47, decision 052). What the operator has listed is allowed.
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
    // For an address in numbers, nothing is looked up when it is connected to.
    if (isIP(host)) this.#check(host, portOf(url));
  }

  async addressesOf(host: string, port: number): Promise<readonly string[]> {
    const addresses = await (this.deps.resolve ?? resolveBySystem)(host);
    // If one among several is refused, all are: a name of good intent has none.
    for (const address of addresses) this.#check(address, port);
    return addresses;
  }

  /** A proxy in front of the service usually answers for it at the ports of both schemes. */
  #isOwnUrl(url: URL): boolean {
    const own = new URL(this.deps.publicUrl);
    return nameOf(url) === nameOf(own) && [80, 443, portOf(own), this.deps.ownPort].includes(portOf(url));
  }

  #check(text: string, port: number): void {
    if (!ipaddr.isValid(text)) throw refused('no address');
    // An IPv4 address in the form of IPv6 is that IPv4 address.
    const address = ipaddr.process(text);
    const isOwn = this.deps.ownAddresses().some((own) => ipaddr.process(own).toString() === address.toString());
    const isThisMachine = isOwn || address.range() === 'loopback' || address.range() === 'unspecified';
    if (isThisMachine && port === this.deps.ownPort) throw refused('this service');
    if (this.#isAllowed(address)) return;
    if (isThisMachine) throw refused('this machine');
    if (!isPublic(address)) throw refused(address.range());
  }

  #isAllowed(address: Address): boolean {
    return this.#allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  }
}

/** Lets through what an operator has set, at exactly the origin of it, wherever that is. */
export function guardOfSetting(setting: string): Guard {
  const { origin } = new URL(setting);
  return {
    checkUrl: (url) => {
      if (url.origin !== origin) throw refused('another origin');
    },
    addressesOf: resolveBySystem,
  };
}

/** The host of an address without the brackets of IPv6. Other ways to write IPv4 are gone: `URL` has read them. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The name of a host as DNS knows it, where a dot at the end makes no difference. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/** The port that an address names, or that of its scheme. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}

function networkOf(entry: string): [Address, number] {
  const [text = '', bits] = entry.split('/');
  const address = ipaddr.parse(text);
  const whole = address.kind() === 'ipv4' ? 32 : 128;
  return [address, bits === undefined ? whole : Number(bits)];
}

/** The addresses of a name as the system finds them: in its file of hosts, by DNS or otherwise. */
export async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address);
}

function refused(detail: string): OutgoingFailure {
  return new OutgoingFailure('address_refused', detail);
}
