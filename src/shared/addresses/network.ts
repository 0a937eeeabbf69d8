import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Prefix lengths of the networks that an address is counted in, narrowest first: those of a household, a site, and a
 * provider's customer block.
 */
const IPV4_PREFIXES = [32, 24];
const IPV6_PREFIXES = [64, 56, 48];

/**
 * Returns the key under which all addresses of a household count as one (promise 4): an IPv4 address itself, or the /64
 * of an IPv6 address. A string that is not an address is its own key.
 */
export function networkOf(address: string): string {
  return networksOf(address)[0] ?? address;
}

/**
 * Returns the networks of an address, narrowest first: `/64`, `/56` and `/48` for IPv6, the address itself and its
 * `/24` for IPv4. The owner of a wider network can use every narrower one in it, so only a limit at each level prevents
 * a client from multiplying its allowance by changing addresses (promise 44).
 *
 * @returns a unique string for each network; for a string that is not an address, only that string.
 */
export function networksOf(address: string): readonly string[] {
  if (isIP(address) === 0) return [address];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') {
    return IPV4_PREFIXES.map((bits) => (bits === 32 ? parsed.toString() : networkText(parsed, bits)));
  }
  return IPV6_PREFIXES.map((bits) => networkText(parsed, bits));
}

function networkText(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const Family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${Family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/**
 * Number of leading hexadecimal digits that all addresses have in common within the widest and within the narrowest
 * network.
 */
const NESTED_DIGITS = { ipv4: [6, 8], ipv6: [12, 16] } as const;

/**
 * Returns the networks of an address, widest first and each four bits longer: `/24`, `/28` and the address itself for
 * IPv4; `/48`, `/52` and so on to `/64` for IPv6. None contains more than sixteen of the next, so an allowance divided
 * at each level reaches every client outside the one network that asks for too much (promise 44).
 *
 * @returns the common leading digits of each network; for a string that is not an address, only that string.
 */
export function nestedNetworksOf(address: string): readonly string[] {
  if (isIP(address) === 0) return [address];
  const parsed = ipaddr.process(address);
  const digits = Buffer.from(parsed.toByteArray()).toString('hex');
  const [widest, narrowest] = NESTED_DIGITS[parsed.kind()];
  return Array.from({ length: narrowest - widest + 1 }, (_, level) => digits.slice(0, widest + level));
}

/** Whether the host of a URL is this machine, judging only by its spelling. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
