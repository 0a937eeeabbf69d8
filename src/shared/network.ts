import { isIPv4, isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name its network. */
const NETWORK_GROUPS = 4;

/**
 * Who an address is counted with where one household must not count as many (promise 4): an IPv4 address is itself, an
 * IPv6 address stands for its /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const groups = [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  // A dotted tail stands for two groups, and for none of the network's.
  return part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}

/** Whether a host, as it stands in an address, is this machine itself, by its spelling alone. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
