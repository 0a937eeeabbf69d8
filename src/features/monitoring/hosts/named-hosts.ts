import type { Sample } from '../sampler.js';
import { HostNotMeasured, NoSuchHost } from './hosts.errors.js';
import type { HostStates, HostStatus } from './status/host-states.js';

/** A host that has been measured. */
export type MeasuredNow = HostStatus & { readonly newest: Sample };

interface NamedHostsDeps {
  readonly hostStates: Pick<HostStates, 'byNumber'>;
}

/** The hosts by their ids, which are their numbers in all that people and programs see. */
export class NamedHosts {
  constructor(private readonly deps: NamedHostsDeps) {}

  /** The host of an id. @throws {NoSuchHost} */
  async find(id: string): Promise<HostStatus> {
    const number = hostNumberOf(id);
    const host = number === undefined ? undefined : await this.deps.hostStates.byNumber(number);
    if (!host) throw new NoSuchHost();
    return host;
  }

  /** Undefined where none is named. @throws {NoSuchHost | HostNotMeasured} */
  async measured(id: string | null | undefined): Promise<MeasuredNow | undefined> {
    if (id === null || id === undefined) return undefined;
    const host = await this.find(id);
    const { newest } = host;
    if (!newest) throw new HostNotMeasured();
    return { ...host, newest };
  }
}

/** The number of a host by its id as it was typed; undefined when none can have it. */
export function hostNumberOf(id: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}
