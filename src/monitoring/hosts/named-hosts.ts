import type { Sample } from '../sampler.js';
import type { HostStates, HostStatus } from './host-states.js';
import { HostNotMeasured, NoSuchHost } from './hosts.errors.js';

/** A host that has been measured. */
export type MeasuredNow = HostStatus & { readonly newest: Sample };

interface NamedHostsDeps {
  readonly hostStates: Pick<HostStates, 'list'>;
}

/** The hosts by their ids, which are their numbers in all that people and programs see. */
export class NamedHosts {
  constructor(private readonly deps: NamedHostsDeps) {}

  /** The host of an id. @throws {NoSuchHost} */
  async find(id: string): Promise<HostStatus> {
    // Other spellings of a number are no ids.
    const host = (await this.deps.hostStates.list()).find(({ number }) => String(number) === id);
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
