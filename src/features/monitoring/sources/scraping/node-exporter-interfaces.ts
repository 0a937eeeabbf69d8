import type { Traffic } from '../../host/proc-files.js';
import { trafficOf } from './exporter-figures.js';
import type { Exposition } from './exposition.js';

/** The kernel's type numbers of interfaces that a network card may have: Ethernet and InfiniBand. */
const CARD_TYPES = [1, 32];

/** The kernel's type number for loopback interfaces. */
const LOOPBACK = 772;

/** An address that the card itself has, not one that was drawn or taken from another interface. */
const PERMANENT = 0;

/** Interfaces that are nobody's card, for exporters that tell nothing but names. */
const VIRTUAL_NAMES = /^(lo|veth|docker|br-|virbr|vnet|tap|tun|wg|cni|flannel|cali|vxlan|dummy|ifb|bond|team)/;

interface Interface extends Traffic {
  readonly name: string;
  /** Undefined if the exporter does not tell. */
  readonly type: number | undefined;
  readonly isLinked: boolean;
  readonly hasPermanentAddress: boolean;
  readonly address: string;
  readonly isBond: boolean;
}

/**
 * Returns the counters of the interfaces through which traffic leaves the machine, so that it is counted only once: its
 * cards, as on the own machine (decision 091). An exporter does not say which interfaces have a device, so cards are
 * told by their type and by their address, which is theirs. Of several with one address, such as a bond and its cards,
 * the one with the most traffic counts.
 */
export function countedInterfaces(exposition: Exposition): ReadonlyMap<string, Traffic> | undefined {
  const traffic = trafficOf(
    exposition,
    'node_network_receive_bytes_total',
    'node_network_transmit_bytes_total',
    'device',
  );
  if (!traffic) return undefined;
  const all = readInterfaces(exposition, traffic).filter(({ name, type }) => name !== 'lo' && type !== LOOPBACK);
  const isCard = ({ type, isLinked, hasPermanentAddress, isBond }: Interface) =>
    type !== undefined && CARD_TYPES.includes(type) && !isLinked && (hasPermanentAddress || isBond);
  const cards = all.filter(isCard);
  const plain = all.filter(({ name, type }) => type !== undefined || !VIRTUAL_NAMES.test(name));
  // In a container no interface is a card.
  const counted = cards.length > 0 ? cards : plain;
  return new Map(oncePerAddress(counted).map(({ name, inBytes, outBytes }) => [name, { inBytes, outBytes }]));
}

function readInterfaces(exposition: Exposition, traffic: ReadonlyMap<string, Traffic>): Interface[] {
  const types = exposition.by('node_network_protocol_type', 'device');
  const ids = exposition.by('node_network_iface_id', 'device');
  const links = exposition.by('node_network_iface_link', 'device');
  const assigned = exposition.by('node_network_address_assign_type', 'device');
  const bonds = exposition.by('node_bonding_slaves', 'master');
  const addresses = new Map(
    exposition.series('node_network_info').map(({ labels }) => [labels.device, labels.address ?? '']),
  );
  return [...traffic].map(([name, counters]) => ({
    name,
    ...counters,
    type: types.get(name),
    // Half of a pair, or upon another interface.
    isLinked: links.has(name) && links.get(name) !== ids.get(name),
    hasPermanentAddress: assigned.get(name) === PERMANENT,
    address: addresses.get(name) ?? '',
    isBond: bonds.has(name),
  }));
}

function oncePerAddress(interfaces: readonly Interface[]): readonly Interface[] {
  const most = new Map<string, Interface>();
  for (const one of interfaces) {
    const key = /[1-9a-f]/.test(one.address) ? one.address : `name ${one.name}`;
    const known = most.get(key);
    if (!known || known.inBytes + known.outBytes < one.inBytes + one.outBytes) most.set(key, one);
  }
  return [...most.values()];
}
