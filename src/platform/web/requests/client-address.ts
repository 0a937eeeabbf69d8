import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../../../shared/addresses/network.js';
import { headerValues } from '../header-values.js';

/**
 * Determines the IP address a request comes from: the connection's peer or, if that is a trusted proxy, the right-most
 * hop of `X-Forwarded-For` that is not one (contract 3, promise 4).
 */
export class ClientAddresses {
  readonly #trusted = new BlockList();

  /** @param trusted addresses and CIDRs of proxies, already validated by the settings. */
  constructor(trusted: readonly string[]) {
    for (const entry of trusted) {
      const [address = '', bits] = entry.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#trusted.addAddress(address, family);
      else this.#trusted.addSubnet(address, Number(bits), family);
    }
  }

  /** Returns the client's address in canonical form: see {@link canonicalAddress}. */
  addressOf(request: IncomingMessage): string {
    let address = canonicalAddress(request.socket.remoteAddress ?? '') ?? '';
    const hops = headerValues(request, 'x-forwarded-for').join().split(',').reverse();
    for (const hop of hops) {
      if (!this.trusts(address)) break;
      const earlier = canonicalAddress(withoutPort(hop.trim()));
      // No proxy writes an invalid hop, so it came from a client, and the last valid hop counts.
      if (earlier === undefined) break;
      address = earlier;
    }
    return address;
  }

  /**
   * Whether a request came over a network without TLS. One from this machine or from a trusted proxy may have had TLS
   * on the way to the proxy, so it does not count.
   */
  isReadableOnTheWay({ socket }: IncomingMessage): boolean {
    const peer = canonicalAddress(socket.remoteAddress ?? '') ?? '';
    const isEncrypted = 'encrypted' in socket && socket.encrypted === true;
    return !isEncrypted && peer !== '' && !isLoopback(peer) && !this.trusts(peer);
  }

  /** Whether an address is that of a trusted proxy. */
  trusts(address: string): boolean {
    return isIP(address) !== 0 && this.#trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/**
 * Returns an address in the form used for comparison: `::ffff:192.0.2.1` becomes `192.0.2.1`, IPv6 is compressed and in
 * lower case, and a zone is omitted. Undefined for invalid addresses.
 */
function canonicalAddress(text: string): string | undefined {
  const [address = ''] = text.split('%');
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/** Strips the port from e.g. `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
