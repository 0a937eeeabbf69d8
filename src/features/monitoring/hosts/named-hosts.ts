import type { MachineAccess } from '../../../shared/identity/machine-access.js';
import type { Sample } from '../sampler.js';
import { HostNotMeasured, NoSuchHost } from './hosts.errors.js';
import type { HostStatus } from './status/host-states.js';
import type { VisibleHosts } from './visible-hosts.js';

export type MeasuredNow = HostStatus & { readonly newest: Sample };

interface NamedHostsDeps {
  readonly visibleHosts: Pick<VisibleHosts, 'byNumber' | 'inPlaceOfDefault'>;
}

/** Looks up hosts by id, which is their number wherever people or programs see it, among those a caller may see. */
export class NamedHosts {
  constructor(private readonly deps: NamedHostsDeps) {}

  /** Finds a host by its id. @throws {NoSuchHost} also if it is not visible. */
  async find(id: string, access: MachineAccess): Promise<HostStatus> {
    const number = parseHostNumber(id);
    const host = number === undefined ? undefined : await this.deps.visibleHosts.byNumber(number, access);
    if (!host) throw new NoSuchHost();
    return host;
  }

  /**
   * Finds a host by its id or, without one, the host in place of the default one.
   *
   * @returns undefined for the default host itself.
   * @throws {NoSuchHost}
   * @throws {PermissionDenied} without an id if no host is visible.
   */
  async named(id: string | null | undefined, access: MachineAccess): Promise<HostStatus | undefined> {
    return id === null || id === undefined ? this.deps.visibleHosts.inPlaceOfDefault(access) : this.find(id, access);
  }

  /** Like {@link named}, for a host that has been measured. @throws {HostNotMeasured} too. */
  async measured(id: string | null | undefined, access: MachineAccess): Promise<MeasuredNow | undefined> {
    const host = await this.named(id, access);
    if (!host) return undefined;
    const { newest } = host;
    if (!newest) throw new HostNotMeasured();
    return { ...host, newest };
  }
}

/** Converts a typed host id to the host's number; undefined if no host can have that id. */
export function parseHostNumber(id: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}
