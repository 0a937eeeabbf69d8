import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readLinuxFacts } from '../../../../../src/features/monitoring/host/facts/linux-facts.js';

type Files = Readonly<Record<string, string>>;

function systemWith(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'vigia-root-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

function firmware(vendor: string, product: string): Files {
  return { 'sys/class/dmi/id/sys_vendor': `${vendor}\n`, 'sys/class/dmi/id/product_name': `${product}\n` };
}

function clocks(names: string): Files {
  return { 'sys/devices/system/clocksource/clocksource0/available_clocksource': `${names} \n` };
}

const X86 = { 'proc/cpuinfo': 'processor\t: 0\nmodel name\t: A processor\nflags\t\t: fpu sse2 aes\n' };
const X86_GUEST = { 'proc/cpuinfo': 'processor\t: 0\nmodel name\t: A processor\nflags\t\t: fpu hypervisor aes\n' };
const ARM = { 'proc/cpuinfo': 'processor\t: 0\nFeatures\t: fp asimd\nCPU part\t: 0xd08\n' };
const ON_HOST = { 'proc/1/cgroup': '0::/init.scope\n' };
const HIDDEN = { 'proc/1/cgroup': '0::/\n' };

describe('what the service runs on', () => {
  test.each<[string, Files, string, string | null]>([
    ['a server', { ...X86, ...ON_HOST, ...firmware('Dell Inc.', 'PowerEdge R740') }, 'physical', null],
    ['a server whose firmware tells nothing', { ...X86, ...ON_HOST }, 'physical', null],
    [
      'a board with an ARM processor',
      { ...ARM, 'proc/device-tree/model': 'Raspberry Pi 4 Model B Rev 1.4\0' },
      'physical',
      null,
    ],
    [
      'a physical machine of Amazon',
      { ...X86, ...firmware('Amazon EC2', 'm5.metal'), ...clocks('tsc hpet') },
      'physical',
      null,
    ],
    ['an instance of Amazon', { ...X86_GUEST, ...firmware('Amazon EC2', 't3.micro') }, 'virtualMachine', 'Amazon EC2'],
    ['… with an ARM processor', { ...ARM, ...firmware('Amazon EC2', 't4g.micro') }, 'virtualMachine', 'Amazon EC2'],
    [
      'Google',
      { ...X86_GUEST, ...firmware('Google', 'Google Compute Engine') },
      'virtualMachine',
      'Google Compute Engine',
    ],
    ['Hyper-V', { ...X86_GUEST, ...firmware('Microsoft Corporation', 'Virtual Machine') }, 'virtualMachine', 'Hyper-V'],
    ['a tablet of the same maker', { ...X86, ...firmware('Microsoft Corporation', 'Surface Pro 7') }, 'physical', null],
    ['VMware', { ...X86_GUEST, ...firmware('VMware, Inc.', 'VMware Virtual Platform') }, 'virtualMachine', 'VMware'],
    ['VirtualBox', { ...X86_GUEST, ...firmware('innotek GmbH', 'VirtualBox') }, 'virtualMachine', 'VirtualBox'],
    ['a vServer', { ...X86_GUEST, ...firmware('Hetzner', 'vServer') }, 'virtualMachine', 'KVM'],
    [
      'QEMU with the help of KVM',
      { ...X86_GUEST, ...firmware('QEMU', 'Standard PC (Q35 + ICH9, 2009)'), ...clocks('kvm-clock tsc') },
      'virtualMachine',
      'KVM',
    ],
    [
      'QEMU alone',
      { ...X86_GUEST, ...firmware('QEMU', 'Standard PC'), ...clocks('tsc hpet') },
      'virtualMachine',
      'QEMU',
    ],
    ['a guest without firmware', { ...X86_GUEST, ...clocks('tsc kvm-clock') }, 'virtualMachine', 'KVM'],
    ['a guest of Xen', { ...X86_GUEST, 'sys/hypervisor/type': 'xen\n' }, 'virtualMachine', 'Xen'],
    ['a guest of nobody knows whom', X86_GUEST, 'virtualMachine', null],
    [
      'Windows',
      { ...X86_GUEST, 'proc/sys/kernel/osrelease': '5.15.90.1-microsoft-standard-WSL2\n' },
      'virtualMachine',
      'WSL',
    ],
    ['Docker', { ...X86_GUEST, ...HIDDEN, '.dockerenv': '' }, 'container', 'Docker'],
    ['Docker that sees the processes of its host', { ...X86, ...ON_HOST, '.dockerenv': '' }, 'container', 'Docker'],
    ['Docker, by its group', { ...X86, 'proc/1/cgroup': '4:memory:/docker/0123abcd\n' }, 'container', 'Docker'],
    ['Podman', { ...X86, ...HIDDEN, 'run/.containerenv': 'engine="podman-4.3.1"\n' }, 'container', 'Podman'],
    [
      'Kubernetes',
      { ...X86, ...HIDDEN, 'run/secrets/kubernetes.io/serviceaccount/namespace': 'default' },
      'container',
      'Kubernetes',
    ],
    [
      'Kubernetes over Docker',
      { ...X86, '.dockerenv': '', 'proc/1/cgroup': '4:memory:/kubepods/burstable/pod12/34\n' },
      'container',
      'Kubernetes',
    ],
    ['LXC', { ...X86, 'run/systemd/container': 'lxc\n' }, 'container', 'LXC'],
    ['systemd-nspawn', { ...X86, 'run/systemd/container': 'systemd-nspawn\n' }, 'container', 'systemd-nspawn'],
    ['a system that tells nothing', {}, 'unknown', null],
    ['an ARM processor without firmware', ARM, 'unknown', null],
  ])('%s', async (_, files, environment, environmentName) => {
    expect(await readLinuxFacts(systemWith(files))).toMatchObject({ environment, environmentName });
  });
});

describe('the facts of a machine', () => {
  test('are those of the system, the kernel and the processor', async () => {
    const root = systemWith({
      'etc/os-release': 'NAME="Debian GNU/Linux"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
      'proc/sys/kernel/osrelease': '6.1.0-18-amd64\n',
      'proc/cpuinfo': ['0', '1', '2', '3']
        .map((number) => `processor\t: ${number}\nmodel name\t: Intel(R) Xeon(R)   CPU @ 2.50GHz\nflags\t: fpu\n`)
        .join('\n'),
    });
    expect(await readLinuxFacts(root)).toEqual({
      system: 'Debian GNU/Linux 12 (bookworm)',
      kernel: 'Linux 6.1.0-18-amd64',
      processor: 'Intel Xeon CPU @ 2.50GHz',
      cores: 4,
      environment: 'physical',
      environmentName: null,
    });
  });

  test.each([
    ['single quotes', "NAME='Alpine Linux'\nPRETTY_NAME='Alpine Linux v3.20'", 'Alpine Linux v3.20'],
    ['no quotes', 'NAME=Fedora', 'Fedora'],
    ['an empty name', 'PRETTY_NAME=""\nNAME="Arch Linux"', 'Arch Linux'],
  ])('the name of the system may have %s', async (_, content, system) => {
    expect((await readLinuxFacts(systemWith({ 'usr/lib/os-release': content }))).system).toBe(system);
  });

  test('the board stands for a processor that names only its parts', async () => {
    const root = systemWith({ ...ARM, 'proc/device-tree/model': 'Raspberry Pi 4 Model B Rev 1.4\0' });
    expect((await readLinuxFacts(root)).processor).toBe('Raspberry Pi 4 Model B Rev 1.4');
  });

  test('are few, and cut, where the system tells little or too much', async () => {
    expect(await readLinuxFacts('/nowhere')).toEqual({
      system: 'Linux',
      kernel: `Linux ${release()}`,
      processor: null,
      cores: cpus().length,
      environment: 'unknown',
      environmentName: null,
    });
    const long = await readLinuxFacts(
      systemWith({ 'etc/os-release': `NAME=${'x'.repeat(5000)}`, 'run/systemd/container': 'y'.repeat(5000) }),
    );
    expect([long.system.length, long.environmentName?.length]).toEqual([120, 40]);
  });
});
