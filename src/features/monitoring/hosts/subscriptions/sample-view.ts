import type { Sample } from '../../sampler.js';
import type { HostStatus } from '../status/host-states.js';
import type { HostView } from './host-stream.js';

/** Returns a host's newest sample, each one only once. */
export class SampleView implements HostView<Sample> {
  #newest: Sample | undefined;
  #takenAt: string | undefined;

  note({ newest }: HostStatus): void {
    this.#newest = newest;
  }

  take(): Sample | undefined {
    if (!this.#newest || this.#newest.sampledAt === this.#takenAt) return undefined;
    this.#takenAt = this.#newest.sampledAt;
    return this.#newest;
  }
}
