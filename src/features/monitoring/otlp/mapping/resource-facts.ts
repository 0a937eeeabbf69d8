import type { HostFacts } from '../../host/facts/host-facts.js';
import type { Attributes } from '../protocol/metrics-data.js';

/** Facts that are computed from the figures of a host. */
interface MeasuredFacts {
  readonly cores: number | undefined;
  /** Time of the boot, ISO 8601. */
  readonly startedAt: string | null;
}

/** Names of the conventions for architectures, by the names that Vigia shows. */
const ARCHITECTURES: Readonly<Record<string, string>> = {
  amd64: 'x86_64',
  arm64: 'aarch64',
  arm32: 'arm',
  x86: 'i686',
};

/** Returns what the attributes of a resource say about its machine. Texts that are missing are empty. */
export function factsOfResource(attributes: Attributes, { cores, startedAt }: MeasuredFacts): HostFacts {
  const read = (name: string) => String(attributes.get(name) ?? '').trim();
  const type = read('os.type');
  const version = read('os.version');
  const architecture = read('host.arch');
  return {
    name: read('host.name'),
    system: read('os.description') || [read('os.name') || SYSTEM_NAMES[type] || type, version].join(' ').trim(),
    // The SDKs have the kernel's release as the version of Linux, the collector that of the distribution.
    kernel: type === 'linux' && /^\d+\.\d+\.\d/.test(version) ? `Linux ${version}` : '',
    processor: read('host.cpu.model.name') || null,
    cores: cores ?? 1,
    ...(architecture !== '' && { architecture: ARCHITECTURES[architecture] ?? architecture }),
    ...{ environment: 'unknown', environmentName: null, startedAt },
  };
}

const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  linux: 'Linux',
  darwin: 'macOS',
  windows: 'Windows',
  freebsd: 'FreeBSD',
  netbsd: 'NetBSD',
  openbsd: 'OpenBSD',
};
