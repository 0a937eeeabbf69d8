const VIRTUAL_DISKS = /^(loop|ram|zram|dm-|md|sr|fd)\d/;

/** Names of interfaces of network cards: of Linux, macOS and Windows. */
const CARDS = /^(e[nt]h?[a-z]*\d|en[opsx]|wl|ww|ib|venet|Ethernet|Wi-?Fi|Local Area Connection)/i;

/** Names of interfaces that do not lead out of the machine, or whose traffic another interface carries. */
const INNER_INTERFACES =
  /^(lo\d*$|loopback|veth|docker|br-|br\d|virbr|cni|flannel|cali|cilium|lxc|lxd|tun|tap|wg|tailscale|zt|ppp|utun|awdl|llw|bridge|gif|stf|ap\d|isatap|teredo|dummy|ifb|sit|bond|team|vmnet|vnet|kube|nodelocaldns|ovs|podman)/i;

/**
 * Returns the disks whose traffic counts: no partitions, and no virtual ones, whose traffic the disks below them count
 * too (decision 091). Only their names are known.
 */
export function chooseDisks(names: Iterable<string>): readonly string[] {
  const all = new Set(names);
  const disks = [...all].filter((name) => !VIRTUAL_DISKS.test(name) && !all.has(diskOfPartition(name) ?? ''));
  return disks.length > 0 ? disks : [...all];
}

/** Returns the disk that a name would be a partition of: `sda` for `sda1`, `nvme0n1` for `nvme0n1p2`. */
function diskOfPartition(name: string): string | undefined {
  return /^(.*\d)p\d+$/.exec(name)?.[1] ?? /^(.*\D)\d+$/.exec(name)?.[1];
}

/**
 * Returns the interfaces whose traffic counts: those of network cards, or if none looks like one, those that seem to
 * lead out of the machine (decision 091). Only their names are known.
 */
export function chooseInterfaces(names: Iterable<string>): readonly string[] {
  // A VLAN's traffic passes through its card too.
  const all = [...new Set(names)].filter((name) => !/^lo\d*$|^loopback/i.test(name) && !/[.@]/.test(name));
  const cards = all.filter((name) => CARDS.test(name) && !INNER_INTERFACES.test(name));
  if (cards.length > 0) return cards;
  const outer = all.filter((name) => !INNER_INTERFACES.test(name));
  return outer.length > 0 ? outer : all;
}
