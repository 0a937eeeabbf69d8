import type { HostEnvironment } from './host-facts.js';

/** Reads a file below the root of the system; undefined if it does not exist. */
export type ReadBelowRoot = (path: string) => Promise<string | undefined>;

/**
 * Container engines by the control group of process 1. It names them in version 1 of control groups, or if the group is
 * not hidden.
 */
const CONTAINER_GROUPS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/kubepods/, 'Kubernetes'],
  [/libpod/, 'Podman'],
  [/docker|moby/, 'Docker'],
  [/\/lxc|lxc\.payload/, 'LXC'],
  [/containerd/, 'containerd'],
];

/** Display names for the contents of `/run/systemd/container`. */
const CONTAINER_NAMES: Readonly<Record<string, string>> = {
  docker: 'Docker',
  podman: 'Podman',
  lxc: 'LXC',
  'lxc-libvirt': 'LXC',
  oci: 'OCI',
};

/** Hypervisors by strings in their firmware tables, where physical machines name the manufacturer and model. */
const VIRTUAL_HARDWARE: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/amazon ec2/i, 'Amazon EC2'],
  [/google compute engine/i, 'Google Compute Engine'],
  [/microsoft corporation\nvirtual machine/i, 'Hyper-V'],
  [/vmware/i, 'VMware'],
  [/virtualbox|innotek/i, 'VirtualBox'],
  [/parallels/i, 'Parallels'],
  [/bhyve/i, 'bhyve'],
  [/apple virtualization/i, 'Apple Virtualization'],
  [/\bxen\b/i, 'Xen'],
  [/kvm|kubevirt|openstack|rhev|ovirt|digitalocean|hetzner\nvserver/i, 'KVM'],
  [/qemu|bochs/i, 'QEMU'],
];

/** Amazon's physical machines have the same vendor name; only the model tells them apart. */
const PHYSICAL_MODEL = /\.metal/;

/**
 * Detects the environment of this service in the same way as `systemd-detect-virt`: from files, without starting a
 * process.
 */
export async function readEnvironment(read: ReadBelowRoot): Promise<HostEnvironment> {
  return (await readContainer(read)) ?? readMachine(read);
}

async function readContainer(read: ReadBelowRoot): Promise<HostEnvironment | undefined> {
  const container = (environmentName: string) => ({ environment: 'container', environmentName }) as const;
  const told = (await read('run/systemd/container'))?.trim();
  if (told) return container(CONTAINER_NAMES[told] ?? told.slice(0, 40));
  const groups = (await read('proc/1/cgroup')) ?? '';
  const ofGroup = CONTAINER_GROUPS.find(([pattern]) => pattern.test(groups))?.[1];
  if (ofGroup === 'Kubernetes' || (await has(read, 'run/secrets/kubernetes.io/serviceaccount/namespace')))
    return container('Kubernetes');
  if (await has(read, 'run/.containerenv')) return container('Podman');
  if (await has(read, '.dockerenv')) return container('Docker');
  return ofGroup === undefined ? undefined : container(ofGroup);
}

async function has(read: ReadBelowRoot, path: string): Promise<boolean> {
  return (await read(path)) !== undefined;
}

/** Returns the environment by the machine's manufacturer and model, one a line, if that is all that is known. */
export function environmentOfHardware(hardware: string): HostEnvironment {
  if (hardware.trim() === '') return { environment: 'unknown', environmentName: null };
  const name = PHYSICAL_MODEL.test(hardware)
    ? undefined
    : VIRTUAL_HARDWARE.find(([pattern]) => pattern.test(hardware))?.[1];
  return name === undefined
    ? { environment: 'physical', environmentName: null }
    : { environment: 'virtualMachine', environmentName: name };
}

async function readMachine(read: ReadBelowRoot): Promise<HostEnvironment> {
  const virtual = (environmentName: string | null) => ({ environment: 'virtualMachine', environmentName }) as const;
  if (/microsoft/i.test((await read('proc/sys/kernel/osrelease')) ?? '')) return virtual('WSL');
  const hardware = await readHardware(read);
  const flags = /^(?:flags|Features)\s*:.*$/m.exec((await read('proc/cpuinfo')) ?? '')?.[0];
  const isMetal = PHYSICAL_MODEL.test(hardware);
  const name = isMetal ? undefined : VIRTUAL_HARDWARE.find(([pattern]) => pattern.test(hardware))?.[1];
  if (name === 'QEMU') return virtual((await readHypervisor(read)) ?? name);
  if (name !== undefined) return virtual(name);
  // The processor reports a hypervisor even if the firmware has no tables.
  if (/\bhypervisor\b/.test(flags ?? '')) return virtual(await readHypervisor(read));
  // Only x86 has that flag; elsewhere, its absence says nothing.
  const isKnown = hardware.trim() !== '' || flags?.startsWith('flags');
  return { environment: isKnown ? 'physical' : 'unknown', environmentName: null };
}

/** Reads the machine's manufacturer and model: from its firmware on x86, from its device tree on ARM. */
async function readHardware(read: ReadBelowRoot): Promise<string> {
  const fields = ['sys_vendor', 'product_name', 'board_vendor', 'bios_vendor'].map(
    (name) => `sys/class/dmi/id/${name}`,
  );
  const texts = await Promise.all(
    [...fields, 'proc/device-tree/model', 'proc/device-tree/hypervisor/compatible'].map(read),
  );
  return texts.map((text) => text?.replace(/\0/g, ' ').trim() ?? '').join('\n');
}

/** Returns the hypervisor the kernel has detected, judging by the hypervisor's clock; null if unknown. */
async function readHypervisor(read: ReadBelowRoot): Promise<string | null> {
  if ((await read('sys/hypervisor/type'))?.trim() === 'xen') return 'Xen';
  const clocks = (await read('sys/devices/system/clocksource/clocksource0/available_clocksource')) ?? '';
  if (/kvm-clock/.test(clocks)) return 'KVM';
  return /hyperv/.test(clocks) ? 'Hyper-V' : null;
}
