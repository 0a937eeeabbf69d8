import type { Sample } from '../sampler.js';
import { HostNotMeasured, NoSuchHost } from './hosts.errors.js';
import type { HostStates, HostStatus } from './status/host-states.js';

export type MeasuredNow = HostStatus & { readonly newest: Sample };

interface NamedHostsDeps {
  readonly hostStates: Pick<HostStates, 'byNumber'>;
}

/** Looks up hosts by id, which is their number wherever people or programs see it. */
export class NamedHosts {
  constructor(private readonly deps: NamedHostsDeps) {}

  /** Finds a host by its id. @throws {NoSuchHost} */
  async find(id: string): Promise<HostStatus> {
    const number = parseHostNumber(id);
    const host = number === undefined ? undefined : await this.deps.hostStates.byNumber(number);
    if (!host) throw new NoSuchHost();
    return host;
  }

  /** Finds a host that has been measured; undefined if no id is given. @throws {NoSuchHost | HostNotMeasured} */
  async measured(id: string | null | undefined): Promise<MeasuredNow | undefined> {
    if (id === null || id === undefined) return undefined;
    const host = await this.find(id);
    const { newest } = host;
    if (!newest) throw new HostNotMeasured();
    return { ...host, newest };
  }
}

/** Converts a typed host id to the host's number; undefined if no host can have that id. */
export function parseHostNumber(id: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}
