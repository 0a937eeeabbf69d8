import { PermissionDenied } from '../../../shared/errors/errors.js';
import { type MachineAccess, seesMachine } from '../../../shared/identity/machine-access.js';
import type { HostStates, HostStatus } from './status/host-states.js';

interface VisibleHostsDeps {
  readonly hostStates: Pick<HostStates, 'list' | 'byNumber'>;
  /** The number of the default host; undefined until there is one. */
  readonly shownNumber: () => number | undefined;
}

/**
 * The hosts as a caller may see them. A host that is not visible is answered for exactly as one that does not exist
 * (promise 59).
 */
export class VisibleHosts {
  constructor(private readonly deps: VisibleHostsDeps) {}

  /** Lists the visible hosts, ordered by number. */
  async list(access: MachineAccess): Promise<readonly HostStatus[]> {
    const hosts = await this.deps.hostStates.list();
    return access.machines === 'ALL' ? hosts : hosts.filter((host) => seesMachine(access, host));
  }

  /** Finds a host by its number; undefined if there is none, or it is not visible. */
  async byNumber(number: number, access: MachineAccess): Promise<HostStatus | undefined> {
    const host = await this.deps.hostStates.byNumber(number);
    return host && seesMachine(access, host) ? host : undefined;
  }

  /** Whether a number belongs to a visible host. For callers who see all, deleted hosts are visible too. */
  async sees(number: number, access: MachineAccess): Promise<boolean> {
    return access.machines === 'ALL' || (await this.byNumber(number, access)) !== undefined;
  }

  /** Returns the numbers of the visible hosts; undefined for a caller who sees all. */
  async numbers(access: MachineAccess): Promise<readonly number[] | undefined> {
    if (access.machines === 'ALL') return undefined;
    return (await this.list(access)).map(({ number }) => number);
  }

  /**
   * Returns the host that stands in for the default host: itself if it is visible, otherwise the first visible one that
   * is not retired. @returns undefined for a caller who sees all and gets the default host itself.
   *
   * @throws {PermissionDenied} if none is visible.
   */
  async inPlaceOfDefault(access: MachineAccess): Promise<HostStatus | undefined> {
    if (access.machines === 'ALL') return undefined;
    const present = (await this.list(access)).filter(({ state }) => state !== 'RETIRED');
    const host = present.find(({ number }) => number === this.deps.shownNumber()) ?? present[0];
    if (!host) throw new PermissionDenied('errors.seesNoMachines');
    return host;
  }
}
