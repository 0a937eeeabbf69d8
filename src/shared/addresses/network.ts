import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of the networks that an address is counted in, the narrowest first: what one household, one site, one provider's customer block has. */
const IPV4_PREFIXES = [32, 24];
const IPV6_PREFIXES = [64, 56, 48];

/**
 * The key under which an address is counted where one household must not count as many (promise 4): an IPv4 address is itself, an
 * IPv6 address stands for its /64. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  return networksOf(address)[0] ?? address;
}

/**
 * The networks that an address belongs to, the narrowest first: `/64`, `/56` and `/48` of an IPv6 address, the address
 * itself and its `/24` for IPv4. The owner of a wider one can use every narrower one in it, so only a limit at each level
 * cannot be multiplied by changing the address (promise 44).
 *
 * @returns one text of its own for each network; for what is no address, that text alone.
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

/** How many hexadecimal digits an address has in common with the widest and the narrowest network it is counted in. */
const NESTED_DIGITS = { ipv4: [6, 8], ipv6: [12, 16] } as const;

/**
 * The networks that an address belongs to, the widest first and each four bits longer: `/24`, `/28` and the address
 * itself for IPv4; `/48`, `/52` and so on to `/64` for IPv6. None has more than sixteen of the next, so a share that is
 * divided at each level reaches every client outside the very network that asks for too much (promise 44).
 *
 * @returns of each network the digits that its addresses have in common; for what is no address, that text alone.
 */
export function nestedNetworksOf(address: string): readonly string[] {
  if (isIP(address) === 0) return [address];
  const parsed = ipaddr.process(address);
  const digits = Buffer.from(parsed.toByteArray()).toString('hex');
  const [widest, narrowest] = NESTED_DIGITS[parsed.kind()];
  return Array.from({ length: narrowest - widest + 1 }, (_, level) => digits.slice(0, widest + level));
}

/** Whether a host, as it stands in an address, is this machine itself, by its spelling alone. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
