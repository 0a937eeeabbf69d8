import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { isLoopback } from '../shared/addresses/network.js';

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4');
}
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');
privateNetworks.addAddress('::1', 'ipv6');

/** Says why a hub must not be reached by http; undefined if it may be, as far as its address tells. */
export function faultOfPlainHttp(hub: URL, isAllowed: boolean): string | undefined {
  if (isLoopback(hub.hostname)) return undefined;
  if (!isAllowed) {
    return 'must be https: otherwise anybody on the way could read the token; --allow-plain-http permits it within a private network';
  }
  const address = hub.hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPrivate(address)) return 'must be https: http is never used to a public address';
  return undefined;
}

/** Looks up a name for a connection by http, which may lead to private addresses only. */
export const lookUpPrivate: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const other = addresses.find(({ address }) => !isPrivate(address));
    if (other) return callback(new Error(`${name} leads to ${other.address}, which is public: use https`), '');
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};

function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
