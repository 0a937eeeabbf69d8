import type { FamilySource } from '../../../src/features/monitoring/exposition/metric-family.js';
import type { OwnReading } from '../../../src/features/monitoring/host/host-metrics.js';
import { LinuxHost } from '../../../src/features/monitoring/host/linux-host.js';
import { FakeHost } from './fake-host.js';

/** In place of a fake: this machine, which has to be one under Linux. */
export class RealHost extends FakeHost implements FamilySource {
  readonly #linux = new LinuxHost('/');

  override async read(): Promise<OwnReading> {
    this.reads += 1;
    this.reading = await this.#linux.read();
    return this.reading;
  }

  readFamilies() {
    return this.#linux.readFamilies();
  }
}
